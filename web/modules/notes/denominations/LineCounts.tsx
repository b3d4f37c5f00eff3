import { facesOf } from '#domain/notes/faces.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { FaceCount } from '#web/ui/denominations/FaceCount.tsx';
import { byCurrency, keyOf, type Line } from '../lines/line.ts';
import { fieldOf, type Counts } from './counts.ts';
import styles from './LineCounts.module.css';

const text = notesText.denominations;
/** Above this number of lines, counting each line is not practical. */
const MOST_COUNTED = 20;

interface LineCountsProps {
  lines: readonly Line[];
  counts: Counts;
  onChange: (counts: Counts) => void;
}

/** A collapsed section for each currency, in which its lines are counted by denomination. */
export function LineCounts({ lines, counts, onChange }: LineCountsProps) {
  return byCurrency(lines).map(({ isd }) => {
    const own = lines.filter((line) => line.isd === isd);
    return (
      <details key={isd} className={styles.fold}>
        <summary>{text.fold(isd)}</summary>
        {own.length > MOST_COUNTED ? (
          <p className={styles.quiet}>{text.tooMany}</p>
        ) : (
          own.map((line) => (
            <fieldset key={keyOf(line)} className={styles.line}>
              <legend>
                {text.line(line.srno, line.lineNo)} <strong>{formatQuantity(line.quantity)}</strong>
              </legend>
              <FaceCount
                id={fieldOf(line)}
                isd={isd}
                faces={facesOf(isd)}
                quantity={line.quantity}
                value={counts[keyOf(line)] ?? {}}
                onChange={(value) => onChange({ ...counts, [keyOf(line)]: value })}
              />
            </fieldset>
          ))
        )}
      </details>
    );
  });
}
