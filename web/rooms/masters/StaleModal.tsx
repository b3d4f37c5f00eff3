import { Button, Group } from '@mantine/core';
import { formatDateTime } from '#domain/dates.ts';
import type { StaleError } from '#web/app/problems.ts';
import { mastersText } from '#web/texts/masters.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './Master.module.css';

interface StaleModalProps {
  stale: StaleError | null;
  onTheirs: () => Promise<void>;
  onMine: () => Promise<void>;
  onClose: () => void;
}

const text = mastersText.stale;

/** Someone saved the same record first: who and when, and a choice that loses nothing by itself. */
export function StaleModal({ stale, onTheirs, onMine, onClose }: StaleModalProps) {
  async function close(act: () => Promise<void>): Promise<void> {
    onClose();
    await act();
  }
  return (
    <Dialog opened={stale !== null} onClose={onClose} title={text.title}>
      {stale === null ? null : (
        <p className={styles.staleText}>
          {text.text(stale.changedBy, formatDateTime(Date.parse(stale.changedAt)))}
        </p>
      )}
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
