import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { discrepancyText as text } from '#web/texts/discrepancy.ts';
import { DataTable, type DataTableProps, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { useSession } from '#web/wire/session.ts';
import { columnsOf } from './columns.tsx';
import styles from './Discrepancies.module.css';
import { DiscrepancyView, type DiscrepancyViewProps } from './DiscrepancyView.tsx';

const ROW_HEIGHT = 46;
const keyOf = (row: DiscrepancyRow) => String(row.lineNo);

type TableProps = Pick<
  DataTableProps<DiscrepancyRow>,
  'hasMore' | 'loadingMore' | 'onMore' | 'error' | 'onRetry' | 'empty' | 'maxHeight' | 'rows'
>;

interface DiscrepancyListProps
  extends TableProps, Pick<DiscrepancyViewProps, 'screen' | 'mayDecide' | 'mayAnswer'> {
  id: string;
  label: string;
  /** The open row, if the caller keeps it, such as in the address. */
  opened?: { readonly lineNo: number | null; readonly onOpen: (lineNo: number | null) => void };
  /** A form that is open in place of the discrepancy. */
  form?: ReactNode;
  /** Whether discrepancies of several branches are listed. */
  hasBranches: boolean;
  onChanged: (row: DiscrepancyRow, change: Partial<DiscrepancyRow>) => void;
}

/** Discrepancies with their age; the open one is beside the list. */
export function DiscrepancyList(props: DiscrepancyListProps) {
  const {
    rows,
    form = null,
    hasBranches,
    screen,
    mayDecide,
    mayAnswer,
    id,
    label,
    opened,
    onChanged,
    ...table
  } = props;
  const handle = useRef<TableHandle>(null);
  const [own, setOwn] = useState<number | null>(null);
  const openLine = opened === undefined ? own : opened.lineNo;
  const setOpen = opened?.onOpen ?? setOwn;
  const row = openLine === null ? undefined : rows?.find((each) => each.lineNo === openLine);
  const isOpen = row !== undefined || form !== null;
  const showsNumbers = useSession()?.srno === 1;
  const columns = useMemo(
    () => columnsOf({ isOpen, hasBranches, showsNumbers }),
    [isOpen, hasBranches, showsNumbers],
  );
  const openRow = useLatest((each: DiscrepancyRow) => setOpen(each.lineNo));
  const follow = useLatest((each: DiscrepancyRow) => {
    if (openLine !== null && openLine !== each.lineNo) setOpen(each.lineNo);
  });

  function step(from: DiscrepancyRow, by: number): void {
    const keys = handle.current?.shownKeys() ?? [];
    const next = keys[keys.indexOf(keyOf(from)) + by];
    if (next === undefined) return;
    setOpen(Number(next));
    handle.current?.focusRow(next);
  }

  const index = row === undefined || rows === undefined ? -1 : rows.indexOf(row);
  return (
    <div className={styles.list}>
      <DataTable
        tableId={id}
        label={label}
        columns={columns}
        rows={rows}
        {...table}
        rowKey={keyOf}
        rowHeight={ROW_HEIGHT}
        onOpen={openRow}
        onActive={follow}
        handle={handle}
        marked={openLine === null ? undefined : String(openLine)}
        side={
          form ??
          (row === undefined ? null : (
            <DiscrepancyView
              key={row.lineNo}
              row={row}
              screen={screen}
              mayDecide={mayDecide}
              mayAnswer={mayAnswer}
              place={text.place(index + 1, `${rows?.length ?? 0}${table.hasMore ? '+' : ''}`)}
              onStep={(by) => step(row, by)}
              onClose={() => {
                setOpen(null);
                handle.current?.focusRow(keyOf(row));
              }}
              onChanged={(change) => onChanged(row, change)}
              onDone={() => handle.current?.focusRow(keyOf(row))}
            />
          ))
        }
      />
    </div>
  );
}
