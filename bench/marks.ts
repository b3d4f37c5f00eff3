/**
 * The work on the transactions of an audit: pages and marks in an audit of 200,000 transactions among forty of 5,000,
 * over HTTP from one client and from eight.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { MARKS, REGISTER_TYPES } from '#domain/audit/codes.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { growAudits, type GrownAudit } from '#tools/demo/large-audits.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { measuredHere, median, type Duration } from './page.ts';
import { processorSeconds } from './processor.ts';

type AuditTransaction = z.input<typeof transactionRow>;

interface Size {
  readonly large: number;
  readonly small: number;
  readonly smallAudits: number;
  readonly marksAtOnce: number;
}

const SIZE: Size = { large: 200_000, small: 5_000, smallAudits: 40, marksAtOnce: 500 };
const BRIEF_SIZE: Size = { large: 1_000, small: 50, smallAudits: 2, marksAtOnce: 16 };
const LISTED = 100;
const CLIENTS = 8;

interface Timed {
  readonly what: string;
  /** The median time of one call in milliseconds. */
  readonly p50: number;
  readonly perSecond: number;
  /** The processor milliseconds of the server and PostgreSQL for one call. */
  readonly processor: number;
}

export async function benchMarks({ rounds, isBrief }: Duration): Promise<string> {
  const size = isBrief ? BRIEF_SIZE : SIZE;
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const database = await cloneDatabase();
  let server: BureauProcess | undefined;
  try {
    const [large] = await growAudits(database.admin, [
      size.large,
      ...Array<number>(size.smallAudits).fill(size.small),
    ]);
    if (large === undefined) throw new Error('there is no large audit');
    server = await BureauProcess.start(
      settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
    );
    return table(await measureCalls(server, large, database, rounds, size), size);
  } finally {
    await server?.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCalls(
  { url, pid }: BureauProcess,
  { srno, year, month }: GrownAudit,
  { admin }: TestDatabase,
  rounds: number,
  { marksAtOnce }: Size,
): Promise<Timed[]> {
  const login = await post(url, 'login_a.php', fieldsBody(['validate', 'audit.ca', DEMO_PASSWORD, 'WEB']));
  const session = login.json.session as string;
  const call = async (action: string, args: object, ...more: object[]) => {
    const fields = [{ srno, ...args }, ...more].map((field) => JSON.stringify(field));
    const { status, json } = await post(url, 'audit_a.php', fieldsBody([session, action, ...fields]));
    if (status !== 200 || (json.err ?? '') !== '') throw new Error(`${action}: ${JSON.stringify(json)}`);
    return json as AuditTransaction[];
  };
  /** Does the works of each client one after another, the clients at once. */
  async function time(
    what: string,
    clients: readonly (readonly (() => Promise<unknown>)[])[],
  ): Promise<Timed> {
    const before = await processorSeconds(pid, admin);
    const times: number[] = [];
    const begunAt = performance.now();
    const client = async (works: readonly (() => Promise<unknown>)[]) => {
      for (const work of works) {
        const startedAt = performance.now();
        await work();
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(clients.map(client));
    const elapsed = (performance.now() - begunAt) / 1_000;
    const processor = ((await processorSeconds(pid, admin)) - before) * 1_000;
    return {
      what,
      p50: median(times),
      perSecond: times.length / elapsed,
      processor: processor / times.length,
    };
  }

  const pages = [undefined, `${year}-${String(month).padStart(2, '0')}-14`].flatMap((filterTranFromDate) =>
    ['ALL', ...REGISTER_TYPES].flatMap((filterTranType) =>
      ['ALL', ...MARKS].map(
        (filterStatus) => () =>
          call('filterforaudit', { filterTranType, filterStatus, filterTranFromDate }, { limit: LISTED }),
      ),
    ),
  );
  const pending = () =>
    call('filterforaudit', { filterTranType: 'SP', filterStatus: 'PEN' }, { limit: marksAtOnce });
  const marks = (rows: readonly AuditTransaction[]) =>
    rows.map(
      ({ adt_trantype: type, adt_date: date, adt_tranno: tranno }) =>
        () =>
          call('changestatusaudittran', { type, date, tranno, status: 'OK' }),
    );
  const byEight = (works: readonly (() => Promise<unknown>)[]) =>
    Array.from({ length: CLIENTS }, (_, n) => works.filter((__, at) => at % CLIENTS === n));
  // The first call of each statement also prepares it on its connection.
  await time('', [pages]);
  await time('', byEight(marks(await pending())));
  const timed = [
    await time(`filterforaudit, ${LISTED} rows, every filter, first and middle page`, [
      Array.from({ length: rounds }, () => pages).flat(),
    ]),
    await time('changestatusaudittran', [marks(await pending())]),
  ];
  timed.push(await time(`changestatusaudittran, ${CLIENTS} clients`, byEight(marks(await pending()))));
  const lines = (await pending()).map(({ adt_lineno }) => adt_lineno);
  timed.push(
    await time(`marklines, ${marksAtOnce} at once`, [[() => call('marklines', { lines, status: 'OK' })]]),
  );
  return timed;
}

const table = (timed: readonly Timed[], { large, small, smallAudits }: Size): string =>
  [
    `${measuredHere()} One audit of ${large.toLocaleString('en')} transactions among ${smallAudits} of ${small.toLocaleString('en')}.`,
    '',
    '| call | p50 ms | calls/s | processor ms per call |',
    '| --- | ---: | ---: | ---: |',
    ...timed.map(
      ({ what, p50, perSecond, processor }) =>
        `| ${what} | ${p50.toFixed(1)} | ${perSecond.toFixed(0)} | ${processor.toFixed(1)} |`,
    ),
  ].join('\n');
