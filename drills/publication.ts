import type pg from 'pg';
import type { MailCounts } from '#contract/rates/ibr.ts';
import { WORKER_CONCURRENCY } from '#server/platform/config.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import { until } from '#tools/testing/until.ts';
import { percentile, type Drill, type Findings, type Size } from './drill.ts';
import { call, Ground, NO_SHEDDING, signIn } from './ground.ts';

const CURRENCIES = 40;
/** A longer publication would keep the user waiting. */
const MAX_PUBLISH_MS = 15_000;
const READERS = 6;
const MAX_MAIL_MINUTES = 15;

/**
 * Rates for thousands of entities: no reader ever sees a partial list while others are published, and every entity gets
 * its mail although the worker is killed twice.
 */
export const publication: Drill = {
  name: 'publication',
  pace: 'together',
  run: (findings, size) =>
    Ground.with(async (ground) => {
      await grow(ground.database.admin, size.entities);
      const [office, branch] = await Promise.all([ground.start(NO_SHEDDING), ground.start(NO_SHEDDING)]);
      const session = await signIn(office.url, 'ho.rates');
      const codes = await currencies(ground.database.admin);
      const publish = async (rate: number): Promise<number> => {
        const ibrList = codes.map((isd) => ({ isd, ibr: String(rate) }));
        const startedAt = performance.now();
        const { json } = await call(office.url, 'ibr_a.php', [
          session,
          'saveibr',
          JSON.stringify({ flag: 'O', ibrList }),
        ]);
        if (json.err !== '') throw new Error(`not published: ${JSON.stringify(json)}`);
        return performance.now() - startedAt;
      };
      await mailsTo(ground.database.admin, false);
      await readersSeeWholeLists(findings, ground, branch.url, publish, size);
      await mailsTo(ground.database.admin, true);
      await everyMailIsSent(findings, ground, office.url, session, publish, size);
    }),
};

/** Branches and franchisees with their own margins, and up to forty currencies. */
async function grow(admin: pg.Client, entities: number): Promise<void> {
  await admin.query(
    `insert into masters.currency (code, name)
     select 'X' || chr(64 + n / 26 + 1) || chr(65 + n % 26), 'Test currency ' || n
     from generate_series(1, $1::integer - (select count(*)::integer from masters.currency)) n`,
    [CURRENCIES],
  );
  await admin.query(
    `insert into masters.entity (id, type, name, controlling_branch, buy_percentage, sell_percentage, margin_type, rate_type, email)
     select 'T' || n, 'F', 'Test Forex ' || n, (select srno from masters.entity where id = 'MUM'), 0.5 + (n % 40) * 0.05,
       0.6 + (n % 30) * 0.05, 'P', 'O', 'test' || n || '@bureau.example'
     from generate_series(1, $1::integer - (select count(*)::integer from masters.entity where type <> 'A')) n`,
    [entities],
  );
  await admin.query('analyze');
}

async function currencies(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ code: string }>('select code from masters.currency where active');
  return rows.map(({ code }) => code);
}

const mailsTo = (admin: pg.Client, wanted: boolean) =>
  admin.query(`update masters.entity set email_rate_card = $1 where type <> 'A'`, [wanted]);

/** All rates of a list are equal and have the same decimals, so that a card with two different rates must mix two lists. */
async function readersSeeWholeLists(
  findings: Findings,
  { database }: Ground,
  url: string,
  publish: (rate: number) => Promise<number>,
  size: Size,
): Promise<void> {
  await database.admin.query('update masters.currency set rate_places = 2');
  await publish(50);
  const session = await signIn(url, 'bm.mum');
  const { rows: keys } = await database.admin.query<{ key: string }>(
    `select key from rates.card_key k join masters.entity e on e.srno = k.entity where e.id = 'GOA' and k.key is not null`,
  );
  const asked = [
    ['ratecard_a.php', session, 'ratecard', JSON.stringify({ eType: 'B', reqDate: '', reqBranch: 'MUM' })],
    ['ratecardbatch_a.php', JSON.stringify({ eType: 'F', eId: 'GOA', key: keys[0]?.key })],
  ] as const;
  let isOver = false;
  let cardsRead = 0;
  const torn: string[] = [];
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    const [endpoint = '', ...fields] = asked[reader % asked.length] ?? [];
    while (!isOver) {
      const { json } = await call(url, endpoint, fields);
      const sells = new Set(
        (json as { mid_sell: string; mih_timestamp: string }[]).map((row) => row.mid_sell),
      );
      const times = new Set((json as { mih_timestamp: string }[]).map((row) => row.mih_timestamp));
      if (sells.size !== 1 || times.size !== 1) torn.push(`${sells.size} rates of ${times.size} lists`);
      cardsRead += 1;
    }
  });
  const times: number[] = [];
  for (let rate = 51; rate <= 50 + size.publications; rate += 1) times.push(await publish(rate));
  isOver = true;
  await Promise.all(readers);
  findings.holds('no reader saw a mixed or an empty card', torn);
  findings.holds('readers read meanwhile', cardsRead > size.publications ? [] : [cardsRead]);
  findings.within('each list was published', MAX_PUBLISH_MS, times);
  findings.figure('entities', size.entities);
  findings.figure('publications', times.length);
  findings.figure('published in, median ms', percentile(times, 0.5));
  findings.figure('published in, longest ms', Math.max(...times));
  findings.figure('cards read meanwhile', cardsRead);
}

async function everyMailIsSent(
  findings: Findings,
  ground: Ground,
  url: string,
  session: string,
  publish: (rate: number) => Promise<number>,
  size: Size,
): Promise<void> {
  const catcher = await startCatcher({ keepMails: 3 * size.entities });
  try {
    const worker = () => ground.start({ ROLE: 'worker', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
    const counts = async (): Promise<MailCounts> =>
      (await call(url, 'ibr_a.php', [session, 'mailcounts', '0'])).json as MailCounts;
    let current = await worker();
    const startedAt = performance.now();
    await publish(99);
    const { total } = await counts();
    for (const share of [1 / 3, 2 / 3]) {
      await until(() => catcher.mails().length >= total * share, { withinMs: MAX_MAIL_MINUTES * 60_000 });
      await current.kill();
      current = await worker();
    }
    await until(async () => (await counts()).waiting === 0, { withinMs: MAX_MAIL_MINUTES * 60_000 });
    const seconds = (performance.now() - startedAt) / 1_000;
    const received = catcher.mails().map(({ messageId }) => messageId);
    const repeats = received.length - new Set(received).size;
    findings.equals('every entity got its mail', new Set(received).size, total);
    findings.equals('and is noted to have got it', (await counts()).sent, total);
    findings.holds(
      'repeats are at most what runs at the same time, for each kill',
      repeats <= 2 * WORKER_CONCURRENCY ? [] : [repeats],
    );
    findings.figure('mails', total);
    findings.figure('mails repeated after two kills', repeats);
    findings.figure('to the last mail, s', seconds);
    await current.stop();
  } finally {
    await catcher.close();
  }
}
