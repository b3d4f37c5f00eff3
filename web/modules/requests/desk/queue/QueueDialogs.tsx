import type { RequestRow } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { SendBack } from '../SendBack.tsx';
import { customerOf } from '../state.ts';
import { BulkResultDialog } from './BulkResultDialog.tsx';
import styles from './Queue.module.css';
import type { ApprovalQueue } from './useApprovalQueue.ts';

const text = deskText.queue;

interface QueueDialogsProps {
  queue: ApprovalQueue;
  onOpen: (srno: number) => void;
  onSentBack: (row: RequestRow, msg: string) => void;
  onFailed: (error: unknown) => void;
}

/** The questions and results of a queue, loaded when the first of them opens. */
export function QueueDialogs({ queue, onOpen, onSentBack, onFailed }: QueueDialogsProps) {
  const { current, question, result, chosen } = queue;
  if (result !== null)
    return <BulkResultDialog result={result} onOpen={onOpen} onClose={queue.closeResult} />;
  if (question === 'sendBack' && current !== undefined)
    return (
      <SendBack
        request={current}
        onDone={(msg) => onSentBack(current, msg)}
        onFailed={onFailed}
        onClose={() => queue.ask(null)}
      />
    );
  if (question !== 'warnings') return null;
  const warned = chosen.filter((row) => row.warningCount > 0);
  return (
    <ConfirmModal
      opened
      title={text.warningsTitle(warned.length, chosen.length)}
      confirm={text.approveSelected(chosen.length)}
      onConfirm={queue.approveChosen}
      onClose={() => queue.ask(null)}
    >
      <ul className={styles.warningList}>
        {warned.map((row) => (
          <li key={row.srno}>
            {row.srno} {customerOf(row)}: {text.warnings(row.warningCount)}
          </li>
        ))}
      </ul>
    </ConfirmModal>
  );
}
