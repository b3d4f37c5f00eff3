import type { RequestRow } from '#contract/requests/desk.ts';
import { rupees, type Rupees } from '#domain/rupees.ts';
import type { Approval, Level, RequestState } from '#domain/requests/approval.ts';
import {
  isDraft,
  isSale,
  requestStatusWord,
  TRANSACTION_TYPES,
  type TransactionType,
} from '#domain/requests/codes.ts';
import { amountsOf, receivedSoFar, type PaymentAmounts } from '#domain/requests/payment-amounts.ts';
import type { PaymentKind } from '#web/patterns/paymentAmounts.ts';
import type { Meaning } from '#web/ui/theme.ts';

export const FLAG_OF = {
  BM: 'req_bmapproved',
  ZM: 'req_zmapproved',
  CM: 'req_cmapproved',
  FM: 'req_fundapproved',
} as const satisfies Record<Level, keyof RequestRow>;

const isType = (code: string): code is TransactionType => Object.hasOwn(TRANSACTION_TYPES, code);
export const typeOf = ({ req_trantype }: Pick<RequestRow, 'req_trantype'>): TransactionType | null =>
  isType(req_trantype) ? req_trantype : null;
export const typeName = (row: Pick<RequestRow, 'req_trantype'>): string => {
  const type = typeOf(row);
  return type === null ? '' : TRANSACTION_TYPES[type].name;
};

/** The state of a request for the domain rules. Only the server knows who approved, so the user is empty. */
export function stateOf(row: RequestRow): RequestState {
  const type = typeOf(row);
  const taken = (level: Level): Approval | null =>
    row[FLAG_OF[level]] === 1 ? { by: '', version: row.req_version } : null;
  return {
    submitted: row.req_submitted === 1,
    status: row.req_status,
    hasBranch: row.req_brnno !== '',
    approvals: { BM: taken('BM'), ZM: taken('ZM'), CM: taken('CM'), FM: taken('FM') },
    received: rupees(row.req_paymentrecv),
    grandTotal: rupees(row.req_grandtotal),
    version: row.req_version,
    makers: [],
    sale: type !== null && isSale(type),
    out: row.req_out === 1,
    in: row.req_in === 1,
    linkRequested: row.req_paymentlinkreq === 1,
    linkSent: row.req_paymentlinksent === 1,
  };
}

/** How far a request is paid, and in whose words that is said. */
export function paymentOf(
  row: Pick<RequestRow, 'req_grandtotal' | 'req_agreed' | 'req_open' | 'req_submitted' | 'req_trantype'>,
): { readonly kind: PaymentKind; readonly amounts: PaymentAmounts } {
  const type = typeOf(row);
  const side = type === null || isSale(type) ? 'sale' : 'purchase';
  return {
    kind: row.req_submitted === 0 ? 'draft' : side,
    amounts: amountsOf(rupees(row.req_grandtotal), rupees(row.req_agreed), rupees(row.req_open)),
  };
}

/** What has come of a request, or gone out for it. */
export const receivedOf = (row: RequestRow): Rupees =>
  receivedSoFar(row.req_submitted === 1, rupees(row.req_paymentrecv), paymentOf(row).amounts);

export const customerOf = ({
  req_travname,
  req_entityname,
}: Pick<RequestRow, 'req_travname' | 'req_entityname'>) =>
  req_travname === '' ? req_entityname : req_travname;

const MEANINGS: Readonly<Record<string, Meaning>> = { P: 'waiting', S: 'info', D: 'done', H: 'done' };

/** The word and the meaning of a request's status, and whether it is marked as a draft, which waits for nobody yet. */
export const statusOf = ({
  req_submitted,
  req_status,
}: Pick<RequestRow, 'req_submitted' | 'req_status'>): {
  word: string;
  meaning: Meaning;
  isDraft: boolean;
} => ({
  word: requestStatusWord(req_status),
  meaning: req_submitted === 0 ? 'info' : (MEANINGS[req_status] ?? 'info'),
  isDraft: isDraft(req_status, req_submitted === 1),
});
