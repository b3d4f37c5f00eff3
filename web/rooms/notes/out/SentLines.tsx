import { listTransit } from '#contract/notes/notes.ts';
import { call } from '#web/app/call.ts';
import { notesText } from '#web/texts/notes.ts';
import { lineOf, nameOf, sentColumns } from '../accept/columns.tsx';
import { SelectableLines } from '../lines/SelectableLines.tsx';
import { useLines } from '../lines/useLines.ts';
import type { OutListProps } from './HeldLines.tsx';

const text = notesText.callBack;

/** What a holder has sent and the receiver has not answered for yet. */
export function SentLines({ search, ticks, onProceed }: OutListProps) {
  const list = useLines({
    key: ['sent', search],
    enabled: true,
    ask: (page, signal) =>
      call(
        listTransit,
        { search: { srchBranch: search.branch, reqDeliveryExecutive: search.executive }, page },
        { signal },
      ),
  });
  return (
    <SelectableLines
      tableId="cnsent"
      label={notesText.out.views.transit}
      columns={sentColumns}
      list={list}
      ticks={ticks}
      lineOf={lineOf}
      nameOf={nameOf}
      empty={{ title: text.empty, text: text.emptyText }}
      onProceed={onProceed}
    />
  );
}
