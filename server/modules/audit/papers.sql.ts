import { ATTENDANCE_ROW, type AttendanceType } from '#domain/audit/codes.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import type { OpenedDocument } from '#server/platform/db/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { FileExtension } from '#server/platform/files/kinds.ts';
import type { Author } from '#server/platform/record.ts';
import { DOCUMENT_ROW, DOCUMENT_WORDS } from './registers.present.ts';
import type { RegisterTransaction } from './registers.sheet.ts';

/** The files of an audit: registers, attendance papers, and the proofs of replies. They share one series of numbers. */

const opening = (action: 'view' | 'download') =>
  statement(
    `audit.papers.${action}`,
    {
      srno: 'int4',
      family: 'text',
      code: 'text',
      kind: 'text',
      file_name: 'text',
      extension: 'text',
      hash: 'text?',
      rows: 'int4',
    },
    `with found as (
       select d.srno, d.branch, d.audit, case when d.kind like 'FLM%' then 'register' else 'paper' end as family, d.kind as code,
         ${DOCUMENT_WORDS} as kind, d.file_name, d.extension, d.hash, d.rows
       from audit.document d where d.srno = $1 and d.file_name = $2 and d.removed_at is null
       union all
       select y.srno, y.branch, c.audit, 'proof', 'PROOF', 'Proof', y.file_name, y.extension, y.hash, 0
       from audit.reply y join audit.discrepancy c on c.line_no = y.discrepancy
       where y.srno = $1 and y.file_name = $2 and c.removed_at is null
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select '${action}', 'audit ' || case family when 'proof' then 'proof' else 'document' end, srno::text, branch,
         jsonb_build_object('audit', audit, 'document', kind, 'file', file_name, 'hash', hash) from found
     )
     select srno, family, code, kind, file_name, extension, hash, rows from found`,
  );
const open = { view: opening('view'), download: opening('download') };

interface OpenedFile extends Omit<OpenedDocument, 'hash'> {
  readonly srno: number;
  readonly family: 'register' | 'paper' | 'proof';
  /** The format of a register. */
  readonly code: string;
  /** Null if the file is written from the transactions. */
  readonly hash: string | null;
  readonly extension: FileExtension;
  /** The transactions of a register. */
  readonly rows: number;
}
/** Opens a file and records it in the trail; undefined where none is in reach. */
export const openFile = (
  tx: Transaction,
  action: keyof typeof open,
  { srno, filename }: { readonly srno: number; readonly filename: string },
) => tx.maybe(open[action], [srno, filename]) as Promise<OpenedFile | undefined>;

const PAGE_ROWS = 500;
const page = statement(
  'audit.papers.transactions',
  {
    line_no: 'int4',
    type: 'text',
    tran_no: 'text',
    tran_date: 'date',
    traveller: 'text',
    party: 'text',
    nationality: 'text',
    id_number: 'text',
    pan: 'text',
    purpose: 'text',
    party_type: 'text',
    paid_by: 'text',
    lines: 'jsonb',
  },
  `select line_no, type, tran_no, tran_date, traveller, party, nationality, id_number, pan, purpose, party_type, paid_by, lines
   from audit.transaction where document = $1 and line_no > $2 order by line_no limit ${PAGE_ROWS}`,
);
/** The transactions of a register in its order, read page by page. */
export async function* transactionsOf(on: Executor, register: number): AsyncGenerator<RegisterTransaction> {
  let last = 0;
  for (;;) {
    const rows = await on.rows(page, [register, last]);
    yield* rows as readonly RegisterTransaction[];
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.line_no ?? last;
  }
}

const IS_ATTENDANCE = `n.list = 'OPS' and n.no = ${ATTENDANCE_ROW}`;
const PAPERS = `coalesce(json_agg(${jsonObject(DOCUMENT_ROW)} order by d.srno), '[]')::text as body`;

const list = statement(
  'audit.papers.attendance',
  { body: 'text' },
  `select (select ${PAPERS} from audit.document d
     where d.audit = n.audit and d.kind in ('ATT1', 'ATT2') and d.removed_at is null) as body
   from audit.answer n
   where n.srno = $1 and ${IS_ATTENDANCE} and ($2::integer[] is null or n.branch = any ($2))`,
);
/** The papers of an attendance row, as JSON; undefined if it is none, or out of scope. */
export const listPapers = (on: Executor, row: number, scope: Scope) =>
  on.maybe(list, [row, entitiesIn(scope)]);

const add = statement(
  'audit.papers.add',
  { srno: 'int4' },
  `with d as (
     insert into audit.document (audit, branch, kind, origin, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name)
     select n.audit, n.branch, 'ATT' || $2::text, 'upload', $3::text, $4::text, $5::text, $6::integer, $7::integer, $8::text
     from audit.answer n where n.srno = $1 and ${IS_ATTENDANCE}
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'audit document', d.srno::text, d.branch,
       jsonb_build_object('audit', d.audit, 'document', ${DOCUMENT_WORDS}, 'file', d.file_name, 'hash', d.hash) from d
   )
   select srno from d`,
);
/** Adds a paper to an attendance row; undefined if there is no such row in reach. */
export const addPaper = (
  tx: Transaction,
  row: number,
  type: AttendanceType,
  { fileName, extension, hash, bytes }: AcceptedFile,
  by: Author,
) => tx.maybe(add, [row, type, fileName, extension, hash, bytes, by.account, by.name]);
