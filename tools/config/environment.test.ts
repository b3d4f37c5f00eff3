import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeEnvFiles } from './environment.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-environment-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything that a shell would change, or that a reader could take for the end of the value. */
const HARD = 'smtp://desk:p%40$HOME `date` \\n;x&y!"z@mail.example:465';

const program = (name: string) => fileURLToPath(new URL(`../${name}/main.ts`, import.meta.url));

async function run(name: string, args: readonly string[], environment: Record<string, string> = {}) {
  return promisify(execFile)(process.execPath, [program(name), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}

describe('--env-file', () => {
  it('is taken out of the arguments, in both ways to write it', () => {
    const args = ['verify', '--env-file', 'a', '--to', 'x', '--env-file=b=c'];
    expect(takeEnvFiles(args)).toEqual(['a', 'b=c']);
    expect(args).toEqual(['verify', '--to', 'x']);
    expect(() => takeEnvFiles(['--env-file'])).toThrow(/needs the name/);
  });

  it('gives a command its settings as they are written, and the environment goes first', async () => {
    const [first, second] = [join(folder, 'first.env'), join(folder, 'second.env')];
    await writeFile(
      first,
      `MAIL_FROM='Sahyadri <desk@x.example> # 1'\nS3_BUCKET=first\nHOST=first\nPORT=1\n`,
    );
    await writeFile(second, `S3_REGION='${HARD}'\nS3_BUCKET=second\nHOST=second\n`);
    const { output } = await run('config', ['--env-file', first, `--env-file=${second}`], { HOST: 'here' });
    for (const line of [
      'MAIL_FROM = Sahyadri <desk@x.example> # 1',
      `S3_REGION = ${HARD}`,
      'S3_BUCKET = second',
      'HOST = here',
      'PORT = 1',
    ])
      expect(output.split('\n')).toContain(line);
  });

  it.each(['doctor', 'backup', 'restore', 'verify', 'db', 'trail', 'config'])(
    'is an option of %s, and a file that is missing is named',
    async (name) => {
      const file = join(folder, 'absent.env');
      const { code, output } = await run(name, ['--env-file', file]);
      // Node 24 looks for this option behind the name of the program too, and may be the one that ends it.
      expect(code).toBeGreaterThan(0);
      expect(output).toContain(file);
    },
  );
});
