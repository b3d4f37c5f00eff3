import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const UNIT = 'bureau-backup.service';

let catcher: Catcher;
beforeAll(async () => {
  catcher = await startCatcher();
});
afterAll(() => catcher.close());

const tell = (more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [PROGRAM, UNIT], {
    env: {
      PATH: process.env['PATH'],
      MONITOR_SERVICE_RESULT: 'exit-code',
      MONITOR_EXIT_STATUS: '1',
      ...more,
    },
  });

it('writes a line of priority err, and no mail if nobody is named', async () => {
  const { stderr } = await tell();
  expect(stderr).toBe(`<3>${UNIT} has failed: result exit-code, exit status 1\n`);
  expect(catcher.mails()).toEqual([]);
});

it('also sends a mail to the operator, without asking the database', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nowhere';
  await tell({
    DATABASE_WRITE_URL: nowhere,
    DATABASE_READ_URL: nowhere,
    DATABASE_JOBS_URL: nowhere,
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    OBJECT_STORE_DIR: '/var/lib/bureau/objects',
    OPERATOR_MAIL: 'operator@sahyadri.example',
  });
  const [mail] = catcher.mails();
  expect([mail?.to, mail?.subject]).toEqual([
    ['operator@sahyadri.example'],
    expect.stringMatching(/^bureau-backup\.service failed on /),
  ]);
  expect(mail?.text).toContain(`journalctl -u ${UNIT}`);
});
