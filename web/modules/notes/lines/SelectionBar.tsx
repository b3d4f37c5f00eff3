import { Button } from '@mantine/core';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { bottomBar } from '#web/ui/stickyBars.ts';
import { byCurrency, type Line } from './line.ts';
import styles from './Lines.module.css';

const text = notesText.lines;

/** The current selection, always visible, and the button to proceed. */
export function SelectionBar({ lines, onProceed }: { lines: readonly Line[]; onProceed: () => void }) {
  return (
    <section ref={bottomBar} className={styles.bar} aria-label={text.selection}>
      <div className={styles.totals} role="status">
        <strong>{text.selected(lines.length)}</strong>
        {byCurrency(lines).map(({ isd, flag, quantity }) => (
          <span key={isd} className={styles.total}>
            <CurrencyName code={isd} flag={flag} /> {formatQuantity(quantity)}
          </span>
        ))}
      </div>
      <Button className={styles.forward ?? ''} onClick={onProceed}>
        {text.proceed}
      </Button>
    </section>
  );
}
