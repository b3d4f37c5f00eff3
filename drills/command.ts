import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Environment = Readonly<Record<string, string>>;
type Name = 'backup' | 'restore' | 'verify';

/** Runs a command of the project as an operator does. */
export const command = (name: Name, args: readonly string[], environment: Environment) =>
  promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL(`../tools/${name}/main.ts`, import.meta.url)), ...args],
    { env: { ...process.env, ...environment }, maxBuffer: 16 * 1024 * 1024 },
  ).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );

export async function mustRun(...args: Parameters<typeof command>): Promise<string> {
  const { code, output } = await command(...args);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${output}`);
  return output;
}
