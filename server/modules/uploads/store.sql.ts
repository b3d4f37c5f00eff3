import type { CoveredSums } from '#domain/uploads/batches.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';

/** The rows of a batch and the months that they cover, all in the transaction of the upload. */

export interface StoredRow {
  readonly n: number;
  readonly branch: number;
  readonly executive: number | null;
  readonly purpose: string;
}

/** A month of a branch that a sheet has rows of. */
export interface BranchMonth {
  readonly branch: number;
  readonly branchId: string;
  readonly month: string;
}

interface RowTable {
  readonly table: string;
  /** The column whose sum people compare before they replace a month. */
  readonly summed: string;
  /** The columns, and the fields of a row with their types. */
  readonly columns: string;
  readonly fields: string;
}

const TABLES: Readonly<Record<UploadKind, RowTable>> = {
  P: {
    table: 'uploads.purpose_row',
    summed: 'amount',
    columns: 'n, branch, month, purpose, transactions, amount',
    fields: 'n integer, branch integer, month date, purpose text, transactions integer, amount numeric',
  },
  L: {
    table: 'uploads.lrs_row',
    summed: 'rupees',
    columns: 'n, branch, on_day, tran_no, name, pan, purpose, isd, quantity, rupees, dollars',
    fields: `n integer, branch integer, date date, number text, name text, pan text, purpose text, currency text,
      quantity numeric, rupees numeric, dollars numeric`,
  },
  T: {
    table: 'uploads.profit_row',
    summed: 'profit',
    columns: 'n, branch, on_day, tran_no, type, executive, amount, profit',
    fields: `n integer, branch integer, date date, number text, type text, executive integer, amount numeric,
      profit numeric`,
  },
};

const byKind = <Row>(make: (kind: UploadKind, table: RowTable) => Statement<Row>) => ({
  P: make('P', TABLES.P),
  L: make('L', TABLES.L),
  T: make('T', TABLES.T),
});

const insert = byKind((kind, { table, columns, fields }) =>
  statement(
    `uploads.rows.insert.${kind}`,
    {},
    `insert into ${table} (batch, ${columns})
     select $1::integer, r.* from jsonb_to_recordset($2::jsonb) as r (${fields})`,
  ),
);
export const storeRows = (tx: Transaction, kind: UploadKind, batch: number, rows: readonly StoredRow[]) =>
  tx.rows(insert[kind], [batch, JSON.stringify(rows)]);

const monthsIn = (branches: string, months: string) =>
  `unnest(${branches}::integer[], ${months}::date[]) as m (branch, month)`;

/** The months that other batches cover, with what counts of them now and what this batch has of them. */
const covers = byKind((kind, { table, summed }) => {
  const count = (which: string) => `count(*) filter (where r.batch ${which} $3)::integer`;
  const sum = (which: string) => `coalesce(sum(r.${summed}) filter (where r.batch ${which} $3), 0)::text`;
  return statement(
    `uploads.covered.find.${kind}`,
    {
      branch: 'text',
      month: 'date',
      rowsbefore: 'int4',
      sumbefore: 'text',
      rowsafter: 'int4',
      sumafter: 'text',
    },
    `select b.id as branch, c.month, ${count('<>')} as rowsbefore, ${sum('<>')} as sumbefore,
       ${count('=')} as rowsafter, ${sum('=')} as sumafter
     from ${monthsIn('$1', '$2')}
     join uploads.covered c on c.kind = '${kind}' and c.branch = m.branch and c.month = m.month
     join masters.entity_ref b on b.srno = c.branch
     join ${table} r on r.branch = m.branch and r.month = m.month
     where c.batch <> $3::integer group by b.id, c.month order by c.month, b.id`,
  );
});
const cover = statement(
  'uploads.covered.add',
  { branch: 'int4' },
  `insert into uploads.covered (kind, branch, month, batch)
   select $1::text, m.branch, m.month, $4::integer from ${monthsIn('$2', '$3')} order by m.branch, m.month
   on conflict on constraint covered_once do nothing returning branch`,
);
const replace = statement(
  'uploads.covered.replace',
  { branch: 'int4' },
  `insert into uploads.covered as c (kind, branch, month, batch)
   select $1::text, m.branch, m.month, $4::integer from ${monthsIn('$2', '$3')} order by m.branch, m.month
   on conflict on constraint covered_once do update set batch = excluded.batch returning branch`,
);
const removeReplaced = byKind((kind, { table }) =>
  statement(
    `uploads.rows.replace.${kind}`,
    {},
    `delete from ${table} r using ${monthsIn('$1', '$2')}
     where r.branch = m.branch and r.month = m.month and r.batch <> $3::integer`,
  ),
);
const forgetProfit = statement(
  'uploads.profit.forget',
  {},
  `delete from uploads.profit_month p using ${monthsIn('$1', '$2')} where p.branch = m.branch and p.month = m.month`,
);
const sumProfit = statement(
  'uploads.profit.sum',
  {},
  `insert into uploads.profit_month (branch, executive, month, profit, transactions)
   select branch, executive, month, sum(profit), count(*) from uploads.profit_row where batch = $1
   group by branch, executive, month`,
);

const listsOf = (months: readonly BranchMonth[]) => [
  months.map(({ branch }) => branch),
  months.map(({ month }) => month),
];

/**
 * Makes a batch count for its months. Months that another batch covers are taken over if `isReplacing`; else they are
 * returned, and the transaction must not commit. Both go through the months in the same order, so that of two uploads that share some
 * one waits for the other, and neither for ever. Rows of a month that is taken over are deleted: their sheet is kept.
 */
export async function coverMonths(
  tx: Transaction,
  kind: UploadKind,
  batch: number,
  months: readonly BranchMonth[],
  isReplacing: boolean,
): Promise<readonly CoveredSums[]> {
  const lists = listsOf(months);
  const done = await tx.rows(isReplacing ? replace : cover, [kind, ...lists, batch]);
  if (done.length < months.length) return tx.rows(covers[kind], [...lists, batch]);
  if (isReplacing) {
    await tx.rows(removeReplaced[kind], [...lists, batch]);
    if (kind === 'T') await tx.rows(forgetProfit, lists);
  }
  if (kind === 'T') await tx.rows(sumProfit, [batch]);
  return [];
}
