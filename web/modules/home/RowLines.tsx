import type { QueueRow } from '#contract/home/queue.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { homeText } from '#web/texts/home.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import styles from './Queue.module.css';

/** What a request is about: its currencies with their quantities; a purchase says so first. */
export function RowLines({ row: { side, lines, morelines } }: { row: QueueRow }) {
  return (
    <span className={styles.lines}>
      {side === 'buy' ? <span className={styles.buys}>{homeText.queue.buys}</span> : null}
      {lines.map(({ isd, flag, qty }, at) => (
        <span key={at} className={styles.currency}>
          <CurrencyName code={isd} flag={flag} /> {formatQuantity(qty)}
        </span>
      ))}
      {morelines > 0 ? <span className={styles.dim}>{homeText.queue.moreLines(morelines)}</span> : null}
    </span>
  );
}

/** The same as words, for a question. */
export const linesInWords = ({ lines, morelines }: QueueRow): string =>
  [
    ...lines.map(({ isd, qty }) => `${isd} ${formatQuantity(qty)}`),
    ...(morelines > 0 ? [homeText.queue.moreLines(morelines)] : []),
  ].join(', ');
