import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { RequestRow } from '#contract/requests/desk.ts';
import { compareExact, rupees, subtractRupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import styles from './NextStep.module.css';

const text = requestDetailText.totals;

function paidText(left: number, amount: string): string {
  if (left === 0) return text.inFull;
  return left > 0 ? text.leftToPay(amount) : text.tooMuch(amount);
}

/** The amount that the screen is about, and whether it has been received. */
export function GrandTotal({ request }: { request: Pick<RequestRow, 'req_grandtotal' | 'req_paymentrecv'> }) {
  const [total, received] = [rupees(request.req_grandtotal), rupees(request.req_paymentrecv)];
  const left = compareExact(total, received);
  const difference = left >= 0 ? subtractRupees(total, received) : subtractRupees(received, total);
  const Icon = left === 0 ? IconCircleCheck : IconClock;
  return (
    <div className={styles.total}>
      <p className={styles.label}>{text.grand}</p>
      <p className={styles.figure}>{formatRupees(total)}</p>
      <p className={styles.paid}>
        <Icon size={14} aria-hidden /> {paidText(left, formatRupees(difference))}
      </p>
    </div>
  );
}
