import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { WithReason } from '#web/ui/ActionButton.tsx';
import styles from './Form.module.css';

interface LineActionsProps {
  change: string;
  remove: string;
  /** Set while another line is being typed, which would be lost. */
  disabledBecause: string | undefined;
  onChange: () => void;
  onRemove: () => void;
}

/** The actions on a line. */
export function LineActions({ change, remove, disabledBecause, onChange, onRemove }: LineActionsProps) {
  return (
    <div className={styles.lineActions}>
      <WithReason reason={disabledBecause}>
        {(disabled) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={change}
            {...(disabled ?? { title: change, onClick: onChange })}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
      </WithReason>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={remove}
        title={remove}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
