import { listOut } from '#contract/notes/notes.ts';
import { call } from '#web/wire/call.ts';
import { notesText } from '#web/texts/notes.ts';
import { Notice } from '#web/ui/Notice.tsx';
import styles from '../lines/Lines.module.css';
import { SelectableLines } from '../lines/SelectableLines.tsx';
import type { Line } from '../lines/line.ts';
import { useLines } from '../lines/useLines.ts';
import type { Ticks } from '../lines/useSelection.ts';
import { useCustody } from '../useCustody.ts';
import { holderOf, useHolders } from '../useHolders.ts';
import { lineOf, nameOf, outColumns } from './columns.tsx';
import type { OutSearch } from './OutFilters.tsx';

const text = notesText.out;

export interface OutListProps {
  search: OutSearch;
  ticks: Ticks;
  onProceed: (lines: readonly Line[]) => void;
}

/** The lines that a holder can send. */
export function HeldLines({ search, ticks, onProceed }: OutListProps) {
  const list = useLines({
    key: ['out', search],
    ask: (page, signal) =>
      call(
        listOut,
        {
          search: { movement: 'OUT', ...search },
          page,
        },
        { signal },
      ),
  });
  const holders = useHolders(search.branch);
  const from = holderOf(holders, search.executive);
  const { isVault } = from;
  const refusal = useCustody(holders)?.send(from, null);
  return (
    <>
      {refusal === undefined ? null : (
        <div className={styles.news}>
          <Notice meaning="info">{refusal}</Notice>
        </div>
      )}
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
    </>
  );
}
