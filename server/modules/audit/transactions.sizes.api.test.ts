import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { FLAG_LAW } from '#domain/audit/flags.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { growAudits, type GrownAudit } from '#tools/demo/large-audits.ts';
import { analyzeWholeTables, measure } from '#tools/testing/plan.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type AuditTransaction = z.input<typeof transactionRow>;

/**
 * The cost of a page of transactions, of a page of discrepancies and of a mark must not grow with the audit. CI counts
 * blocks in audits of 40,000 and 5,000 transactions; AUDIT_LARGE=on takes one of 200,000 among forty of 5,000 and prints
 * the blocks for docs/scale.md. `npm run bench -- marks` measures times.
 */
const IS_LARGE = process.env['AUDIT_LARGE'] === 'on';
const SMALL = 5_000;
const [LARGE, OTHERS] = IS_LARGE ? [200_000, 40] : [40_000, 4];
const MAX_GROWTH = 1.3;
const MOST_BLOCKS_OF_A_MARK = 40;
/** A row costs its own blocks, those of its purpose and, with the mark DIS, those of its discrepancy. */
const MOST_BLOCKS_OF_A_PAGE = 1_200;
/** Of the small one: its index and its rows. */
const MOST_BLOCKS_OF_AN_AUDIT = 4_000;
const LISTED = 100;

/** Prints a measured figure, if the large audits are measured. */
const tell = (words: string) => (IS_LARGE ? process.stdout.write(`${words}\n`) : true);

let world: World;
let large: GrownAudit;
let small: GrownAudit;
let session: string;

beforeAll(
  async () => {
    world = await openWorld();
    await analyzeWholeTables(world.database.admin);
    const sizes = [LARGE, ...Array.from({ length: OTHERS }, () => SMALL)];
    const grown = await growAudits(world.database.admin, sizes);
    large = grown[0]!;
    small = grown[1 + Math.floor(OTHERS / 2)]!;
    session = await world.signIn('audit.ca');
  },
  IS_LARGE ? 900_000 : 180_000,
);
afterAll(() => world.close());

const TYPES = ['ALL', 'PP', 'PB', 'SP', 'SB'] as const;
const STATUSES = ['ALL', 'PEN', 'OK', 'DIS'] as const;
const FILTERS = TYPES.flatMap((type) => STATUSES.map((status) => ({ type, status })));

const statementNamed = (name: string) => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};

interface PageCost {
  readonly blocks: number;
  readonly rows: number;
}

/** The cost of one page from the beginning or from the middle of the month. */
async function costOfPage(
  audit: GrownAudit,
  { type, status }: (typeof FILTERS)[number],
  from: 'first' | 'middle',
): Promise<PageCost> {
  const width = (value: string) => (value === 'ALL' ? 'all' : 'one');
  const name = `audit.transaction.list.${width(type)}type.${width(status)}status`;
  const start = from === 'first' ? '0001-01-01' : `${audit.year}-${String(audit.month).padStart(2, '0')}-14`;
  const { blocks } = await measure(world.database.admin, statementNamed(name), [
    ...[LISTED, audit.srno, null, start, 0, '9999-12-31', null],
    ...[type, status].filter((value) => value !== 'ALL'),
  ]);
  const filter = {
    ...{ srno: audit.srno, filterTranType: type, filterStatus: status },
    ...(from === 'first' ? {} : { filterTranFromDate: start }),
  };
  const page = JSON.stringify({ limit: LISTED });
  const { json } = await world.post('audit_a.php', [session, 'filterforaudit', JSON.stringify(filter), page]);
  return { blocks, rows: (json as AuditTransaction[]).length };
}

describe('a page of filterforaudit reads as much in a large audit as in a small one', () => {
  it.each(FILTERS)('type $type, status $status', async (filter) => {
    for (const from of ['first', 'middle'] as const) {
      const before = await costOfPage(small, filter, from);
      const after = await costOfPage(large, filter, from);
      tell(`${filter.type} ${filter.status} ${from}: ${before.blocks} and ${after.blocks} blocks`);
      expect(before.rows).toBeGreaterThan(0);
      // A small audit may have less than a page with this mark; the cost grows with the rows shown.
      const most = before.blocks * (after.rows / before.rows) * MAX_GROWTH;
      expect(after.blocks, `${before.blocks} blocks in the small audit`).toBeLessThanOrEqual(most);
      expect(after.blocks).toBeLessThan(MOST_BLOCKS_OF_A_PAGE);
    }
  });
});

it('a flagged page reads at most its own audit once, however few are flagged', async () => {
  // The audits grow from 2001 on, before every law, so no transaction is flagged. An update would leave old versions of
  // the rows, and they count as blocks for as long as any transaction of the server is older.
  const statement = statementNamed('audit.transaction.list.alltype.allstatus');
  const values = [LISTED, small.srno, null, '0001-01-01', 0, '9999-12-31', JSON.stringify(FLAG_LAW)];
  const { blocks, readThrough } = await measure(world.database.admin, statement, values);
  tell(`no flagged one of ${SMALL}: ${blocks} blocks`);
  expect(blocks).toBeLessThan(MOST_BLOCKS_OF_AN_AUDIT);
  expect(readThrough['transaction']).toBeUndefined();
  const filter = { srno: small.srno, filterTranType: 'ALL', filterStatus: 'ALL', filterFlagged: 1 };
  const { json } = await world.post('audit_a.php', [session, 'filterforaudit', JSON.stringify(filter)]);
  expect(json).toEqual([]);
});

/** The blocks of each schema that this transaction has accessed so far, those of triggers included. */
const BLOCKS_SO_FAR = `select sum(pg_stat_get_xact_blocks_fetched(c.oid)) filter (where s.nspname = 'audit')::integer as audit,
    sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer as total
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where s.nspname in ('audit', 'platform', 'masters') and c.relkind in ('r', 'i')`;
interface Blocks {
  readonly audit: number;
  readonly total: number;
}

it('a mark with its triggers accesses few blocks', async () => {
  const { admin } = world.database;
  const { rows } = await admin.query<{ tran_no: string; day: string }>(
    `select tran_no, tran_date::text as day from audit.transaction where audit = $1 and type = 'SP' and status = 'PEN'
     order by line_no desc limit 4`,
    [large.srno],
  );
  const blocksSoFar = async () => (await admin.query<Blocks>(BLOCKS_SO_FAR)).rows[0]!;
  await admin.query('begin');
  try {
    await admin.query(`set local role bureau_writer; set local bureau.scope = 'all'`);
    await admin.query(`prepare one_mark as ${statementNamed('audit.mark.ok').text}`);
    const costs: Blocks[] = [];
    // The first ones also read what a connection reads once.
    for (const { tran_no, day } of rows) {
      const before = await blocksSoFar();
      const marked = await admin.query(
        `execute one_mark (${large.srno}, 'SP', '${tran_no}', '${day}', '', 1, 'Asha Rao')`,
      );
      expect(marked.rowCount).toBe(1);
      const after = await blocksSoFar();
      costs.push({ audit: after.audit - before.audit, total: after.total - before.total });
    }
    const last = costs.at(-1)!;
    tell(`one mark: ${last.audit} blocks of the audit, ${last.total} with the trail`);
    expect(last.audit).toBeGreaterThan(5);
    expect(last.audit).toBeLessThanOrEqual(MOST_BLOCKS_OF_A_MARK);
  } finally {
    await admin.query('rollback');
    await admin.query('deallocate one_mark').catch(() => undefined);
  }
});

/** The parameters of a list of discrepancies among all, of three branches, and of one month. */
const DISCREPANCY_PAGES: Readonly<Record<string, readonly unknown[]>> = {
  all: [],
  branch: [[2, 3, 4]],
  audit: ['2001-01-01', '2001-01-31', null, null],
};
/** A hundred rows with their audit, branch, purpose and replies. */
const MOST_BLOCKS_OF_DISCREPANCIES = 2_000;

it.each(Object.keys(DISCREPANCY_PAGES))('a page of discrepancies, by %s', async (lead) => {
  const anyDay = ['0001-01-01', '9999-12-31'];
  const shared = [LISTED, '0001-01-01', 0, '9999-12-31', ['T', 'M'], ['P', 'R', 'D'], ...anyDay];
  const statement = statementNamed(`audit.discrepancy.list.${lead}`);
  const { blocks } = await measure(world.database.admin, statement, [...shared, ...DISCREPANCY_PAGES[lead]!]);
  tell(`discrepancies by ${lead}: ${blocks} blocks`);
  expect(blocks).toBeLessThan(MOST_BLOCKS_OF_DISCREPANCIES);
});
