import { listOut } from '#contract/notes/notes.ts';
import { call } from '#web/app/call.ts';
import { notesText } from '#web/texts/notes.ts';
import { SelectableLines } from '../lines/SelectableLines.tsx';
import type { Line } from '../lines/line.ts';
import { useLines } from '../lines/useLines.ts';
import type { Ticks } from '../lines/useSelection.ts';
import { useHolders } from '../useHolders.ts';
import { lineOf, nameOf, outColumns } from './columns.tsx';
import type { OutSearch } from './OutFilters.tsx';

const text = notesText.out;

export interface OutListProps {
  search: OutSearch;
  ticks: Ticks;
  onProceed: (lines: readonly Line[]) => void;
}

/** The lines that a holder can let go of. */
export function HeldLines({ search, ticks, onProceed }: OutListProps) {
  const list = useLines({
    key: ['out', search],
    enabled: true,
    ask: (page, signal) =>
      call(
        listOut,
        {
          search: {
            srchMovement: 'OUT',
            srchBranch: search.branch,
            reqDeliveryExecutive: search.executive,
          },
          page,
        },
        { signal },
      ),
  });
  const isVault = search.executive === useHolders(search.branch).vault;
  return (
    <SelectableLines
      tableId="cnout"
      label={text.title}
      columns={outColumns}
      list={list}
      ticks={ticks}
      lineOf={lineOf}
      nameOf={nameOf}
      empty={{
        title: isVault ? text.emptyVault : text.emptyPerson,
        text: isVault ? text.emptyVaultText : text.emptyPersonText,
      }}
      onProceed={onProceed}
    />
  );
}
