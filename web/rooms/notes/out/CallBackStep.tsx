import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callBack, summariseOut } from '#contract/notes/notes.ts';
import { MAX_REASON_CHARS } from '#domain/notes/notes.ts';
import { call, makeSubmission } from '#web/app/call.ts';
import { sayable } from '#web/app/problems.ts';
import { notesText } from '#web/texts/notes.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { inWords, written } from '../lines/line.ts';
import { StepFrame } from '../lines/StepFrame.tsx';
import { NOTES_KEY } from '../lines/useLines.ts';
import { useHolders } from '../useHolders.ts';
import type { OutStepProps } from './MoveStep.tsx';

const text = notesText.callBack;

/** What the selected lines come to, and that they shall be with their sender again. */
export function CallBackStep({ lines, search, mayDo, onBack, onDone }: OutStepProps) {
  const { choices } = useHolders(search.branch);
  const sender = choices.find(({ value }) => value === search.executive)?.label ?? search.executive;
  const [isAsked, setAsked] = useState(false);
  const [message, showMessage] = useMessage();
  const [submission] = useState(makeSubmission);
  const list = useMemo(() => lines.map(written), [lines]);
  const summary = useQuery({
    queryKey: [NOTES_KEY, 'sent', 'summary', list],
    queryFn: async ({ signal }) => (await call(summariseOut, { list }, { signal })).reply,
  });

  /** Whether it was done. */
  async function goBack(reason: string): Promise<boolean> {
    const back = { backList: list, fromemp: search.executive, ...(reason === '' ? {} : { reason }) };
    try {
      const { reply } = await call(callBack, { back }, { idempotencyKey: submission.keyFor(back) });
      submission.done();
      onDone(reply);
      return true;
    } catch (error) {
      const said = sayable(error);
      if (said !== null) showMessage(said);
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
      actions={mayDo ? [{ label: text.action, run: () => setAsked(true), isPrimary: true }] : []}
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
