import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './Master.module.css';

interface AddButtonProps {
  label?: string | undefined;
  /** While a form is open, its Save is the one primary button. */
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
  /** In a long form they stay in sight. */
  isSticky?: boolean;
  onClose: () => void;
}

/** The buttons at the foot of a record's form. */
export const RecordActions = ({ isReadOnly, working, isSticky = false, onClose }: RecordActionsProps) => (
  <div className={styles.actions} data-sticky={isSticky}>
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

interface OpenFailedProps {
  /** Null while the record is on its way. */
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** In the place of a record that did not come. */
export function OpenFailed({ error, onRetry, onClose }: OpenFailedProps) {
  if (error === null || error instanceof SessionEndedError) return null;
  return (
    <EmptyState
      title={mastersText.openFailed}
      text={messageOf(error)}
      action={
        <>
          <Button onClick={onRetry}>{uiText.common.retry}</Button>{' '}
          <Button variant="default" onClick={onClose}>
            {mastersText.close}
          </Button>
        </>
      }
    />
  );
}
