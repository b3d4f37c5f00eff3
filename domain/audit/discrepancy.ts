import type { IsoDate } from '../dates.ts';
import { firstRefusal, type Answer } from '../answer.ts';
import { defineFlow } from '../flow.ts';
import { AUDIT_LIMITS } from './audit.ts';
import {
  DISCREPANCY_WORDS,
  MASTER_TYPES,
  monthOfYear,
  PARTNERS,
  TRANSACTION_TYPES,
  type DiscrepancyStatus,
  type Mark,
} from './codes.ts';
import { boundsOfMonth } from './registers.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS, MANDATORY } from './texts.ts';

/** A discrepancy as a form or a call has it. The kind says whether it is of a transaction or of the file of a party. */
export interface DiscrepancyDraft {
  readonly kind: 'T' | 'M';
  readonly type: string;
  readonly typeSub: string;
  readonly number: string;
  readonly purpose: string;
  readonly partyType: string;
  readonly masterType: string;
  readonly partyName: string;
  readonly words: string;
}

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

/** A typed number is digits, at least 1. */
const isNumber = (number: string): boolean => /^\d{1,10}$/.test(number) && Number(number) >= 1;

/** Why a discrepancy cannot be added; null if nothing is known against it. */
export function discrepancyProblem(draft: DiscrepancyDraft): string | null {
  const words = draft.words.trim();
  const isWhole =
    draft.kind === 'T'
      ? isNumber(draft.number) &&
        isOneOf(TRANSACTION_TYPES, draft.type) &&
        (draft.type !== 'SP' || draft.purpose !== '') &&
        (draft.type !== 'MT' || isOneOf(PARTNERS, draft.typeSub))
      : isOneOf(MASTER_TYPES, draft.masterType) && draft.partyName.trim() !== '';
  if (!isWhole || words === '') return MANDATORY;
  if ([...words].length > AUDIT_LIMITS.discrepancy)
    return `A discrepancy can have at most ${AUDIT_LIMITS.discrepancy} characters.`;
  if ([...draft.partyName.trim()].length > AUDIT_LIMITS.party)
    return `A party name can have at most ${AUDIT_LIMITS.party} characters.`;
  return null;
}

/** Why a discrepancy that is typed cannot be of this day; null if it is in the month of the audit. */
export function dayProblem(day: IsoDate, year: number, month: number): string | null {
  const { from, before } = boundsOfMonth(year, month);
  return day >= from && day < before ? null : AUDIT_REFUSALS.dayElsewhere(monthOfYear(year, month));
}

/** Why a transaction of the list cannot be marked as a discrepancy; null if nothing is known against it. */
export function markProblem(type: string, partyType: string, words: string): string | null {
  if (words.trim() === '') return AUDIT_TEXTS.noDiscrepancy;
  if ([...words.trim()].length > AUDIT_LIMITS.discrepancy)
    return `A discrepancy can have at most ${AUDIT_LIMITS.discrepancy} characters.`;
  return type === 'PB' && partyType === '' ? AUDIT_TEXTS.noPartyType : null;
}

interface MarkedTransaction {
  readonly mark: Mark;
  /** The status of its discrepancy; null if it has none. */
  readonly discrepancy: DiscrepancyStatus | null;
}

/** Whether a mark can be taken back. A discrepancy that the branch has answered stays. */
export const canReverse = ({ mark, discrepancy }: MarkedTransaction): Answer =>
  firstRefusal(
    mark === 'PEN' && AUDIT_REFUSALS.isPending,
    mark === 'DIS' && discrepancy !== null && discrepancy !== 'P' && AUDIT_REFUSALS.answered,
  );

/** What decides whether the status of a discrepancy can change. */
interface DiscrepancyFacts {
  /** Whether the user has the add or the edit flag. */
  readonly mayDecide: boolean;
  /** Whether there is a reply since the discrepancy last became pending. */
  readonly isAnswered: boolean;
}

const onlyDecider = ({ mayDecide }: DiscrepancyFacts) => !mayDecide && AUDIT_REFUSALS.notPendingAnyMore;

/** Whoever decides sets any status. Everybody else submits a response, which asks for a review. */
export const DISCREPANCY_FLOW = defineFlow<DiscrepancyStatus, DiscrepancyFacts>({
  words: DISCREPANCY_WORDS,
  steps: [
    {
      from: ['P'],
      to: 'R',
      refusal: ({ mayDecide, isAnswered }) => !mayDecide && !isAnswered && AUDIT_TEXTS.noRemark,
    },
    { from: ['D'], to: 'R', refusal: onlyDecider },
    { from: ['R', 'D'], to: 'P', refusal: onlyDecider },
    { from: ['P', 'R'], to: 'D', refusal: onlyDecider },
  ],
  noWay: () => AUDIT_REFUSALS.notPendingAnyMore,
});

/** Why a reply cannot be given; null if nothing is known against it. */
export function replyProblem(remark: string): string | null {
  const words = remark.trim();
  if (words === '') return AUDIT_TEXTS.noRemark;
  return [...words].length > AUDIT_LIMITS.remark
    ? `A remark can have at most ${AUDIT_LIMITS.remark} characters.`
    : null;
}
