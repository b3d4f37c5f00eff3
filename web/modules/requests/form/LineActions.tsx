import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import styles from './Form.module.css';

interface LineActionsProps {
  change: string;
  remove: string;
  /** True while another line is being typed, which would be lost. */
  disabled: boolean;
  onChange: () => void;
  onRemove: () => void;
}

/** The actions on a line. */
export function LineActions({ change, remove, disabled, onChange, onRemove }: LineActionsProps) {
  return (
    <div className={styles.lineActions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={change}
        title={change}
        disabled={disabled}
        onClick={onChange}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
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
