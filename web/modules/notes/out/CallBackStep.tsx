import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callBack, summariseOut } from '#contract/notes/notes.ts';
import { MAX_REASON_CHARS } from '#domain/notes/notes.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { notesText } from '#web/texts/notes.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { inWords, refusalOf, written } from '../lines/line.ts';
import { StepFrame } from '../lines/StepFrame.tsx';
import { NOTES_KEY } from '../lines/useLines.ts';
import { useHolders } from '../useHolders.ts';
import type { OutStepProps } from './MoveStep.tsx';

const text = notesText.callBack;

/** The totals of the selected lines, and the action that returns them to their sender. */
export function CallBackStep({ lines, search, mayDo, onBack, onDone }: OutStepProps) {
  const { choices } = useHolders(search.branch);
  const sender = choices.find(({ value }) => value === search.executive)?.label ?? search.executive;
  const [isAsked, setAsked] = useState(false);
  const [message, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);
  const list = useMemo(() => lines.map(written), [lines]);
  const summary = useQuery({
    queryKey: [NOTES_KEY, 'sent', 'summary', list],
    queryFn: async ({ signal }) => (await call(summariseOut, { list }, { signal })).reply,
  });

  /** Returns whether the call succeeded. */
  async function goBack(reason: string): Promise<boolean> {
    const back = { lines: list, from: search.executive, ...(reason === '' ? {} : { reason }) };
    try {
      const { reply } = await call(callBack, { back }, { idempotencyKey: submission.keyFor(back) });
      submission.done();
      onDone(reply);
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }

  return (
    <StepFrame
      title={notesText.out.title}
      detail={text.summaryDetail(sender)}
      summary={summary}
      withProduct
      beginsAtSummary
      onBack={onBack}
      actions={
        mayDo
          ? [
              {
                label: text.action,
                run: () => setAsked(true),
                isPrimary: true,
                asksFirst: true,
                disabledBecause: refusalOf(lines),
              },
            ]
          : []
      }
    >
      <ConfirmModal
        opened={isAsked}
        title={text.askTitle}
        confirm={text.action}
        askReason={{ label: text.reason, maxLength: MAX_REASON_CHARS }}
        onConfirm={goBack}
        onClose={() => setAsked(false)}
      >
        {text.ask(inWords(lines), sender)}
      </ConfirmModal>
      {message}
    </StepFrame>
  );
}
