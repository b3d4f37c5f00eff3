import { Button } from '@mantine/core';
import { MAX_APPROVED_TOGETHER } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { saidByKind } from '../ByKind.tsx';
import styles from './Queue.module.css';
import { totalsByKind } from './queues.ts';
import type { ApprovalQueue } from './useApprovalQueue.ts';

const text = deskText.queue;

/** What is selected, and its approval. */
export function QueueBar({ queue }: { queue: ApprovalQueue }) {
  const { chosen, withoutWarnings } = queue;
  if (chosen.length === 0)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={withoutWarnings.length === 0}
        onClick={queue.selectWithoutWarnings}
      >
        {text.selectAll}
      </Button>
    );
  return (
    <div className={styles.bar} role="group" aria-label={text.selection}>
      <span className={styles.chosen}>
        <strong>{text.selected(chosen.length)}</strong>
        <span className={styles.quiet}>{saidByKind(totalsByKind(chosen, (row) => row.grandTotal))}</span>
      </span>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={queue.clearSelection}>
        {text.clear}
      </Button>
      <ActionButton
        variant="outline"
        size="compact-sm"
        rightSection={<Keys keys="shift+a" />}
        disabledBecause={
          chosen.length > MAX_APPROVED_TOGETHER ? text.tooMany(MAX_APPROVED_TOGETHER) : undefined
        }
        onPress={() => queue.askOrApprove()}
      >
        {text.approveSelected(chosen.length)}
      </ActionButton>
    </div>
  );
}
