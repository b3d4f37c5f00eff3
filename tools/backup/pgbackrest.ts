import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';

/** The name of our cluster in the repository. */
export const STANZA = 'bureau';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs pgBackRest as the owner of the cluster. It reads its own configuration (`PGBACKREST_CONFIG` names another file). */
export async function pgbackrest(...args: readonly string[]): Promise<string> {
  const command = ['pgbackrest', `--stanza=${STANZA}`, ...args];
  const asOwner = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const [program = '', ...rest] = asOwner;
  const { stdout } = await promisify(execFile)(program, rest, { maxBuffer: MAX_OUTPUT_BYTES }).catch(
    (error: unknown) => {
      // pgBackRest writes its errors to standard output as well.
      const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`pgbackrest ${args.at(-1)} failed: ${(stderr + said).trim() || String(error)}`);
    },
  );
  return stdout;
}

const infoSchema = z.array(
  z.object({
    name: z.string(),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
        annotation: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  }),
);

export type Backup = z.infer<typeof infoSchema>[number]['backup'][number];

/** The backups in the repository, the oldest first. */
export async function listBackups(): Promise<readonly Backup[]> {
  const stanzas = infoSchema.parse(JSON.parse(await pgbackrest('--output=json', 'info')));
  return stanzas.find(({ name }) => name === STANZA)?.backup ?? [];
}
