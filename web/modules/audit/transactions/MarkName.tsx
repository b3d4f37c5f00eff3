import { IconAlertCircle, IconCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { TRANSACTION_DISCREPANCY_WORDS, type Mark } from '#domain/audit/codes.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import type { RowMark } from './marks.ts';
import styles from './Transactions.module.css';

const text = auditWorkText.transactions;

const ICONS = { PEN: IconCircle, OK: IconCircleCheck, DIS: IconAlertCircle } as const satisfies Record<
  Mark,
  unknown
>;

export function MarkIcon({ mark }: { mark: Mark }) {
  const Icon = ICONS[mark];
  return <Icon size={14} stroke={2} aria-hidden />;
}

/** The mark of a transaction as icon and word. A pending one is plain, because a list opens with thousands of them. */
export function MarkName({ mark: { status, discrepancy } }: { mark: RowMark }) {
  if (discrepancy?.status === 'R' || discrepancy?.status === 'D') {
    const isCleared = discrepancy.status === 'D';
    const Icon = isCleared ? IconCircleCheck : IconInfoCircle;
    return (
      <span className={styles.mark} data-mark={isCleared ? 'OK' : 'REV'}>
        <Icon size={14} stroke={2} aria-hidden />
        {TRANSACTION_DISCREPANCY_WORDS[discrepancy.status]}
      </span>
    );
  }
  return (
    <span className={styles.mark} data-mark={status}>
      <MarkIcon mark={status} />
      {text.marks[status]}
    </span>
  );
}
