import { useId } from 'react';
import { shownCount } from '#domain/home/waiting.ts';
import styles from './Segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  words: Readonly<Record<Value, string>>;
  value: Value;
  /** How many rows each choice lists; undefined while that is not known. */
  counts: Readonly<Record<Value, number>> | undefined;
  onChange: (value: Value) => void;
}

/** A choice of which list is shown, with the number of rows of each. It takes effect at once. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, words, value, counts, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend>{label}</legend>
      {(Object.keys(words) as Value[]).map((each) => (
        <label key={each} data-chosen={each === value || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {words[each]}{' '}
          <span className={styles.count}>{counts === undefined ? '' : shownCount(counts[each])}</span>
        </label>
      ))}
    </fieldset>
  );
}
