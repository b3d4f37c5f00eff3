import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { moveNotes, summariseOut } from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { notesText } from '#web/texts/notes.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { LineCounts } from '../denominations/LineCounts.tsx';
import { countedOf, firstFault, type Counts } from '../denominations/counts.ts';
import { inWords, keyOf, namedByAll, written, type Line } from '../lines/line.ts';
import { StepFrame } from '../lines/StepFrame.tsx';
import { NOTES_KEY } from '../lines/useLines.ts';
import { HoldersState } from '../HoldersState.tsx';
import { useCustody } from '../useCustody.ts';
import { holderOf, useHolders } from '../useHolders.ts';
import type { OutSearch } from './OutFilters.tsx';

const text = notesText.out;

export interface OutStepProps {
  lines: readonly Line[];
  search: OutSearch;
  mayDo: boolean;
  onBack: () => void;
  onDone: (done: { readonly msg: string; readonly slip?: number }) => void;
}

/** The totals of the selected lines, their receiver, and the move itself. */
export function MoveStep({ lines, search, mayDo, onBack, onDone }: OutStepProps) {
  const holders = useHolders(search.branch);
  const { choices } = holders;
  const [chosenReceiver, setChosenReceiver] = useState<string | null>(null);
  const [counts, setCounts] = useState<Counts>({});
  const [isAsked, setAsked] = useState(false);
  const [message, showProblem, showMessage] = useProblem();
  const [submission] = useState(makeSubmission);
  const list = useMemo(() => lines.map(written), [lines]);
  const summary = useQuery({
    queryKey: [NOTES_KEY, 'out', 'summary', list],
    queryFn: async ({ signal }) => (await call(summariseOut, { list }, { signal })).reply,
  });
  const custody = useCustody(holders);
  const from = holderOf(holders, search.executive);
  const refusal = custody?.send(from, null);
  const receivers = choices
    .filter(({ value }) => value !== search.executive)
    .map((choice) => ({ ...choice, refusal: custody?.send(from, holderOf(holders, choice.value)) }));
  // The executive whom all lines name is the receiver unless the user chooses another.
  const named = namedByAll(lines);
  const canReceive = receivers.some(({ value, refusal: why }) => value === named && why === undefined);
  const to = chosenReceiver ?? (canReceive ? named : null);
  const nameOf = (code: string | null) => choices.find(({ value }) => value === code)?.label ?? '';

  function ask(): void {
    const fault = firstFault(lines, counts);
    if (to === null) showMessage(NOTE_TEXTS.noExecutive, '#move-to');
    else if (fault === null) setAsked(true);
    else showMessage(fault.message, `#${fault.field}`);
  }

  async function move(): Promise<void> {
    const content = {
      lines: lines.map((line) => ({ ...written(line), ...countedOf(counts[keyOf(line)]) })),
      from: search.executive,
      to: to ?? '',
    };
    try {
      const { reply } = await call(
        moveNotes,
        { move: content },
        { idempotencyKey: submission.keyFor(content) },
      );
      submission.done();
      onDone(reply);
    } catch (error) {
      showProblem(error, '#move-to');
    }
  }

  return (
    <StepFrame
      title={text.title}
      detail={text.summaryDetail(nameOf(search.executive))}
      summary={summary}
      withProduct
      beginsAtSummary={refusal !== undefined}
      onBack={onBack}
      actions={
        mayDo
          ? [{ label: text.move, run: ask, isPrimary: true, asksFirst: true, disabledBecause: refusal }]
          : []
      }
    >
      {mayDo && refusal === undefined ? (
        <>
          <SelectField
            id="move-to"
            label={text.toExecutive}
            required
            autoFocus
            openOnFocus={false}
            choices={receivers.map(({ value, label, refusal: why }) => ({
              value,
              label,
              disabled: why !== undefined,
            }))}
            description={receivers.find(({ refusal: why }) => why !== undefined)?.refusal}
            value={to}
            onChange={setChosenReceiver}
          />
          <HoldersState holders={holders} />
          <LineCounts lines={lines} counts={counts} onChange={setCounts} />
        </>
      ) : null}
      <ConfirmModal
        opened={isAsked}
        title={text.askTitle}
        confirm={text.move}
        onConfirm={move}
        onClose={() => setAsked(false)}
      >
        <p>{text.ask(inWords(lines), nameOf(to))}</p>
        <p>{text.noUndo}</p>
      </ConfirmModal>
      {message}
    </StepFrame>
  );
}
