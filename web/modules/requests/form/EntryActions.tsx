import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { requestFormText } from '#web/texts/requests.ts';
import styles from './Form.module.css';

interface EntryActionsProps {
  add: string;
  onAdd: () => void;
  /** Cancels the change of a line; null while a new line is typed. */
  onPutBack: (() => void) | null;
}

/** The actions on the line being typed. */
export function EntryActions({ add, onAdd, onPutBack }: EntryActionsProps) {
  return (
    <div className={styles.entryActions}>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {add}
      </Button>
      {onPutBack === null ? null : (
        <Button variant="subtle" color="gray" onClick={onPutBack}>
          {requestFormText.line.putBack}
        </Button>
      )}
    </div>
  );
}
