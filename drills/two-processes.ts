import { startCatcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { until } from '#tools/testing/until.ts';
import type { Drill } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';

const MAIL_TIMEOUT_MS = 10_000;
/** The maximum delay between processes (drills/revocation.ts measures it). */
const REVOKED_WITHIN_MS = 1_000;
const NEW_PASSWORD = 'Bureau2027x';

/** Two web processes and a worker on one database behave as one. */
export const twoProcesses: Drill = {
  name: 'two-processes',
  run: (findings) =>
    Ground.with(async (ground) => {
      const catcher = await startCatcher({});
      try {
        const mail = { SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` };
        const [one, two, worker] = await Promise.all([
          ground.start(),
          ground.start(),
          ground.start({ ROLE: 'worker', ...mail }),
        ]);
        findings.equals('the worker serves no web', worker.url, '');
        for (const [from, to] of [
          [one, two],
          [two, one],
        ] as const) {
          const session = await signIn(from.url, 'admin');
          const ask = async (url: string) =>
            (await call(url, 'country_a.php', [session, 'detail', '1'])).status;
          findings.equals(
            'a session opened in one process serves in the other',
            [await ask(from.url), await ask(to.url)],
            [200, 200],
          );
          await call(to.url, 'login_a.php', [session, 'logout']);
          const refused = await until(async () => (await ask(from.url)) === 401, {
            withinMs: findings.limit(REVOKED_WITHIN_MS),
          }).then(
            () => true,
            () => false,
          );
          findings.equals(
            `signed out in one, refused in the other within ${findings.limit(REVOKED_WITHIN_MS)} ms`,
            refused,
            true,
          );
        }

        const askedAt = performance.now();
        const asked = await call(one.url, 'login_a.php', ['reset', 'sales.mum', 'sales.mum@bureau.example']);
        findings.equals('a reset is accepted', asked.status, 200);
        const letter = await catcher.waitFor(
          ({ to }) => to.includes('sales.mum@bureau.example'),
          MAIL_TIMEOUT_MS,
        );
        findings.figure('reset mail ms', performance.now() - askedAt);
        const token = /#reset=([\w-]{43})/.exec(letter.text)?.[1] ?? '';
        const passwords = JSON.stringify({ token, new: NEW_PASSWORD, rnew: NEW_PASSWORD });
        const finished = await call(two.url, 'login_a.php', ['resetfinish', passwords]);
        findings.equals(
          'its link works in the other process',
          (JSON.parse(finished.text) as { err: string }).err,
          '',
        );
        const spent = await call(one.url, 'login_a.php', ['resetfinish', passwords]);
        findings.holds(
          'and only once',
          (JSON.parse(spent.text) as { err: string }).err === '' ? ['the link worked twice'] : [],
        );
        const old = await signIn(one.url, 'sales.mum', DEMO_PASSWORD).catch(() => null);
        findings.equals('the old password is dead', old, null);
        findings.equals(
          'the new one opens a session',
          (await signIn(one.url, 'sales.mum', NEW_PASSWORD)).length,
          43,
        );
        findings.equals('one mail was sent', catcher.mails().length, 1);
        findings.holds(
          'nothing was logged as an error',
          [one, two, worker].flatMap(({ errors }) => errors),
        );
      } finally {
        await catcher.close();
      }
    }),
};
