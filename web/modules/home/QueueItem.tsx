import { Button } from '@mantine/core';
import type { QueueRow } from '#contract/home/queue.ts';
import type { QueueKind } from '#domain/home/queue.ts';
import { formatRupees } from '#domain/numbers.ts';
import { homeText } from '#web/texts/home.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { ageOf, isOverdue } from './age.ts';
import styles from './Queue.module.css';
import { actionOf, warningsOf, whyOf } from './rowAction.ts';
import { RowLines } from './RowLines.tsx';

const text = homeText.queue;

export interface QueueItemProps {
  id: string;
  kind: QueueKind;
  row: QueueRow;
  now: number;
  isActive: boolean;
  /** The first press on a row with warnings asks; the next one acts. */
  isAsked: boolean;
  /** Shown instead of the reason why the row is there. */
  note?: string | undefined;
  onFocus: () => void;
  onAct: () => void;
}

/** One row of work: its number and customer, why it is there, the amount, its age, and its one next action. */
export function QueueItem({ id, kind, row, now, isActive, isAsked, note, onFocus, onAct }: QueueItemProps) {
  const action = actionOf(kind, row);
  const { by, why } = whyOf(kind, row);
  const name = row.name === '' ? text.noName : row.name;
  const key = action.does === 'approve' ? 'a' : 'enter';
  return (
    <li className={styles.row} data-active={isActive} data-warned={warningsOf(kind, row) !== ''}>
      <span className={styles.number}>{row.srno}</span>
      <span className={styles.what}>
        <span className={styles.subject}>
          <span className={styles.name}>{name}</span>
          <RowLines row={row} />
        </span>
        <span className={styles.why} id={`${id}-why`} role={note === undefined ? undefined : 'status'}>
          {by === '' ? null : <strong>{text.by(by)}</strong>}
          {note ?? why}
        </span>
      </span>
      <span className={styles.amount}>{row.amount === '' ? '' : formatRupees(row.amount)}</span>
      <span className={styles.age} data-overdue={isOverdue(row.since, now)}>
        {ageOf(row.since, now)}
      </span>
      <span className={styles.action}>
        <Button
          id={id}
          size="compact-sm"
          variant={isActive ? 'filled' : 'subtle'}
          tabIndex={isActive ? 0 : -1}
          aria-describedby={`${id}-why`}
          onFocus={onFocus}
          onClick={onAct}
          rightSection={
            isActive ? (
              <span aria-hidden>
                <Keys keys={key} />
              </span>
            ) : undefined
          }
        >
          {isAsked ? text.approveAnyway : action.label}
          <span className="visually-hidden">
            {' '}
            {text.request(row.srno)}, {name}
          </span>
        </Button>
      </span>
    </li>
  );
}
