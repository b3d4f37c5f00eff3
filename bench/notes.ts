/**
 * The ledger at size: In Hand as of random days and the first page of In Out, on a ledger of a hundred thousand
 * postings and on one of ten million, each behind its own server, over HTTP, one call at a time and in turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateInIndia, type IsoDate } from '#domain/dates.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { keptLedger } from './notes-place.ts';
import { measuredHere, type Duration } from './page.ts';

const SIZES = [100_000, 10_000_000] as const;
const BRIEF_SIZES = [3_000, 6_000] as const;
const YEARS_BACK_DAYS = 1_090;
/** The number of different people, branches and days in the questions, so that no answer is cached. */
const DRAWN = 400;
const WARM_UP_CALLS = 100;

interface Place {
  readonly server: BureauProcess;
  readonly session: string;
  readonly executives: readonly string[];
  readonly vaults: readonly string[];
  readonly branches: readonly string[];
}

async function codes(database: TestDatabase, text: string): Promise<string[]> {
  const { rows } = await database.admin.query<{ code: string }>(text);
  return rows.map(({ code }) => code);
}

async function openPlace(
  postings: number,
  duration: Duration,
  folder: string,
  closers: (() => Promise<unknown>)[],
): Promise<Place> {
  const database = await keptLedger(postings, duration);
  closers.push(() => database.leave());
  const server = await BureauProcess.start(
    settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
  );
  closers.push(() => server.kill());
  const fields = ['validate', 'admin', DEMO_PASSWORD, 'WEB'];
  const { json } = await post(server.url, 'login_a.php', fieldsBody(fields));
  const holders = (kind: string) =>
    codes(
      database,
      `select h.code from notes.holder_name h where h.employee_kind = '${kind}'
         and exists (select from notes.balance b where b.holder = h.srno) order by md5(h.code) limit ${DRAWN}`,
    );
  return {
    server,
    session: json.session as string,
    executives: await holders('P'),
    vaults: await holders('V'),
    branches: await codes(
      database,
      `select e.id as code from masters.entity e join notes.book b on b.branch = e.srno and b.last_at > '-infinity'
       where e.id like 'X%' order by md5(e.id) limit ${DRAWN}`,
    ),
  };
}

/** The same days for both sizes. */
const dayOf = (call: number): IsoDate =>
  addDays(dateInIndia(Date.now()), -1 - ((call * 7_919) % YEARS_BACK_DAYS));
const drawn = (from: readonly string[], call: number) => from[(call * 31) % from.length] ?? '';

interface Question {
  readonly name: string;
  readonly key: 'INHANDREPORT' | 'INOUTREPORT';
  readonly asked: (place: Place, call: number) => object;
}
const period = (call: number) => ({ fromdate: dayOf(call), todate: addDays(dayOf(call), 6) });
const QUESTIONS: readonly Question[] = [
  {
    name: 'In Hand of an executive',
    key: 'INHANDREPORT',
    asked: ({ executives }, call) => ({ empcode: drawn(executives, call), tilldate: dayOf(call) }),
  },
  {
    name: 'In Hand of a vault',
    key: 'INHANDREPORT',
    asked: ({ vaults }, call) => ({ empcode: drawn(vaults, call), tilldate: dayOf(call) }),
  },
  {
    name: 'In Hand of a whole branch',
    key: 'INHANDREPORT',
    asked: ({ branches }, call) => ({ empcode: '', branch: drawn(branches, call), tilldate: dayOf(call) }),
  },
  {
    name: 'In Out of an executive, a week',
    key: 'INOUTREPORT',
    asked: ({ executives }, call) => ({ empcode: drawn(executives, call), ...period(call) }),
  },
  {
    name: 'In Out of a vault, a week, one currency',
    key: 'INOUTREPORT',
    asked: ({ vaults }, call) => ({ empcode: drawn(vaults, call), isd: 'USD', ...period(call) }),
  },
];

interface Measurement {
  readonly ms: number;
  readonly rows: number;
}

async function ask(place: Place, { key, asked }: Question, call: number): Promise<Measurement> {
  const written = JSON.stringify({ mode: 'View', ...asked(place, call) });
  const before = performance.now();
  const { status, json } = await post(
    place.server.url,
    'report_a.php',
    fieldsBody([place.session, key, written]),
  );
  const ms = performance.now() - before;
  if (status !== 200 || json.err !== '')
    throw new Error(`${key} ${written}: ${status} ${JSON.stringify(json)}`);
  return { ms, rows: (json.html as string).split('<tr class=').length - 1 };
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((first, second) => first - second)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

/** Alternates one call to each for the given time. */
async function measure(places: readonly Place[], question: Question, duration: Duration) {
  const told = places.map((): Measurement[] => []);
  for (let call = 0; call < (duration.isBrief ? 1 : WARM_UP_CALLS); call += 1)
    for (const place of places) await ask(place, question, call + 10_000);
  const end = performance.now() + duration.rounds * duration.seconds * 1_000 * places.length;
  for (let call = 0; performance.now() < end; call += 1)
    for (const [index, place] of places.entries()) told[index]?.push(await ask(place, question, call));
  return told.map((all) => ({
    calls: all.length,
    rows: all.reduce((sum, { rows }) => sum + rows, 0) / all.length,
    p50: quantile(all.map(({ ms }) => ms), 0.5),
    p99: quantile(all.map(({ ms }) => ms), 0.99),
  })); // prettier-ignore
}

export async function benchNotes(duration: Duration): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  try {
    const places: Place[] = [];
    for (const size of duration.isBrief ? BRIEF_SIZES : SIZES)
      places.push(await openPlace(size, duration, folder, closers));
    const rows: string[] = [];
    for (const question of QUESTIONS) {
      const [small, large] = await measure(places, question, duration);
      if (small === undefined || large === undefined) throw new Error('both sizes are measured');
      const cells = [
        ...[question.name, small.calls, small.rows.toFixed(1), large.rows.toFixed(1)],
        ...[small.p50.toFixed(1), large.p50.toFixed(1), (large.p50 / small.p50).toFixed(2)],
        ...[small.p99.toFixed(1), large.p99.toFixed(1), (large.p99 / small.p99).toFixed(2)],
      ];
      rows.push(`| ${cells.join(' | ')} |`);
      process.stderr.write(`${rows.at(-1)}\n`);
    }
    return [
      `${measuredHere()} One call at a time, to the small ledger and to the large one in turns; other people, branches and days each time.`,
      '',
      '| | calls to each | rows 100,000 | 10 million | p50 ms 100,000 | 10 million | ratio | p99 ms 100,000 | 10 million | ratio |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
