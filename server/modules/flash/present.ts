import { currencyRow, denominationRow } from '#contract/flash/currencies.ts';
import { discrepancyHeader, discrepancyRow, responseRow } from '#contract/flash/discrepancies.ts';
import { flashHeader } from '#contract/flash/flash.ts';
import { countedFace, reportAnswer, reportHeader, transactionRow } from '#contract/flash/transactions.ts';
import {
  ANSWER_WORDS,
  LINE_WORDS,
  SALE_TYPE_WORDS,
  TYPED_CURRENCY,
  TYPED_CURRENCY_NAME,
  type DiscrepancyKind,
} from '#domain/flash/codes.ts';
import { FLASH_FLOW } from '#domain/flash/flash.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { dateOrEmpty, wordOf } from '#server/platform/shown.ts';
import { moment, momentOrEmpty } from '#server/platform/moment.ts';

/** Row → wire: the audit `a` of the branch `e`, its currencies `c`, denominations `n`, transactions `t` and responses `r`. */

export const HEADER_ROW = onWire(flashHeader, {
  srno: 'a.srno',
  branch: 'e.id',
  branchName: 'e.name',
  date: dateOrEmpty('a.on_day'),
  cashier: 'a.cashier',
  status: 'a.status',
  statusName: wordOf('a.status', FLASH_FLOW.words),
  remark: 'a.remark',
  type: 'a.type',
  filename: `coalesce(a.file_name, '')`,
  extension: `coalesce(a.extension, '')`,
  isFilled: '(a.filled_at is not null)::integer',
  auditor: 'a.auditor_name',
  version: 'a.version',
});

const HEADER = {
  srno: 'a.srno',
  branch: 'e.id',
  branchName: 'e.name',
  date: dateOrEmpty('a.on_day'),
  cashier: 'a.cashier',
  auditor: 'a.auditor_name',
  status: 'a.status',
  statusName: wordOf('a.status', FLASH_FLOW.words),
  remark: 'a.remark',
};
export const DISCREPANCY_HEADER = onWire(discrepancyHeader, HEADER);
export const REPORT_HEADER = onWire(reportHeader, {
  ...HEADER,
  filledAt: momentOrEmpty('a.filled_at'),
  filledBy: `coalesce(a.filled_by, '')`,
  closedOn: dateOrEmpty(`(a.closed_at at time zone 'Asia/Kolkata')::date`),
});

/** Audits keep the name of a currency as it was; that of INR may be its code there. */
const nameOf = (line: string) =>
  `case ${line}.isd when '${TYPED_CURRENCY}' then '${TYPED_CURRENCY_NAME}' else ${line}.name end`;

export const CURRENCY_ROW = onWire(currencyRow, {
  srno: 'c.srno',
  isd: 'c.isd',
  isdName: nameOf('c'),
  reportValue: 'c.report::text',
  actualValue: 'c.actual::text',
  difference: 'c.difference::text',
  status: 'c.status',
  answerStatus: 'c.answer_status',
  inVault: `coalesce(c.in_vault::text, '')`,
  withExecutives: `coalesce(c.with_executives::text, '')`,
  inTransit: `coalesce(c.in_transit::text, '')`,
  faces: 'c.faces',
  version: 'c.version',
});

const DENOMINATION = {
  srno: 'n.line_no',
  denomination: 'trim_scale(n.face)::text',
  quantity: 'n.quantity',
  total: 'n.total::text',
};
export const DENOMINATION_ROW = onWire(denominationRow, DENOMINATION);
export const COUNTED_FACE = onWire(countedFace, { currency: 'n.currency', ...DENOMINATION });

export const TRANSACTION_ROW = onWire(transactionRow, {
  srno: 't.srno',
  audit: 't.audit',
  saleType: 't.sale_type',
  saleTypeName: wordOf('t.sale_type', SALE_TYPE_WORDS),
  number: 't.tran_no',
  date: dateOrEmpty('t.tran_date'),
  document: 't.document',
  status: 't.status',
  statusName: wordOf('t.status', LINE_WORDS),
  answerStatus: 't.answer_status',
  replies: `(select count(*)::integer from flash.response r where r.transaction = t.srno and r.status is null)`,
  version: 't.version',
});

/** A remark with its optional file, or a change of the status. */
export const RESPONSE_ROW = onWire(responseRow, {
  srno: 'r.srno',
  remark: 'r.words',
  filename: `coalesce(r.file_name, '')`,
  extension: `coalesce(r.extension, '')`,
  bytes: 'coalesce(r.bytes, 0)',
  status: `coalesce(r.status, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
});

/** A remark in the report. */
export const ANSWER_ROW = onWire(reportAnswer, {
  kind: `case when r.currency is null then 'T' else 'C' end`,
  line: 'coalesce(r.currency, r.transaction)',
  remark: 'r.words',
  filename: `coalesce(r.file_name, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
});

/** Where the discrepancies of each kind are: the table, the column of the responses, and what is still a line. */
export const DISCREPANCIES = {
  C: { table: 'flash.currency', column: 'currency', isThere: 'true' },
  T: { table: 'flash.transaction', column: 'transaction', isThere: 'd.removed_at is null' },
} as const satisfies Record<DiscrepancyKind, object>;

/** Whether there is a remark on the line `d` since it last became pending. A change of the status is no remark. */
export const isAnswered = (kind: DiscrepancyKind): string =>
  `exists (select from flash.response r where r.${DISCREPANCIES[kind].column} = d.srno and r.status is null
     and r.made_at >= d.pending_since)`;

const CURRENCY_OF_DISCREPANCY = {
  isd: 'd.isd',
  isdName: nameOf('d'),
  reportValue: 'd.report::text',
  actualValue: 'd.actual::text',
  difference: 'd.difference::text',
  faces: 'd.faces',
};
const TRANSACTION_OF_DISCREPANCY = {
  saleType: 'd.sale_type',
  saleTypeName: wordOf('d.sale_type', SALE_TYPE_WORDS),
  number: 'd.tran_no',
  transactionDate: dateOrEmpty('d.tran_date'),
  document: 'd.document',
};
const empty = (columns: WireColumns): WireColumns =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, name === 'faces' ? '0' : `''`]));

/** The discrepancy `d` of the audit `a` at the branch `e`. */
export const discrepancyOf = (kind: DiscrepancyKind): WireColumns =>
  onWire(discrepancyRow, {
    srno: 'd.srno',
    audit: 'd.audit',
    kind: `'${kind}'`,
    branch: 'e.id',
    branchName: 'e.name',
    date: dateOrEmpty('d.on_day'),
    auditStatus: 'a.status',
    ...(kind === 'C' ? CURRENCY_OF_DISCREPANCY : empty(CURRENCY_OF_DISCREPANCY)),
    ...(kind === 'T' ? TRANSACTION_OF_DISCREPANCY : empty(TRANSACTION_OF_DISCREPANCY)),
    status: 'd.answer_status',
    statusName: wordOf('d.answer_status', ANSWER_WORDS),
    replies: `(select count(*)::integer from flash.response r
    where r.${DISCREPANCIES[kind].column} = d.srno and r.status is null)`,
    isAnswered: `(${isAnswered(kind)})::integer`,
    version: 'd.version',
  });
