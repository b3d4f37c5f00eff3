import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { LINE_CHOICES, type LineStatus } from '#domain/flash/codes.ts';
import styles from './LineStatusPick.module.css';

interface LineStatusPickProps<Status extends LineStatus> {
  label: string;
  states: readonly Status[];
  value: Status;
  onChange: (status: Status) => void;
}

/** The status of a line in its row; it is saved as soon as it is chosen. */
export function LineStatusPick<Status extends LineStatus>(props: LineStatusPickProps<Status>) {
  const { label, states, value, onChange } = props;
  return (
    <span className={styles.pick} data-status={value}>
      {value === 'D' ? <IconAlertCircle size={14} aria-hidden /> : null}
      {value === 'O' ? <IconCircleCheck size={14} aria-hidden /> : null}
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onKeyDown={openByArrow}
        onChange={(event) => {
          const status = states.find((state) => state === event.currentTarget.value);
          if (status !== undefined && status !== value) onChange(status);
        }}
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {LINE_CHOICES[state]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** An arrow key opens the choices. By itself it would choose, and save, every status on its way. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!['ArrowUp', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
