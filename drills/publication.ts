import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MailCounts } from '#contract/rates/ibr.ts';
import { NOTHING_TO_OVERWRITE, type IbrFlag } from '#domain/rates/ibr.ts';
import { MAILS_PER_JOB } from '#server/modules/rates/mail.sql.ts';
import { WORKER_CONCURRENCY } from '#server/platform/config.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import type { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { largest, percentile, type Drill, type Findings, type Size } from './drill.ts';
import { call, Ground, NO_SHEDDING, signIn } from './ground.ts';

const CURRENCIES = 40;
/** A longer publication would keep the user waiting: 15 s for a few thousand entities, a minute for 60,000. */
const maxPublishMs = (entities: number) => Math.max(15_000, entities);
const PUBLISHED_AGAIN_MS = 180_000;
const READERS = 6;
const maxMailMs = (entities: number) => (15 + entities / 1_000) * 60_000;

/**
 * Rates for thousands of entities: no reader ever sees a partial list while others are published, a publication whose
 * server is killed is there as a whole or not at all, and every entity gets its mail although the worker is killed.
 */
export const publication: Drill = {
  name: 'publication',
  pace: 'together',
  run: (findings, size) =>
    Ground.with(async (ground) => {
      await grow(ground.database.admin, size.entities);
      const office = new Office(ground, await currencies(ground.database.admin));
      const [, branch] = await Promise.all([office.open(), ground.start(NO_SHEDDING)]);
      await mailsTo(ground.database.admin, false);
      const usualMs = await readersSeeWholeLists(findings, ground, branch.url, office.publish, size);
      await mailsTo(ground.database.admin, true);
      await killedWhilePublishing(findings, ground, office, usualMs, size);
      await everyMailIsSent(findings, ground, office, size);
    }),
};

/** The server at which treasury publishes. */
class Office {
  readonly #ground: Ground;
  readonly #codes: readonly string[];
  #server: BureauProcess | undefined;
  #session = '';

  constructor(ground: Ground, codes: readonly string[]) {
    this.#ground = ground;
    this.#codes = codes;
  }

  async open(): Promise<void> {
    this.#server = await this.#ground.start(NO_SHEDDING);
    if (this.#session === '') this.#session = await signIn(this.#server.url, 'ho.rates');
  }

  readonly kill = async (): Promise<void> => this.#server?.kill();

  readonly ask = (fields: readonly string[], headers: Record<string, string> = {}) =>
    call(this.#server?.url ?? '', 'ibr_a.php', [this.#session, ...fields], headers);

  /** Publishes lists in which all rates are equal, and returns the milliseconds. */
  readonly publish = async (rate: number, key = randomUUID()): Promise<number> => {
    const startedAt = performance.now();
    let json = await this.#save('O', rate, key);
    // Midnight in India has passed, so this is the first list of its day.
    if (json.err === NOTHING_TO_OVERWRITE) json = await this.#save('F', rate, `${key}-first`);
    if (json.err !== '') throw new Error(`not published: ${JSON.stringify(json)}`);
    return performance.now() - startedAt;
  };

  async #save(flag: IbrFlag, rate: number, key: string) {
    const ibrList = this.#codes.map((isd) => ({ isd, ibr: String(rate) }));
    const { json } = await this.ask(['saveibr', JSON.stringify({ flag, ibrList })], {
      'idempotency-key': key,
    });
    return json as { readonly err: string };
  }
}

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
): Promise<number> {
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
  findings.within('each list was published', maxPublishMs(size.entities), times);
  findings.figure('entities', size.entities);
  findings.figure('publications', times.length);
  findings.figure('published in, median ms', percentile(times, 0.5));
  findings.figure('published in, longest ms', largest(times));
  findings.figure('cards read meanwhile', cardsRead);
  return percentile(times, 0.5);
}

/** Lists since one, with their cards, their mails, and the mails in the jobs that were added with them. */
const LISTS = `select l.srno, (select count(*)::integer from rates.card c where c.publication = l.srno) as cards,
    (select count(*)::integer from rates.mail m where m.publication = l.srno and m.state = 'waiting') as mails,
    (select coalesce(sum(json_array_length(j.payload -> 'mails')), 0)::integer from graphile_worker._private_jobs j
      where j.payload ->> 'publication' = l.srno::text) as queued
  from rates.ibr_list l where l.srno > $1 order by l.srno`;

/** kill -9 of the server at any moment of a publication, which is then sent again under the same key. */
async function killedWhilePublishing(
  findings: Findings,
  { database: { admin } }: Ground,
  office: Office,
  usualMs: number,
  { publications }: Size,
): Promise<void> {
  const newest = async () =>
    (await admin.query<{ srno: number }>('select max(srno) as srno from rates.ibr_list')).rows[0]?.srno ?? 0;
  const wrong: unknown[] = [];
  let lost = 0;
  await office.publish(80);
  const [whole] = (await admin.query(LISTS, [(await newest()) - 1])).rows as { srno: number }[];
  for (let kill = 0; kill < publications; kill += 1) {
    const before = await newest();
    const key = randomUUID();
    const rate = 81 + (kill % 9);
    const sent = office.publish(rate, key).then(
      () => true,
      () => false,
    );
    await sleep(usualMs * Math.random());
    await office.kill();
    if (!(await sent)) lost += 1;
    await office.open();
    // PostgreSQL finishes the statement that it has before it notices that nobody waits for it, and the key is held so long.
    let refusal = '';
    const publishedAgain = () =>
      office.publish(rate, key).then(Boolean, (error: unknown) => {
        refusal = String(error);
        return false;
      });
    await until(publishedAgain, { withinMs: PUBLISHED_AGAIN_MS }).catch((error: unknown) => {
      throw new Error(`kill ${kill + 1} of ${publications}, not published again: ${refusal}`, {
        cause: error,
      });
    });
    const { rows } = await admin.query<{ srno: number }>(LISTS, [before]);
    const expected = [{ ...whole, srno: rows[0]?.srno }];
    if (JSON.stringify(rows) !== JSON.stringify(expected)) wrong.push(rows);
  }
  findings.holds('after kill -9 each list is there once, with all cards and each mail in one job', wrong);
  findings.figure('kills of the server while it published', publications);
  findings.figure('of them before the answer', lost);
}

async function everyMailIsSent(
  findings: Findings,
  ground: Ground,
  office: Office,
  { entities, publications }: Size,
): Promise<void> {
  const catcher = await startCatcher({ keepMails: 3 * entities });
  try {
    const worker = () => ground.start({ ROLE: 'worker', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
    const counts = async (): Promise<MailCounts> =>
      (await office.ask(['mailcounts', '0'])).json as MailCounts;
    const withinMs = maxMailMs(entities);
    const startedAt = performance.now();
    await office.publish(99);
    let current = await worker();
    const { total } = await counts();
    // A job whose worker dies in each of its ten attempts fails, so no more workers are killed than there are jobs.
    const kills = Math.min(publications, Math.floor(total / MAILS_PER_JOB));
    for (let kill = 1; kill <= kills; kill += 1) {
      await until(() => catcher.mails().length >= (total * kill) / (kills + 1), { withinMs });
      await current.kill();
      current = await worker();
    }
    await until(async () => (await counts()).waiting === 0, { withinMs });
    const seconds = (performance.now() - startedAt) / 1_000;
    const received = catcher.mails().map(({ messageId }) => messageId);
    const repeats = received.length - new Set(received).size;
    findings.equals('every entity got its mail', new Set(received).size, total);
    findings.equals('and is noted to have got it', (await counts()).sent, total);
    findings.holds(
      'repeats are at most what runs at the same time, for each kill',
      repeats <= kills * WORKER_CONCURRENCY ? [] : [repeats],
    );
    findings.figure('mails', total);
    findings.figure('kills of the worker', kills);
    findings.figure('mails repeated after them', repeats);
    findings.figure('to the last mail, s', seconds);
    await current.stop();
  } finally {
    await catcher.close();
  }
}
