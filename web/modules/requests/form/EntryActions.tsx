import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { requestFormText } from '#web/texts/requests.ts';
import styles from './Form.module.css';

interface EntryActionsProps {
  add: string;
  onAdd: () => void;
  /** Clears a new line, or cancels the change of one; null while nothing is typed. */
  onUndo: (() => void) | null;
  isChange: boolean;
}

/** The actions on the line being typed. */
export function EntryActions({ add, onAdd, onUndo, isChange }: EntryActionsProps) {
  return (
    <div className={styles.entryActions}>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {add}
      </Button>
      {onUndo === null ? null : (
        <Button variant="subtle" color="gray" aria-keyshortcuts="Escape" onClick={onUndo}>
          {isChange ? requestFormText.line.putBack : requestFormText.line.clear}
        </Button>
      )}
    </div>
  );
}
