import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { mastersText } from '#web/texts/masters.ts';
import { bottomBar } from '#web/ui/stickyBars.ts';
import styles from '../master/Master.module.css';

interface AddButtonProps {
  label?: string | undefined;
  /** While a form is open, its Save button is the only primary button. */
  isFormOpen: boolean;
  onAdd: () => void;
}

export const AddButton = ({ label = mastersText.addNew, isFormOpen, onAdd }: AddButtonProps) => (
  <Button
    variant={isFormOpen ? 'default' : 'filled'}
    leftSection={<IconPlus size={16} aria-hidden />}
    onClick={onAdd}
  >
    {label}
  </Button>
);

interface RecordActionsProps {
  isReadOnly: boolean;
  working: boolean;
  /** Whether the buttons stay visible in a long form. */
  isSticky?: boolean;
  onClose: () => void;
}

/** The buttons at the foot of a record's form. */
export const RecordActions = ({ isReadOnly, working, isSticky = false, onClose }: RecordActionsProps) => (
  <div ref={bottomBar} className={styles.actions} data-sticky={isSticky}>
    <Button variant="default" onClick={onClose}>
      {isReadOnly ? mastersText.close : mastersText.cancel}
    </Button>
    {isReadOnly ? null : (
      <Button type="submit" loading={working}>
        {mastersText.save}
      </Button>
    )}
  </div>
);
