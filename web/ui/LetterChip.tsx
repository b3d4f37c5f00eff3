import { useSingleKeys } from './keys.ts';
import styles from './LetterChip.module.css';

interface LetterChipProps {
  /** The key that does the same on the focused row. */
  letter: string;
  label: string;
  onPress: () => void;
}

/**
 * A small button of a row that shows its key. The row is the tab stop and takes the key; the button itself is a tab stop
 * only while single keys are off.
 */
export function LetterChip({ letter, label, onPress }: LetterChipProps) {
  const [isOn] = useSingleKeys();
  return (
    <button
      type="button"
      className={styles.chip}
      tabIndex={isOn ? -1 : 0}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {letter}
    </button>
  );
}
