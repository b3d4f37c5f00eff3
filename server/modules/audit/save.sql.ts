import type { AuditStatus } from '#domain/audit/codes.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Author } from '#server/platform/record.ts';
import { countsNow } from './counts.sql.ts';
import { trailedAudit } from './audit.present.ts';
import { summedDiscrepancies } from './kinds.sql.ts';
import { TODAY } from '#server/platform/shown.ts';

const header = {
  branch: 'int4',
  year: 'int4',
  month: 'int4',
  status: 'text',
  previous: 'int4?',
  version: 'int4',
  changed_by_name: 'text',
  changed_at: 'timestamptz',
} as const;
const HEADER = 'branch, year, month, status, previous, version, changed_by_name, changed_at';
const share = statement(
  'audit.audit.share',
  header,
  `select ${HEADER} from audit.audit where srno = $1 for share`,
);
const lock = statement(
  'audit.audit.lock',
  header,
  `select ${HEADER} from audit.audit where srno = $1 for no key update`,
);

export interface AuditHead {
  readonly branch: number;
  readonly year: number;
  readonly month: number;
  readonly status: AuditStatus;
  readonly previous: number | null;
  readonly version: number;
  readonly changed_by_name: string;
  readonly changed_at: Date;
}
/**
 * Locks the header before anything else of the audit: alone if the status may change, else shared, so that two who save
 * two tabs do not wait for each other. Nobody upgrades a shared lock, which could block two for good.
 */
export const lockAudit = async (
  tx: Transaction,
  srno: number,
  mode: 'share' | 'alone',
): Promise<AuditHead | undefined> =>
  (await tx.maybe(mode === 'alone' ? lock : share, [srno])) as AuditHead | undefined;

const stored = {
  srno: 'int4',
  content: 'jsonb',
  version: 'int4',
  changed_by_name: 'text',
  changed_at: 'timestamptz',
} as const;
/** The content of a row: what can be typed in it, by column. */
export type RowContent = Readonly<Record<string, string | number | null>>;
export interface StoredRow {
  readonly srno: number;
  readonly content: RowContent;
  readonly version: number;
  readonly changed_by_name: string;
  readonly changed_at: Date;
}

/** A tab whose rows are typed. */
export interface TabStatements {
  readonly lock: Statement;
  readonly update: Statement<{ rows: number }>;
}

interface TabTable {
  readonly name: string;
  readonly table: string;
  /** The columns that are typed, with their types. */
  readonly columns: Readonly<Record<string, string>>;
  readonly where?: string;
  /** What a user sees in a column, if it is not the stored value. `$3` is the audit of the month before. */
  readonly seen?: Readonly<Record<string, string>>;
  readonly joins?: string;
  readonly with?: string;
  readonly key?: string;
  /** What is written in a column, if it is not the value `s` that was sent. */
  readonly written?: Readonly<Record<string, string>>;
  /** What is written besides. */
  readonly also?: string;
}

function tabStatements(tab: TabTable): TabStatements {
  const { name, table, columns, where = 'true', seen = {}, written = {}, joins = '', key = 'srno' } = tab;
  const names = Object.keys(columns);
  const asJson = (row: string, value: (column: string) => string) =>
    `jsonb_build_object(${names.map((column) => `'${column}', ${value(column)}`).join(', ')})${row}`;
  return {
    lock: statement(
      `audit.${name}.lock`,
      stored,
      `${tab.with ?? ''} select t.${key} as srno, ${asJson('', (column) => seen[column] ?? `t.${column}`)} as content,
         t.version, t.changed_by_name, t.changed_at
       from ${table} t ${joins}
       where t.audit = $1 and t.${key} = any ($2::integer[]) and ${where} and ($3::integer is null or true)
       order by t.${key} for update of t`,
    ),
    update: statement(
      `audit.${name}.save`,
      { rows: 'int4' },
      `with sent as (
         select * from jsonb_to_recordset($2) as s (srno integer, ${names.map((column) => `${column} ${columns[column]}`).join(', ')})
       ), before as (
         select ${asJson(` || jsonb_build_object('row', t.${key})`, (column) => `t.${column}`)} as content
         from ${table} t join sent s on s.srno = t.${key} where t.audit = $1
       ), changed as (
         update ${table} t set ${names.map((column) => `${column} = ${written[column] ?? `s.${column}`}`).join(', ')}, ${tab.also ?? ''}
           version = t.version + 1, changed_by = $3, changed_by_name = $4, changed_at = now()
         from sent s where s.srno = t.${key} and t.audit = $1 returning t.*
       ), trailed as (
         insert into platform.trail (action, record, record_id, branch, before, after)
         select 'edit', 'audit', $1::text, min(branch),
           jsonb_build_object('tab', '${name}', 'rows', (select jsonb_agg(content order by content -> 'row') from before)),
           jsonb_build_object('tab', '${name}', 'rows', jsonb_agg(
             ${asJson(` || jsonb_build_object('row', t.${key})`, (column) => `t.${column}`)} order by t.${key}))
         from changed t having count(*) > 0
       )
       select count(*)::integer as rows from changed`,
    ),
  };
}

const answers = (list: string) =>
  tabStatements({
    name: list.toLowerCase(),
    table: 'audit.answer',
    columns: { answer: 'text', observation: 'text' },
    where: `t.list = '${list}'`,
  });
/** What is shown of a count is what it counts now. A count that is emptied was never made. */
const counts = (list: string, seen: string) =>
  tabStatements({
    name: `count_${list.toLowerCase()}`,
    table: 'audit.count_row',
    columns: { transactions: 'integer' },
    where: `t.list = '${list}'`,
    with: `with ${countsNow('$1::integer')}`,
    joins: 'join count_now n on n.srno = t.srno',
    seen: { transactions: seen },
    written: { transactions: 'coalesce(s.transactions, 0)' },
    also: `source = case when s.transactions is null then '' else 'typed' end,`,
  });

export const TABS = {
  rbi: answers('RBI'),
  ops: answers('OPS'),
  purchases: counts('PUR', 'coalesce(n.transactions, 0)'),
  sales: counts('SAL', 'coalesce(n.transactions, 0)'),
  transfers: counts('MTSS', 'n.transactions'),
  business: tabStatements({
    name: 'mis',
    table: 'audit.mis_row',
    columns: { last_month: 'numeric' },
    seen: { last_month: '(case when $3::integer is null then t.last_month else l.this_month end)::text' },
    joins: 'left join audit.mis_row l on l.audit = $3 and l.code = t.code',
  }),
  summary: tabStatements({
    name: 'summary',
    table: 'audit.summary_row',
    columns: { last_month: 'integer', complied: 'integer' },
    seen: {
      last_month: 'case when $3::integer is null then t.last_month else coalesce(l.n, 0) end',
      complied: 'case when $3::integer is null then t.complied else coalesce(l.cleared, 0) end',
    },
    with: `with last_summed as materialized (${summedDiscrepancies('$3::integer')})`,
    joins: 'left join last_summed l on l.code = t.code',
  }),
  discrepancies: tabStatements({
    name: 'discrepancies',
    table: 'audit.discrepancy',
    columns: { words: 'text' },
    where: 't.removed_at is null',
    key: 'line_no',
  }),
} as const;

export const lockRows = async (
  tx: Transaction,
  { lock }: TabStatements,
  audit: number,
  srnos: readonly number[],
  previous: number | null,
): Promise<readonly StoredRow[]> => (await tx.rows(lock, [audit, srnos, previous])) as StoredRow[];

/** Writes rows that this transaction has locked, with one trail entry for the tab. */
export const updateRows = (
  tx: Transaction,
  { update }: TabStatements,
  audit: number,
  rows: readonly ({ readonly srno: number } & RowContent)[],
  { account, name }: Author,
) => tx.one(update, [audit, JSON.stringify(rows), account, name]);

const pendingOf = statement(
  'audit.discrepancy.pendingof',
  { open: 'int4[]' },
  `select coalesce(array_agg(line_no), '{}') as open from audit.discrepancy
   where audit = $1 and line_no = any ($2::integer[]) and status = 'P'`,
);
/** Those of the discrepancies that are pending. */
export const pendingAmong = async (tx: Transaction, audit: number, lines: readonly number[]) =>
  (await tx.one(pendingOf, [audit, lines])).open;

const move = statement(
  'audit.audit.move',
  { version: 'int4' },
  `with before as (
     select * from audit.audit where srno = $1
   ), changed as (
     update audit.audit set status = $2, reviewed_on = case when $2 = 'R' then ${TODAY} else reviewed_on end,
       version = version + 1, changed_by = $3, changed_by_name = $4, changed_at = now()
     where srno = $1 and status <> 'C' returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'status', 'audit', changed.srno::text, changed.branch, ${trailedAudit('before')}, ${trailedAudit('changed')}
     from before, changed
   )
   select version from changed`,
);
/** Changes the status between Pending and Review. */
export const moveAudit = (
  tx: Transaction,
  srno: number,
  status: Exclude<AuditStatus, 'C'>,
  { account, name }: Author,
) => tx.one(move, [srno, status, account, name]);

const storeLast = statement(
  'audit.audit.storelast',
  { rows: 'int4' },
  `with last_summed as materialized (${summedDiscrepancies('$2::integer')}), business as (
     update audit.mis_row t set last_month = (
       select l.this_month from audit.mis_row l where l.audit = $2 and l.code = t.code)
     where t.audit = $1 returning 1
   ), summaries as (
     update audit.summary_row t set last_month = coalesce((select l.n from last_summed l where l.code = t.code), 0),
       complied = coalesce((select l.cleared from last_summed l where l.code = t.code), 0)
     where t.audit = $1 returning 1
   )
   select ((select count(*) from business) + (select count(*) from summaries))::integer as rows`,
);
/** Stores the figures of the month before, so that what happens to its audit afterwards changes nothing here. */
export const storeLastMonth = (tx: Transaction, srno: number, previous: number) =>
  tx.one(storeLast, [srno, previous]);

const close = statement(
  'audit.audit.close',
  { version: 'int4' },
  `with before as (
     select * from audit.audit where srno = $1
   ), changed as (
     update audit.audit set status = 'C', closed_on = ${TODAY}, closed_by_name = $3, report = $4::jsonb,
       version = version + 1, changed_by = $2, changed_by_name = $3, changed_at = now()
     where srno = $1 and status <> 'C' returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'close', 'audit', changed.srno::text, changed.branch, ${trailedAudit('before')}, ${trailedAudit('changed')}
     from before, changed
   )
   select version from changed`,
);
/** Closes an audit for good, with its report as it is now. */
export const closeAudit = (tx: Transaction, srno: number, report: object, { account, name }: Author) =>
  tx.one(close, [srno, account, name, JSON.stringify(report)]);

const unchanged = statement(
  'audit.audit.unchanged',
  {},
  `insert into platform.trail (action, record, record_id, branch, after) values ('edit', 'audit', $1::text, $2, '{"rows": 0}')`,
);
/** A save that changes nothing leaves a trail entry that says so. */
export const noteUnchanged = (tx: Transaction, srno: number, branch: number) =>
  tx.rows(unchanged, [srno, branch]);
