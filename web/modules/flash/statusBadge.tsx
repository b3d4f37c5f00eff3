import { ANSWER_WORDS, LINE_WORDS, type AnswerStatus, type FlashStatus } from '#domain/flash/codes.ts';
import { FLASH_FLOW } from '#domain/flash/flash.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const FLASH_MEANINGS = { P: 'waiting', R: 'info', C: 'done' } as const satisfies Record<FlashStatus, string>;
const ANSWER_MEANINGS = { P: 'waiting', R: 'info', O: 'done' } as const satisfies Record<
  AnswerStatus,
  string
>;

export const FlashBadge = ({ status }: { status: FlashStatus }) => (
  <StatusBadge meaning={FLASH_MEANINGS[status]}>{FLASH_FLOW.words[status]}</StatusBadge>
);

/** The status of a discrepancy. */
export const AnswerBadge = ({ status }: { status: AnswerStatus }) => (
  <StatusBadge meaning={ANSWER_MEANINGS[status]}>{ANSWER_WORDS[status]}</StatusBadge>
);

/** The result of a line, for users who cannot change it. */
export const LineBadge = ({ status }: { status: '' | 'D' | 'O' }) =>
  status === '' ? null : (
    <StatusBadge meaning={status === 'D' ? 'refused' : 'done'}>{LINE_WORDS[status]}</StatusBadge>
  );
