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
  BM: 'bmApproved',
  ZM: 'zmApproved',
  CM: 'cmApproved',
  FM: 'fundApproved',
} as const satisfies Record<Level, keyof RequestRow>;

const isType = (code: string): code is TransactionType => Object.hasOwn(TRANSACTION_TYPES, code);
export const typeOf = ({ type }: Pick<RequestRow, 'type'>): TransactionType | null =>
  isType(type) ? type : null;
export const typeName = (row: Pick<RequestRow, 'type'>): string => {
  const type = typeOf(row);
  return type === null ? '' : TRANSACTION_TYPES[type].name;
};

/** The state of a request for the domain rules. Only the server knows who approved, so the user is empty. */
export function stateOf(row: RequestRow): RequestState {
  const type = typeOf(row);
  const taken = (level: Level): Approval | null =>
    row[FLAG_OF[level]] ? { by: '', version: row.version } : null;
  return {
    submitted: row.submitted,
    status: row.status,
    hasBranch: row.branch !== '',
    approvals: { BM: taken('BM'), ZM: taken('ZM'), CM: taken('CM'), FM: taken('FM') },
    received: rupees(row.received),
    grandTotal: rupees(row.grandTotal),
    version: row.version,
    makers: [],
    sale: type !== null && isSale(type),
    out: row.isOut,
    in: row.isIn,
    linkRequested: row.paymentLink,
    linkSent: row.linkSent,
  };
}

/** How far a request is paid, and in whose words that is said. */
export function paymentOf(row: Pick<RequestRow, 'grandTotal' | 'agreed' | 'open' | 'submitted' | 'type'>): {
  readonly kind: PaymentKind;
  readonly amounts: PaymentAmounts;
} {
  const type = typeOf(row);
  const side = type === null || isSale(type) ? 'sale' : 'purchase';
  return {
    kind: !row.submitted ? 'draft' : side,
    amounts: amountsOf(rupees(row.grandTotal), rupees(row.agreed), rupees(row.open)),
  };
}

/** What has come of a request, or gone out for it. */
export const receivedOf = (row: RequestRow): Rupees =>
  receivedSoFar(row.submitted, rupees(row.received), paymentOf(row).amounts);

export const customerOf = ({
  travellerName,
  entityName,
}: Pick<RequestRow, 'travellerName' | 'entityName'>) => (travellerName === '' ? entityName : travellerName);

const MEANINGS: Readonly<Record<string, Meaning>> = { P: 'waiting', S: 'info', D: 'done', H: 'done' };

/** The word and the meaning of a request's status, and whether it is marked as a draft, which waits for nobody yet. */
export const statusOf = ({
  submitted,
  status,
}: Pick<RequestRow, 'submitted' | 'status'>): {
  word: string;
  meaning: Meaning;
  isDraft: boolean;
} => ({
  word: requestStatusWord(status),
  meaning: !submitted ? 'info' : (MEANINGS[status] ?? 'info'),
  isDraft: isDraft(status, submitted),
});
