/**
 * Started by systemd when a unit has failed (ops/systemd/bureau-failed@.service), with the name of that unit. Writes a line of
 * priority "err" to the journal and sends a mail to `OPERATOR_MAIL`, if it is set. The mail needs no database, so that a backup
 * that failed for want of one is told as well.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { readConfig } from '#server/platform/config.ts';
import { html } from '#server/platform/html.ts';
import { letter } from '#server/platform/mail/layout.ts';
import { openMailer } from '#server/platform/mail/open.ts';

/** By this prefix systemd knows the priority of a line: 3 is "err". */
const PRIORITY = '<3>';

async function sendMail(unit: string, machine: string, reason: string): Promise<void> {
  const config = readConfig(process.env);
  const subject = `${unit} failed on ${machine}`;
  const look = `journalctl -u ${unit} -n 50`;
  const advice = 'What to do: docs/runbooks.md, "A backup is missing".';
  const mailer = openMailer(config);
  try {
    await mailer.send({
      to: config.OPERATOR_MAIL,
      messageId: `<${randomUUID()}@${new URL(config.PUBLIC_URL).hostname}>`,
      subject,
      text: `${subject}: ${reason}\n\nWhy: ${look}\n${advice}\n`,
      html: letter(
        'Bureau',
        subject,
        html`<p>${reason}</p>
          <p>Why: <code>${look}</code></p>
          <p>${advice}</p>`,
      ),
    });
  } finally {
    mailer.close();
  }
}

async function main(): Promise<void> {
  const unit = process.argv[2] ?? '';
  if (!/^[\w@.:-]+$/.test(unit)) throw new Error('usage: node tools/failed-unit/main.ts UNIT');
  // systemd tells them of the unit that failed.
  const { MONITOR_SERVICE_RESULT: result = 'unknown', MONITOR_EXIT_STATUS: status = 'unknown' } = process.env;
  const reason = `result ${result}, exit status ${status}`;
  process.stderr.write(`${PRIORITY}${unit} has failed: ${reason}\n`);
  if ((process.env['OPERATOR_MAIL'] ?? '') !== '') await sendMail(unit, hostname(), reason);
}

main().catch((error: unknown) => {
  process.stderr.write(`${PRIORITY}${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
