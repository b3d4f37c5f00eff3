import type { InputFilter } from '#domain/input.ts';
import { isAboveZero } from '#domain/money.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { denominationsText as text } from '#web/texts/denominations.ts';
import { TextField } from '../Field.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { denominationsOf, isRight, missingOf, sumOf, type FaceCounts } from './counts.ts';
import styles from './FaceCount.module.css';

const COUNT: InputFilter = { kind: 'numeric', maxChars: 6 };

interface FaceCountProps {
  id?: string;
  isd: string;
  /** The face values of the currency's notes. */
  faces: readonly number[];
  /** The required total of the notes; null while it is not known. */
  quantity: string | null;
  value: FaceCounts;
  onChange: (value: FaceCounts) => void;
}

/** Notes counted by face value, and their total. */
export function FaceCount({ id, isd, faces, quantity, value, onChange }: FaceCountProps) {
  return (
    <div id={id} className={styles.count}>
      <div className={styles.faces}>
        {faces.map((face) => (
          <TextField
            key={face}
            label={String(face)}
            aria-label={text.face(isd, String(face))}
            size="xs"
            inputMode="numeric"
            autoComplete="off"
            filter={COUNT}
            value={value[face] ?? ''}
            onChange={(event) => onChange({ ...value, [face]: event.currentTarget.value })}
          />
        ))}
      </div>
      {denominationsOf(value) === null || quantity === null ? null : (
        <p className={styles.outcome} role="status">
          {text.comesTo(formatQuantity(sumOf(value)), formatQuantity(quantity))}{' '}
          <Outcome value={value} quantity={quantity} />
        </p>
      )}
    </div>
  );
}

function Outcome({ value, quantity }: { value: FaceCounts; quantity: string }) {
  if (isRight(value, quantity)) return <StatusBadge meaning="done">{text.right}</StatusBadge>;
  const missing = missingOf(value, quantity);
  return (
    <StatusBadge meaning="waiting">
      {isAboveZero(missing)
        ? text.short(formatQuantity(missing))
        : text.over(formatQuantity(missing.slice(1)))}
    </StatusBadge>
  );
}
