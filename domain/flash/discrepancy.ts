import { firstRefusal, type Answer } from '../answer.ts';
import { defineFlow } from '../flow.ts';
import { ANSWER_WORDS, type AnswerStatus, type FlashStatus } from './codes.ts';
import { FLASH_REFUSALS, FLASH_TEXTS } from './texts.ts';

/** What decides whether the status of a discrepancy can change. */
export interface FlashDiscrepancyFacts {
  /** The status of the audit. */
  readonly header: FlashStatus;
  /** Whether the user has the add flag. */
  readonly mayAdd: boolean;
  /** Whether there is a remark since the discrepancy last became pending. */
  readonly isAnswered: boolean;
}

/** Whether the user has the selector: with the add flag, while the audit is in Review. */
export const hasSelector = ({ header, mayAdd }: Pick<FlashDiscrepancyFacts, 'header' | 'mayAdd'>): boolean =>
  mayAdd && header === 'R';

const isClosed = ({ header }: FlashDiscrepancyFacts) => header === 'C' && FLASH_REFUSALS.closed;

/** Only the selector leads there; `otherwise` is the reason of a user who has no add flag. */
const onlySelector = (otherwise: string) => (facts: FlashDiscrepancyFacts) =>
  !hasSelector(facts) && (isClosed(facts) || (facts.mayAdd ? FLASH_REFUSALS.onlyInReview : otherwise));

/** With the selector any status can be set. Everybody else submits a response, which asks for a review. */
export const FLASH_DISCREPANCY_FLOW = defineFlow<AnswerStatus, FlashDiscrepancyFacts>({
  words: ANSWER_WORDS,
  steps: [
    {
      from: ['P'],
      to: 'R',
      refusal: (facts) =>
        isClosed(facts) || (!hasSelector(facts) && !facts.isAnswered && FLASH_TEXTS.noRemark),
    },
    { from: ['O'], to: 'R', refusal: onlySelector(FLASH_REFUSALS.notPending) },
    { from: ['R', 'O'], to: 'P', refusal: onlySelector(FLASH_REFUSALS.needsAdd) },
    { from: ['P', 'R'], to: 'O', refusal: onlySelector(FLASH_REFUSALS.needsAdd) },
  ],
  noWay: () => FLASH_REFUSALS.notPending,
});

/** Whether a remark can be added: while the discrepancy is pending and the audit open. */
export const canRespond = (header: FlashStatus, status: AnswerStatus): Answer =>
  firstRefusal(header === 'C' && FLASH_REFUSALS.closed, status !== 'P' && FLASH_REFUSALS.notPending);

/** Whether a response can be submitted by a user without the selector, if there is a remark. */
export const canSubmit = (header: FlashStatus, status: AnswerStatus, isAnswered: boolean): Answer =>
  status === 'P'
    ? FLASH_DISCREPANCY_FLOW.can(status, 'R', { header, mayAdd: false, isAnswered })
    : firstRefusal(header === 'C' && FLASH_REFUSALS.closed, FLASH_REFUSALS.notPending);
