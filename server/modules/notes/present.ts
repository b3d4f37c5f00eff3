import { momentOrEmpty } from '#server/platform/moment.ts';
import { noteMovement, outLine } from '#contract/notes/notes.ts';
import { onWire } from '#server/platform/db/on-wire.ts';

export const customerOf = (request: string) =>
  `coalesce(nullif(${request}.traveller_name, ''), ${request}.entity_name)`;

/** Joins the currency `c` of a line. A code without a master record is still shown. */
export const CURRENCY_JOIN = (line: string) => `left join masters.currency_ref c on c.code = ${line}.isd`;
/** Sorts lines of `isd` by the order of trade. */
export const CURRENCY_ORDER = (line: string) => `c.trade_key, ${line}.isd`;
export const CURRENCY = {
  currencyName: `coalesce(c.name, '')`,
  currencyFlag: `coalesce(c.flag, '')`,
} as const;

/** The line `p` of the request `r`, whose delivery executive is `de`. */
export const OUT_LINE = onWire(outLine, {
  srno: 'r.srno',
  lineNo: 'p.line_no',
  isd: 'p.isd',
  quantity: 'p.quantity::text',
  rate: 'p.rate::text',
  amount: 'p.amount::text',
  type: 'r.type',
  product: 'p.product',
  ...CURRENCY,
  date: 'r.made_on::text',
  handover: 'r.handover',
  customer: customerOf('r'),
  deliveryExecutive: `coalesce(de.code, '')`,
  deliveryExecutiveName: `coalesce(de.name, '')`,
});

/** The movement `m` of the slip `s` and the request `r`, from `f` to `t`, as the account sees it. */
export const movementFor = (account: string) =>
  onWire(noteMovement, {
    srno: 'm.request',
    lineNo: 'm.line_no',
    isd: 'm.isd',
    quantity: 'm.quantity::text',
    product: 'm.product',
    from: 'f.code',
    to: 't.code',
    sentAt: momentOrEmpty('m.made_at'),
    fromName: 'f.name',
    toName: 't.name',
    ...CURRENCY,
    slip: 'm.slip',
    reason: 'm.reason',
    isOwn: `case when s.made_by = ${account}::integer then 1 else 0 end`,
    type: 'r.type',
    customer: customerOf('r'),
  });
