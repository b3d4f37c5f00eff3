import { TextInput } from '@mantine/core';
import { facesOf } from '#domain/notes/faces.ts';
import { isAboveZero } from '#domain/money.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { isRight, missingOf, sumOf, denominationsOf, type FaceCounts } from './counts.ts';
import styles from './Denominations.module.css';

const text = notesText.denominations;
const MAX_COUNT_CHARS = 6;

interface FaceCountProps {
  id?: string;
  isd: string;
  /** What the notes must come to; null while it is not known. */
  quantity: string | null;
  value: FaceCounts;
  onChange: (value: FaceCounts) => void;
}

/** Notes counted by their face values, and what they come to. */
export function FaceCount({ id, isd, quantity, value, onChange }: FaceCountProps) {
  return (
    <div id={id} className={styles.count}>
      <div className={styles.faces}>
        {facesOf(isd).map((face) => (
          <TextInput
            key={face}
            label={String(face)}
            aria-label={text.face(isd, face)}
            size="xs"
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_COUNT_CHARS}
            value={value[face] ?? ''}
            onChange={(event) => onChange({ ...value, [face]: event.currentTarget.value.replace(/\D/g, '') })}
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
