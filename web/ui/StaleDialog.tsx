import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { mastersText } from '#web/texts/masters.ts';
import { ActionButton } from './ActionButton.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './StaleDialog.module.css';

/**
 * A field that another user has changed: its old value, its new value, and the value that this user has typed, if any.
 */
export interface StaleChange {
  readonly label: string;
  readonly was: ReactNode;
  readonly now: ReactNode;
  readonly mine: ReactNode;
}

export interface StaleDialogProps {
  /** The user who saved first, and the time. */
  error: { readonly changedBy: string; readonly changedAt: string } | null;
  /** The changes of the other user, as far as they could be determined. */
  changes: readonly StaleChange[];
  onTheirs: () => Promise<void>;
  onMine: () => Promise<void>;
  onClose: () => void;
}

const text = mastersText.stale;

/**
 * Another user saved the same record first: shows who, when and what, and offers a choice that loses nothing by itself.
 */
export function StaleDialog({ error, changes, onTheirs, onMine, onClose }: StaleDialogProps) {
  async function close(act: () => Promise<void>): Promise<void> {
    onClose();
    await act();
  }
  return (
    <Dialog
      opened={error !== null}
      onClose={onClose}
      title={text.title}
      width={changes.length > 0 ? 'lg' : 'md'}
    >
      {error === null ? null : (
        <p className={styles.staleText}>
          {text.text(error.changedBy, formatDateTime(Date.parse(error.changedAt)))}
        </p>
      )}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      <Group justify="flex-end" gap={24} mt={16}>
        <ActionButton color="refused" variant="outline" onPress={() => close(onMine)}>
          {text.mine}
        </ActionButton>
        <Button data-autofocus onClick={() => void close(onTheirs)}>
          {text.theirs}
        </Button>
      </Group>
    </Dialog>
  );
}

function Changes({ changes }: { changes: readonly StaleChange[] }) {
  const isBoth = changes.some(({ mine }) => mine !== null);
  return (
    <div className={styles.changes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.was}</th>
            <th scope="col">{text.now}</th>
            {isBoth ? <th scope="col">{text.yours}</th> : null}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, was, now, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{was === '' ? text.empty : was}</td>
              <td>{now === '' ? text.empty : now}</td>
              {isBoth ? <td>{mine === null ? '' : mine === '' ? text.empty : mine}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
