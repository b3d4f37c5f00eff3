import { flagsOfTransaction } from '#contract/audit/flags.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import {
  DISCREPANCY_WORDS,
  PARTY_TYPE_WORDS,
  TRANSACTION_TYPE_WORDS,
  type DiscrepancyStatus,
  type Mark,
} from '#domain/audit/codes.ts';
import { FLAG_WORDS } from '#domain/audit/flags.ts';
import { readWireDate } from '#domain/dates.ts';
import type { WireColumns } from '#server/platform/database.ts';
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
export const TRANSACTION_ROW: WireColumns = {
  adt_hdrsrno: 't.audit',
  adt_lineno: 't.line_no',
  adt_date: `to_char(t.tran_date, 'DD/MM/YYYY')`,
  adt_trantype: 't.type',
  adt_tranno: 't.tran_no',
  adt_travname: 't.traveller',
  adt_partyname: 't.party',
  adt_purpose: 'coalesce(p.name, t.purpose)',
  adt_status: 't.status',
  purpose_id: 't.purpose',
  amount: 't.amount::text',
  party_type: 't.party_type',
  paid_by: 't.paid_by',
  marked_by: 't.marked_by_name',
  nationality: 't.nationality',
  id_number: masked('t.id_number'),
  pan: masked('t.pan'),
  nationality_fatf: `(${IS_FATF})::integer`,
  dis_lineno: 'coalesce(d.line_no, 0)',
  dis_status: `coalesce(d.status, '')`,
  dis_text: `coalesce(d.words, '')`,
  lines: 't.lines',
};

const MARK_WORDS = { PEN: 'Pending', OK: 'OK', DIS: 'Discrepancy' } as const satisfies Record<Mark, string>;

const worded = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code;

export const TRANSACTION_SHEET: readonly ExportColumn<AuditTransaction>[] = [
  { header: 'Date', kind: 'date', width: 12, value: ({ adt_date }) => readWireDate(adt_date) },
  {
    header: 'Type',
    kind: 'text',
    width: 22,
    value: ({ adt_trantype }) => worded(TRANSACTION_TYPE_WORDS, adt_trantype),
  },
  { header: 'Number', kind: 'text', width: 12, value: ({ adt_tranno }) => adt_tranno },
  { header: 'Traveller', kind: 'text', width: 30, value: ({ adt_travname }) => adt_travname },
  { header: 'Party', kind: 'text', width: 30, value: ({ adt_partyname }) => adt_partyname },
  {
    header: 'Party Type',
    kind: 'text',
    width: 18,
    value: ({ party_type }) => worded(PARTY_TYPE_WORDS, party_type),
  },
  { header: 'Purpose', kind: 'text', width: 28, value: ({ adt_purpose }) => adt_purpose },
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
  { header: 'Payment', kind: 'text', width: 16, value: ({ paid_by }) => paid_by },
  { header: 'Mark', kind: 'text', width: 14, value: ({ adt_status }) => MARK_WORDS[adt_status] },
  { header: 'Marked by', kind: 'text', width: 22, value: ({ marked_by }) => marked_by },
  { header: 'Discrepancy', kind: 'text', width: 50, value: ({ dis_text }) => dis_text },
  {
    header: 'Discrepancy Status',
    kind: 'text',
    width: 18,
    value: ({ dis_status }) => DISCREPANCY_WORDS[dis_status as DiscrepancyStatus] ?? '',
  },
];
