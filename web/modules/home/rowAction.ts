import type { QueueRow } from '#contract/home/queue.ts';
import type { QueueKind } from '#domain/home/queue.ts';
import type { Level } from '#domain/requests/approval.ts';
import { isZero, rupees } from '#domain/rupees.ts';
import { formatRupees } from '#domain/numbers.ts';
import { amountsOf, type PaymentAmounts } from '#domain/requests/payment-amounts.ts';
import { amountsInWords } from '#web/patterns/paymentAmounts.ts';
import { homeText } from '#web/texts/home.ts';
import { isSaleRow } from './stop.ts';

const text = homeText.queue;

/** A row with its group. */
export interface ListedRow {
  readonly id: string;
  readonly kind: QueueKind;
  readonly row: QueueRow;
}

/** What the one button of a row does. */
export type RowAction =
  | { readonly does: 'go'; readonly label: string; readonly path: string }
  | { readonly does: 'approve'; readonly label: string; readonly level: Level }
  | { readonly does: 'confirm'; readonly label: string };

const LEVEL_OF: Partial<Record<QueueKind, Level>> = { bm: 'BM', zm: 'ZM', cm: 'CM', fm: 'FM' };

export const detailPath = (srno: number): string => `/requestdetail?srno=${srno}`;
const changePath = (srno: number): string => `/newfxrequest?srno=${srno}`;

const GOES: Partial<Record<QueueKind, (srno: number) => string>> = {
  sentback: changePath,
  draft: changePath,
  special: () => '/special-approvals',
  refund: () => '/money-to-return',
};

export function actionOf(kind: QueueKind, { srno, stop, state }: QueueRow): RowAction {
  const label = text.actions[kind];
  const level = LEVEL_OF[kind];
  if (level !== undefined) return { does: 'approve', label, level };
  if (kind === 'link' || stop?.can.ok === true) return { does: 'confirm', label };
  if (stop !== undefined)
    return state === 'transit'
      ? { does: 'go', label: text.accept, path: '/cnaccept' }
      : { does: 'go', label: text.open, path: detailPath(srno) };
  return { does: 'go', label, path: (GOES[kind] ?? detailPath)(srno) };
}

/** The warnings of a request that waits for approval; the first press shows them, the second approves. */
export const warningsOf = (kind: QueueKind, { reason }: QueueRow): string =>
  LEVEL_OF[kind] === undefined ? '' : reason.replaceAll('\n', ' ');

/** Why a row is there: who acted, and what they wrote or left open. */
export function whyOf(kind: QueueKind, row: QueueRow): { readonly by: string; readonly why: string } {
  const { by, reason, state, stop } = row;
  const due = formatRupees(row.due.replace('-', ''));
  const plain = (why: string) => ({ by: '', why });
  switch (kind) {
    case 'sentback':
      return { by, why: reason };
    case 'bm':
      return plain(warningsOf(kind, row) || text.why.madeBy(by, paidOf(row)));
    case 'zm':
    case 'cm':
    case 'fm':
      return plain(warningsOf(kind, row) || text.why.approvedBy(by, paidOf(row)));
    case 'link':
      return plain(text.why.link(by));
    case 'special':
      return plain(text.why.special(by, reason, isSaleRow(row)));
    case 'unpaid':
      return plain(state === 'expired' ? text.why.expired(due) : text.why.unpaid(due));
    case 'refund':
      return plain(reason);
    case 'draft':
      return plain(whyDraft(state, due));
    case 'deliver':
      return plain(stop?.can.ok === false ? stop.can.why : whyDeliver(row));
    case 'collect':
      return plain(stop?.can.ok === false ? stop.can.why : whyCollect(row));
  }
}

const amountsOfRow = ({ amount, agreed, due }: QueueRow): PaymentAmounts =>
  amountsOf(rupees(amount), rupees(agreed), rupees(due));

const paidOf = (row: QueueRow): string =>
  amountsInWords(isSaleRow(row) ? 'sale' : 'purchase', amountsOfRow(row));

/** A delivery is approved, so its money has come or is agreed. */
function whyDeliver(row: QueueRow): string {
  const { agreed } = amountsOfRow(row);
  return isZero(agreed) ? homeText.stop.inHand : homeText.stop.takeNothing(formatRupees(agreed));
}

/** What to pay at a collection, and what is not paid there. */
function whyCollect(row: QueueRow): string {
  const { paid, agreed, open } = amountsOfRow(row);
  const { pay, payNothing, paidAlready, payLater } = homeText.stop;
  return [
    isZero(open) ? payNothing : pay(formatRupees(open)),
    ...(isZero(paid) ? [] : [paidAlready(formatRupees(paid))]),
    ...(isZero(agreed) ? [] : [payLater(formatRupees(agreed))]),
  ].join(' ');
}

function whyDraft(state: string, due: string): string {
  if (state === 'begun') return text.why.begun;
  if (state === 'over') return text.why.over(due);
  if (state === 'short') return text.why.short(due);
  return state === 'nodocuments' ? text.why.noDocuments : text.why.unfinished;
}
