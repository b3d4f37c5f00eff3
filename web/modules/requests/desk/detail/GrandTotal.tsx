import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { RequestRow } from '#contract/requests/desk.ts';
import { formatRupees } from '#domain/numbers.ts';
import { isPaidInFull, amountsInWords } from '#web/patterns/paymentAmounts.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { paymentOf } from '../state.ts';
import styles from './NextStep.module.css';

/** The amount that the screen is about, and how far it is paid. */
export function GrandTotal({ request }: { request: RequestRow }) {
  const { kind, amounts } = paymentOf(request);
  const Icon = isPaidInFull(amounts) ? IconCircleCheck : IconClock;
  return (
    <div className={styles.total}>
      <p className={styles.label}>{requestDetailText.totals.grand}</p>
      <p className={styles.figure}>{formatRupees(request.grandTotal)}</p>
      <p className={styles.paid}>
        <Icon size={14} aria-hidden /> {amountsInWords(kind, amounts)}
      </p>
    </div>
  );
}
