import type { RequestDetail } from '#contract/requests/desk.ts';
import { subtractRupees, rupees, compareExact } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { isDue, LEVELS, type Level } from '#domain/requests/approval.ts';
import { WITHDRAWN_STATUS } from '#domain/requests/codes.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import type { Meaning } from '#web/ui/theme.ts';
import { customerOf, stateOf } from '../state.ts';
import { isApproved, isSold, movesOut } from './lastSteps.ts';

const text = requestDetailText.next;

export interface NextStep {
  readonly meaning: Meaning;
  /** What comes next and who does it. */
  readonly title: string;
  /** What follows, or why; empty if there is nothing to say. */
  readonly detail: string;
}

/** The steps after a step, in words: "Then the corporate manager and the fund manager, in either order." */
function following(due: readonly Level[]): string {
  if (due.includes('BM')) return text.afterBranch;
  if (due.includes('ZM')) return text.afterZone;
  return due.length > 1 ? text.eitherOrder : '';
}

function approval({ detail }: RequestDetail): NextStep {
  const due = LEVELS.filter((level) => isDue(level, stateOf(detail)).ok);
  const [mine] = due.filter((level) => detail.can[level].ok);
  const title = mine === undefined ? text.approval(due) : text.yourApproval(mine);
  return { meaning: 'waiting', title, detail: following(due) };
}

function payment({ detail }: RequestDetail): NextStep {
  const left = formatRupees(subtractRupees(rupees(detail.grandTotal), rupees(detail.received)));
  if (!detail.paymentLink) return { meaning: 'waiting', title: text.payment(left), detail: '' };
  const isSent = detail.linkSent;
  return {
    meaning: 'waiting',
    title: isSent ? text.paysByLink(customerOf(detail), left) : text.sendLink(left),
    detail: text.thenApprovals,
  };
}

function draft({ detail }: RequestDetail): NextStep {
  const { createdBy: maker, sentBack: why, sentBackBy: by } = detail;
  return why === ''
    ? { meaning: 'info', title: text.submits(maker), detail: '' }
    : { meaning: 'refused', title: text.changes(maker), detail: text.sentBack(by, why) };
}

function delivery(request: RequestDetail): NextStep {
  const { detail } = request;
  const [who, customer] = [detail.deliveryExecutiveName, customerOf(detail)];
  const step = (title: string): NextStep => ({ meaning: 'waiting', title, detail: '' });
  if (detail.handover === 'IN') return step(text.handsOver(customer));
  if (detail.status === 'S')
    return step(isSold(detail) ? text.delivers(who, customer) : text.collects(who, customer));
  return step(movesOut(request) ? text.notesGoOut(who) : text.isPlanned(who));
}

/** What comes next with a request, and who does it. */
export function nextStepOf(request: RequestDetail): NextStep {
  const { detail } = request;
  if (detail.status === WITHDRAWN_STATUS) return { meaning: 'info', title: text.withdrawn, detail: '' };
  if (!detail.submitted) return draft(request);
  if (detail.status === 'D' || detail.status === 'H')
    return { meaning: 'done', title: text.finished, detail: '' };
  if (isApproved(detail)) return delivery(request);
  const paid = compareExact(rupees(detail.received), rupees(detail.grandTotal));
  return paid < 0 ? payment(request) : approval(request);
}
