import { MARKS } from '#domain/audit/codes.ts';
import { formatDecimal } from '#domain/numbers.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { MarkIcon } from './MarkName.tsx';
import { useStore } from './stores.ts';
import styles from './Transactions.module.css';
import type { Marks } from './useMarks.ts';

const text = auditWorkText.transactions;

/** How many transactions have each mark, and how much of the work is done. */
export function CountsBar({ marks }: { marks: Marks }) {
  const counts = useStore(marks.counts);
  const total = counts.PEN + counts.OK + counts.DIS;
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  return (
    <div className={styles.counts} role="group" aria-label={text.counts}>
      {MARKS.map((mark) => (
        <span key={mark} className={styles.count} data-mark={mark} title={text.markNames[mark]}>
          <MarkIcon mark={mark} />
          {text.marks[mark]} <strong>{formatDecimal(String(counts[mark]), 0)}</strong>
        </span>
      ))}
      <span className={styles.meter} aria-hidden>
        <span data-mark="OK" style={{ width: `${share(counts.OK)}%` }} />
        <span data-mark="DIS" style={{ width: `${share(counts.DIS)}%` }} />
      </span>
      <span className={styles.quiet}>{text.progress(Math.floor(share(counts.OK + counts.DIS)))}</span>
    </div>
  );
}

/** Whether the marks have reached the server. */
export function MarksSaved({ marks }: { marks: Marks }) {
  const unsettled = useStore(marks.unsettled);
  const hasSent = useStore(marks.hasSent);
  return (
    <span role="status" className={styles.quiet}>
      {unsettled > 0 ? text.onTheirWay(unsettled) : hasSent ? text.saved : ''}
    </span>
  );
}
