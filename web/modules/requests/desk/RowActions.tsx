import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RequestRow } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import styles from './Desk.module.css';
import { stateOf } from './state.ts';
import type { CameFrom } from './useDeskAddress.ts';

interface RowActionsProps {
  row: RequestRow;
  /** The steps that the user may approve. */
  levels: readonly Level[];
  mayEdit: boolean;
  here: CameFrom;
  onOpen: (row: RequestRow) => void;
  onApprove: (level: Level, row: RequestRow) => void;
}

export const changePath = (srno: number): string => `/newfxrequest?srno=${srno}`;

/** The actions on one request in the list. */
export function RowActions({ row, levels, mayEdit, here, onOpen, onApprove }: RowActionsProps) {
  const srno = row.srno;
  return (
    <span className={styles.actions}>
      {mayEdit && !row.submitted ? (
        <ActionIcon
          component={Link}
          to={changePath(srno)}
          state={here}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={deskText.change(srno)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {levels.map((level) => (
        <ApproveShortcut key={level} level={level} row={row} onApprove={onApprove} />
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={deskText.view(srno)}
        onClick={() => onOpen(row)}
      >
        <IconEye size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}

function ApproveShortcut({
  level,
  row,
  onApprove,
}: { level: Level } & Pick<RowActionsProps, 'row' | 'onApprove'>) {
  const due = isDue(level, stateOf(row));
  const label = deskText.approve.button(level, row.srno);
  if (due.ok)
    return (
      <Button
        size="compact-sm"
        px={6}
        variant="light"
        aria-label={label}
        onClick={() => onApprove(level, row)}
      >
        {deskText.approve.short(level)}
      </Button>
    );
  return (
    <Tooltip label={due.why} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="compact-sm"
        px={6}
        variant="default"
        data-disabled
        aria-disabled
        aria-label={`${label}. ${due.why}`}
        onClick={(event) => event.preventDefault()}
      >
        {deskText.approve.short(level)}
      </Button>
    </Tooltip>
  );
}
