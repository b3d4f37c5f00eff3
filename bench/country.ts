/**
 * Compares calls through the whole dispatch of a real server process with the bare statement in pgbench and with a bare
 * route that only runs it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { SRNO } from '#tools/testing/record.ts';
import { setup } from '#tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { compare, COMPARED_HEAD, comparedRows } from './compare.ts';
import { byPgbench, overHttp, startBare } from './contenders.ts';
import { measuredOn, type Duration } from './page.ts';
import { recordSteps } from './record.ts';
import { anyUpTo } from './steps.ts';

const CONNECTIONS = 10;
const LISTED = { limit: 50 };
const ENDPOINT = 'country_a.php';

export async function benchCountry(duration: Duration): Promise<string> {
  await setup();
  const database = await cloneDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => database.drop()];
  try {
    const settings = (checkReplies: 'on' | 'off') =>
      settingsFor(database, folder, {
        DATABASE_CONNECTIONS: String(CONNECTIONS),
        CHECK_REPLIES: checkReplies,
        SERVE_WEB: 'off',
      });
    const start = async (checkReplies: 'on' | 'off') => {
      const started = await BureauProcess.start(settings(checkReplies));
      closers.push(() => started.kill());
      return started;
    };
    const product = await start('off');
    const checking = await start('on');
    const signedIn = await post(
      product.url,
      'login_a.php',
      fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']),
    );
    const { session } = JSON.parse(signedIn.text) as { session: string };
    const { rows } = await database.admin.query<{ greatest: number }>(
      'select max(srno) as greatest from masters.country',
    );
    const srno = rows[0]?.greatest ?? 0;
    const range = anyUpTo(srno);
    const subjects = {
      detail: { endpoint: ENDPOINT, srno, body: fieldsBody([session, 'detail', SRNO]) },
      list: { endpoint: ENDPOINT, srno, body: fieldsBody([session, 'listjson', JSON.stringify(LISTED)]) },
    };
    const steps = await recordSteps(database, folder, subjects);
    const bare = await startBare(settings('off'), { '/detail': steps.detail, '/list': steps.list }, folder);
    closers.push(() => bare.stop());
    const table: string[] = [];
    for (const [subject, { body }] of Object.entries(subjects)) {
      const asked = { method: 'POST', body, range } as const;
      const byProduct = (name: string, { url, pid }: BureauProcess) =>
        overHttp({ ...asked, name, url, pid, path: `/api/${ENDPOINT}` });
      const contenders = [
        await byPgbench({
          name: `pgbench ${subject}`,
          url: database.urls.reader,
          connections: CONNECTIONS,
          steps: steps[subject as keyof typeof steps],
          range,
          folder,
        }),
        overHttp({ ...asked, ...bare, name: `bare route ${subject}`, path: `/${subject}` }),
        byProduct(`Bureau ${subject}`, product),
        byProduct(`Bureau ${subject}, CHECK_REPLIES=on`, checking),
      ];
      table.push(...comparedRows(await compare(contenders, duration)));
    }
    return [measuredOn(duration), '', ...COMPARED_HEAD, ...table].join('\n');
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
