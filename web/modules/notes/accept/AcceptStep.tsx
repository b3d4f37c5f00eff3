import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { cnAccept } from '#contract/notes/notes.ts';
import { MAX_REASON_CHARS } from '#domain/notes/notes.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { notesText } from '#web/texts/notes.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { refusalOf, written, type Line } from '../lines/line.ts';
import { StepFrame } from '../lines/StepFrame.tsx';
import { NOTES_KEY } from '../lines/useLines.ts';

const text = notesText.accept;

interface AcceptStepProps {
  id: string;
  calls: typeof cnAccept;
  words: typeof notesText.giveBack;
  lines: readonly Line[];
  mayAccept: boolean;
  mayReject: boolean;
  onBack: () => void;
  /** `isAccepted` is false if the notes were rejected. */
  onDone: (msg: string, isAccepted: boolean) => void;
}

/** The totals of the selected lines by currency, and the buttons to accept or refuse them. */
export function AcceptStep(props: AcceptStepProps) {
  const { id, lines, calls, words, mayAccept, mayReject, onBack, onDone } = props;
  const [isRejecting, setRejecting] = useState(false);
  const [message, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);
  const list = useMemo(() => lines.map(written), [lines]);
  const summary = useQuery({
    queryKey: [NOTES_KEY, id, 'summary', list],
    queryFn: async ({ signal }) => (await call(calls.summary, { list }, { signal })).reply,
  });

  /** Returns whether the call succeeded. */
  async function decide(flag: 'Y' | 'N', reason = ''): Promise<boolean> {
    const accept = { lines: list, flag, ...(reason === '' ? {} : { reason }) };
    try {
      const { reply } = await call(calls.accept, { accept }, { idempotencyKey: submission.keyFor(accept) });
      submission.done();
      onDone(reply.msg, flag === 'Y');
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }
  const accept = useSingleRun(() => decide('Y'));

  return (
    <StepFrame
      title={words.title}
      detail={words.summaryDetail}
      summary={summary}
      withProduct={false}
      beginsAtSummary
      onBack={onBack}
      actions={[
        ...(mayAccept && mayReject ? [{ label: text.reject, run: () => setRejecting(true) }] : []),
        ...(mayAccept
          ? [
              {
                label: text.accept,
                run: accept.run,
                isPrimary: true,
                isBusy: accept.working,
                disabledBecause: refusalOf(lines),
              },
            ]
          : []),
      ]}
    >
      <ConfirmModal
        opened={isRejecting}
        title={text.rejectTitle}
        confirm={text.reject}
        danger
        askReason={{ label: text.reason, maxLength: MAX_REASON_CHARS }}
        onConfirm={(reason) => decide('N', reason)}
        onClose={() => setRejecting(false)}
      >
        {text.rejectText}
      </ConfirmModal>
      {message}
    </StepFrame>
  );
}
