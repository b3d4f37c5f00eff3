import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { formatRupees } from '#domain/numbers.ts';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { customerOf } from '../state.ts';
import styles from './Queue.module.css';
import type { BulkResult } from './useApprovalQueue.ts';

const text = deskText.queue;

interface BulkResultDialogProps {
  result: BulkResult;
  onOpen: (srno: number) => void;
  onClose: () => void;
}

/** What became of each request that was approved together with others. */
export function BulkResultDialog({ result: { rows, results }, onOpen, onClose }: BulkResultDialogProps) {
  const whyOf = new Map(results.map(({ srno, why }) => [srno, why]));
  const refused = results.filter(({ why }) => why !== '');
  const [first] = refused;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text.resultTitle(results.length - refused.length, results.length)}
    >
      <ul className={styles.results}>
        {rows.map((row) => {
          const why = whyOf.get(row.srno) ?? '';
          const Icon = why === '' ? IconCircleCheck : IconAlertCircle;
          return (
            <li key={row.srno} data-refused={why === '' ? undefined : true}>
              <Icon size={18} aria-hidden />
              <span className="number">{row.srno}</span>
              <span>
                {customerOf(row)}
                <span className={why === '' ? 'visually-hidden' : styles.why}>
                  {why === '' ? ` ${text.approved}` : why}
                </span>
              </span>
              <span className="number">{formatRupees(row.grandTotal)}</span>
            </li>
          );
        })}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {uiText.common.close}
        </Button>
        {first === undefined ? null : (
          <Button data-autofocus onClick={() => onOpen(first.srno)}>
            {text.openNumber(first.srno)}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
