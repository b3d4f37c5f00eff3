import { useMemo } from 'react';
import type { RequestRow } from '#contract/requests/desk.ts';
import type { Level } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { columns } from '../columns.tsx';
import { RowActions } from '../RowActions.tsx';
import type { CameFrom } from '../useDeskAddress.ts';
import type { DeskRights } from '../useDeskRights.ts';
import { phoneColumns, previewColumns } from './columns.tsx';
import { isWaitingFor } from './queues.ts';
import { SelectBox } from './SelectBox.tsx';
import type { ApprovalQueue } from './useApprovalQueue.ts';

interface ColumnOptions {
  rights: DeskRights;
  here: CameFrom;
  hasPreview: boolean;
  isPhone: boolean;
  queue: ApprovalQueue;
  onOpen: (row: RequestRow) => void;
  onApprove: (level: Level, row: RequestRow) => void;
}

/** The columns of the list: with boxes to select in a queue, fewer beside the preview, and the actions on a row. */
export function useListColumns(options: ColumnOptions): readonly Column<RequestRow>[] {
  const { here, hasPreview, isPhone, queue, onOpen, onApprove } = options;
  const { mayEdit } = options.rights;
  const { level, selected } = queue;
  // Beside the preview only the step of the queue has a shortcut.
  const levelList = (hasPreview && level !== null ? [level] : options.rights.levels).join(' ');
  const toggle = useLatest(queue.toggle);
  return useMemo(() => {
    const levels = (levelList === '' ? [] : levelList.split(' ')) as Level[];
    const select: Column<RequestRow> = {
      id: 'select',
      header: deskText.queue.selectColumn,
      head: <span className="visually-hidden">{deskText.queue.selectColumn}</span>,
      value: () => '',
      width: 36,
      hideable: false,
      cell: (row) => (
        <SelectBox
          row={row}
          isSelected={selected.has(row.srno)}
          canSelect={isWaitingFor(level, row)}
          onToggle={toggle}
        />
      ),
    };
    const actions: Column<RequestRow> = {
      id: 'actions',
      header: deskText.columns.actions,
      value: () => '',
      align: 'end',
      hideable: false,
      width: (hasPreview ? 52 : 92) + 37 * levels.length,
      cell: (row) => (
        <RowActions
          row={row}
          levels={levels}
          mayEdit={mayEdit}
          here={here}
          onOpen={onOpen}
          onApprove={onApprove}
        />
      ),
    };
    // On a phone a press opens the row, and the request is approved in its detail.
    if (isPhone) return phoneColumns;
    return [...(level === null ? [] : [select]), ...(hasPreview ? previewColumns : columns), actions];
  }, [level, levelList, hasPreview, isPhone, mayEdit, here, selected, toggle, onOpen, onApprove]);
}
