import { flagsOfTransaction } from '#contract/audit/flags.ts';
import { transactionRow, type AuditTransaction } from '#contract/audit/transactions.ts';
import {
  DISCREPANCY_WORDS,
  PARTY_TYPE_WORDS,
  TRANSACTION_TYPE_WORDS,
  type DiscrepancyStatus,
  type Mark,
} from '#domain/audit/codes.ts';
import { FLAG_WORDS } from '#domain/audit/flags.ts';
import { readWireDate } from '#domain/dates.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';
import { FATF_NAMES } from './fatf.sql.ts';

/** A number with the mask of domain/requests/masks.ts; a test compares the two. */
const masked = (number: string) =>
  `case when ${number} = '' then '' else lpad(right(${number}, least(4, length(${number}) / 2)),
     greatest(length(${number}), 4 + least(4, length(${number}) / 2)), 'X') end`;

/** Whether the nationality of a transaction `t` is on a FATF list. */
const IS_FATF = `lower(t.nationality) in (${FATF_NAMES})`;

/** Whether flagsOf of domain/audit/flags.ts flags a transaction `t`, by FLAG_LAW; a test compares the two. */
export const flaggedCondition = (law: string): string => `(
  t.type = 'SP' and t.pan = '' and exists (
    select from jsonb_to_recordset(${law} -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
  or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
    select l.least from jsonb_to_recordset(${law} -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
    order by l."from" desc limit 1)
  or ${IS_FATF})`;

/** A transaction `t` with the name of its purpose `p` and its live discrepancy `d`. */
export const TRANSACTION_ROW = onWire(transactionRow, {
  audit: 't.audit',
  lineNo: 't.line_no',
  date: `to_char(t.tran_date, 'DD/MM/YYYY')`,
  type: 't.type',
  number: 't.tran_no',
  traveller: 't.traveller',
  partyName: 't.party',
  purposeName: 'coalesce(p.name, t.purpose)',
  status: 't.status',
  purpose: 't.purpose',
  amount: 't.amount::text',
  partyType: 't.party_type',
  paidBy: 't.paid_by',
  markedBy: 't.marked_by_name',
  nationality: 't.nationality',
  idNumber: masked('t.id_number'),
  pan: masked('t.pan'),
  isFatf: `(${IS_FATF})::integer`,
  discrepancyLineNo: 'coalesce(d.line_no, 0)',
  discrepancyStatus: `coalesce(d.status, '')`,
  discrepancyWords: `coalesce(d.words, '')`,
  lines: 't.lines',
});

const MARK_WORDS = { PEN: 'Pending', OK: 'OK', DIS: 'Discrepancy' } as const satisfies Record<Mark, string>;

const worded = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code;

export const TRANSACTION_SHEET: readonly ExportColumn<AuditTransaction>[] = [
  { header: 'Date', kind: 'date', width: 12, value: ({ date }) => readWireDate(date) },
  {
    header: 'Type',
    kind: 'text',
    width: 22,
    value: ({ type }) => worded(TRANSACTION_TYPE_WORDS, type),
  },
  { header: 'Number', kind: 'text', width: 12, value: ({ number }) => number },
  { header: 'Traveller', kind: 'text', width: 30, value: ({ traveller }) => traveller },
  { header: 'Party', kind: 'text', width: 30, value: ({ partyName }) => partyName },
  {
    header: 'Party Type',
    kind: 'text',
    width: 18,
    value: ({ partyType }) => worded(PARTY_TYPE_WORDS, partyType),
  },
  { header: 'Purpose', kind: 'text', width: 28, value: ({ purposeName }) => purposeName },
  { header: 'Amount', kind: 'money', width: 16, value: ({ amount }) => amount },
  {
    header: 'Flags',
    kind: 'text',
    width: 22,
    value: (row) =>
      flagsOfTransaction(row)
        .map((flag) => FLAG_WORDS[flag])
        .join(', '),
  },
  { header: 'Payment', kind: 'text', width: 16, value: ({ paidBy }) => paidBy },
  { header: 'Mark', kind: 'text', width: 14, value: ({ status }) => MARK_WORDS[status] },
  { header: 'Marked by', kind: 'text', width: 22, value: ({ markedBy }) => markedBy },
  { header: 'Discrepancy', kind: 'text', width: 50, value: ({ discrepancyWords }) => discrepancyWords },
  {
    header: 'Discrepancy Status',
    kind: 'text',
    width: 18,
    value: ({ discrepancyStatus }) => DISCREPANCY_WORDS[discrepancyStatus as DiscrepancyStatus] ?? '',
  },
];
