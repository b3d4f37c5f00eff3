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
import { dateOrEmpty, wordOf } from '#server/platform/shown.ts';
import { moment, momentOrEmpty } from '#server/platform/moment.ts';

/** Row → wire: the audit `a` of the branch `e`, its currencies `c`, denominations `n`, transactions `t` and responses `r`. */

export const HEADER_ROW: WireColumns = {
  srno: 'a.srno',
  branch: 'e.id',
  entityname: 'e.name',
  date: dateOrEmpty('a.on_day'),
  cashier: 'a.cashier',
  status: 'a.status',
  statusnm: wordOf('a.status', FLASH_FLOW.words),
  remark: 'a.remark',
  audittype: 'a.type',
  filename: `coalesce(a.file_name, '')`,
  ext: `coalesce(a.extension, '')`,
  dataexist: '(a.filled_at is not null)::integer',
  auditor: 'a.auditor_name',
  version: 'a.version',
};

/** The header of the report and of a discrepancy. */
export const REPORT_HEADER: WireColumns = {
  srno: 'a.srno',
  branch: 'e.id',
  entityname: 'e.name',
  date: dateOrEmpty('a.on_day'),
  cashier: 'a.cashier',
  auditor: 'a.auditor_name',
  status: 'a.status',
  statusnm: wordOf('a.status', FLASH_FLOW.words),
  remark: 'a.remark',
};
/** What the report says besides. */
export const PAPER_HEADER: WireColumns = {
  ...REPORT_HEADER,
  filledat: momentOrEmpty('a.filled_at'),
  filledby: `coalesce(a.filled_by, '')`,
  closedon: dateOrEmpty(`(a.closed_at at time zone 'Asia/Kolkata')::date`),
};

/** Audits keep the name of a currency as it was; that of INR may be its code there. */
const nameOf = (line: string) =>
  `case ${line}.isd when '${TYPED_CURRENCY}' then '${TYPED_CURRENCY_NAME}' else ${line}.name end`;

export const CURRENCY_ROW: WireColumns = {
  srno: 'c.srno',
  isd: 'c.isd',
  isd_name: nameOf('c'),
  afc_reportvalue: 'c.report::text',
  afc_actualvalue: 'c.actual::text',
  afc_valuediff: 'c.difference::text',
  afc_status: 'c.status',
  disc_status: 'c.answer_status',
  held_vault: `coalesce(c.in_vault::text, '')`,
  held_executives: `coalesce(c.with_executives::text, '')`,
  held_transit: `coalesce(c.in_transit::text, '')`,
  faces: 'c.faces',
  version: 'c.version',
};

export const DENOMINATION_ROW: WireColumns = {
  dnmsrno: 'n.line_no',
  denomination: 'trim_scale(n.face)::text',
  quantity: 'n.quantity',
  total: 'n.total::text',
};

export const TRANSACTION_ROW: WireColumns = {
  srno: 't.srno',
  hdrsrno: 't.audit',
  trn_saletype: 't.sale_type',
  trn_saletypenm: wordOf('t.sale_type', SALE_TYPE_WORDS),
  trn_transactionnum: 't.tran_no',
  trn_date: dateOrEmpty('t.tran_date'),
  docname: 't.document',
  trn_status: 't.status',
  trn_statusnm: wordOf('t.status', LINE_WORDS),
  disc_status: 't.answer_status',
  replies: `(select count(*)::integer from flash.response r where r.transaction = t.srno and r.status is null)`,
  version: 't.version',
};

/** A remark with its optional file, or a change of the status. */
export const RESPONSE_ROW: WireColumns = {
  srno: 'r.srno',
  remark: 'r.words',
  filename: `coalesce(r.file_name, '')`,
  ext: `coalesce(r.extension, '')`,
  bytes: 'coalesce(r.bytes, 0)',
  status: `coalesce(r.status, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
};

/** A remark in the report. */
export const ANSWER_ROW: WireColumns = {
  type: `case when r.currency is null then 'T' else 'C' end`,
  line: 'coalesce(r.currency, r.transaction)',
  remark: 'r.words',
  filename: `coalesce(r.file_name, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
};

/** Where the discrepancies of each kind are: the table, the column of the responses, and what is still a line. */
export const DISCREPANCIES = {
  C: { table: 'flash.currency', column: 'currency', isThere: 'true' },
  T: { table: 'flash.transaction', column: 'transaction', isThere: 'd.removed_at is null' },
} as const satisfies Record<DiscrepancyKind, object>;

/** Whether there is a remark on the line `d` since it last became pending. A change of the status is no remark. */
export const isAnswered = (kind: DiscrepancyKind): string =>
  `exists (select from flash.response r where r.${DISCREPANCIES[kind].column} = d.srno and r.status is null
     and r.made_at >= d.pending_since)`;

const CURRENCY_OF_DISCREPANCY: WireColumns = {
  isd: 'd.isd',
  isd_name: nameOf('d'),
  afc_reportvalue: 'd.report::text',
  afc_actualvalue: 'd.actual::text',
  afc_valuediff: 'd.difference::text',
  faces: 'd.faces',
};
const TRANSACTION_OF_DISCREPANCY: WireColumns = {
  trn_saletype: 'd.sale_type',
  trn_saletypenm: wordOf('d.sale_type', SALE_TYPE_WORDS),
  trn_transactionnum: 'd.tran_no',
  trn_date: dateOrEmpty('d.tran_date'),
  docname: 'd.document',
};
const empty = (columns: WireColumns): WireColumns =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, name === 'faces' ? '0' : `''`]));

/** The discrepancy `d` of the audit `a` at the branch `e`. */
export const discrepancyRow = (kind: DiscrepancyKind): WireColumns => ({
  srno: 'd.srno',
  hdrsrno: 'd.audit',
  type: `'${kind}'`,
  branch: 'e.id',
  entityname: 'e.name',
  date: dateOrEmpty('d.on_day'),
  hdrstatus: 'a.status',
  ...(kind === 'C' ? CURRENCY_OF_DISCREPANCY : empty(CURRENCY_OF_DISCREPANCY)),
  ...(kind === 'T' ? TRANSACTION_OF_DISCREPANCY : empty(TRANSACTION_OF_DISCREPANCY)),
  disc_status: 'd.answer_status',
  disc_statusnm: wordOf('d.answer_status', ANSWER_WORDS),
  replies: `(select count(*)::integer from flash.response r
    where r.${DISCREPANCIES[kind].column} = d.srno and r.status is null)`,
  answered: `(${isAnswered(kind)})::integer`,
  version: 'd.version',
});
