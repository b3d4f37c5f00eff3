import { momentOrEmpty } from '#server/platform/moment.ts';
import type { WireColumns } from '#server/platform/database.ts';

export const customerOf = (request: string) =>
  `coalesce(nullif(${request}.traveller_name, ''), ${request}.entity_name)`;

/** Joins the currency `c` of a line. A code without a master record is still shown. */
export const CURRENCY_JOIN = (line: string) => `left join masters.currency_ref c on c.code = ${line}.isd`;
/** Sorts lines of `isd` by the order of trade. */
export const CURRENCY_ORDER = (line: string) => `c.trade_key, ${line}.isd`;
export const CURRENCY = { isdnm: `coalesce(c.name, '')`, isd_flag: `coalesce(c.flag, '')` } as const;

/** The line `p` of the request `r`, whose delivery executive is `de`. */
export const OUT_LINE = {
  prd_srno: 'r.srno',
  prd_lineno: 'p.line_no',
  prd_isd: 'p.isd',
  prd_quantity: 'p.quantity::text',
  prd_rate: 'p.rate::text',
  prd_amnt: 'p.amount::text',
  prd_trantype: 'r.type',
  prd_product: 'p.product',
  ...CURRENCY,
  req_date: 'r.made_on::text',
  req_handover: 'r.handover',
  req_customer: customerOf('r'),
  req_deliveryexecutive: `coalesce(de.code, '')`,
  req_deliveryexecutivename: `coalesce(de.name, '')`,
} as const satisfies WireColumns;

/** The movement `m` of the slip `s` and the request `r`, from `f` to `t`, as the account sees it. */
export const movementFor = (account: string) =>
  ({
    trmv_srno: 'm.request',
    trmv_lineno: 'm.line_no',
    trmv_isd: 'm.isd',
    trmv_quantity: 'm.quantity::text',
    trmv_product: 'm.product',
    trmv_fromemp: 'f.code',
    trmv_toemp: 't.code',
    trmv_createat: momentOrEmpty('m.made_at'),
    emp_namefrom: 'f.name',
    emp_nameto: 't.name',
    ...CURRENCY,
    trmv_slip: 'm.slip',
    trmv_reason: 'm.reason',
    trmv_own: `case when s.made_by = ${account}::integer then 1 else 0 end`,
    req_trantype: 'r.type',
    req_customer: customerOf('r'),
  }) satisfies WireColumns;
