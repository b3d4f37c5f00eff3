import { useCallback } from 'react';
import { listTransit, type NoteMovement } from '#contract/notes/notes.ts';
import { call } from '#web/wire/call.ts';
import { notesText } from '#web/texts/notes.ts';
import { lineOf, nameOf, sentColumns } from '../accept/columns.tsx';
import { SelectableLines } from '../lines/SelectableLines.tsx';
import { useLines } from '../lines/useLines.ts';
import { useCustody } from '../useCustody.ts';
import { holderOf, useHolders } from '../useHolders.ts';
import type { OutListProps } from './HeldLines.tsx';

const text = notesText.callBack;

/** The notes that a holder has sent and the receiver has neither accepted nor refused yet. */
export function SentLines({ search, ticks, onProceed }: OutListProps) {
  const list = useLines({
    key: ['sent', search],
    ask: (page, signal) => call(listTransit, { search, page }, { signal }),
  });
  const holders = useHolders(search.branch);
  const custody = useCustody(holders);
  const { isVault } = holderOf(holders, search.executive);
  const withRefusal = useCallback(
    (row: NoteMovement) => ({
      ...lineOf(row),
      refusal: custody?.callBack({ code: search.executive, isVault }, row),
    }),
    [custody, search.executive, isVault],
  );
  return (
    <SelectableLines
      tableId="cnsent"
      label={notesText.out.views.transit}
      columns={sentColumns}
      list={list}
      ticks={ticks}
      lineOf={withRefusal}
      nameOf={nameOf}
      empty={{ title: text.empty, text: text.emptyText }}
      onProceed={onProceed}
    />
  );
}
