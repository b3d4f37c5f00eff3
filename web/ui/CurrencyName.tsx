import styles from './CurrencyName.module.css';
import { flagOf, flagsAreDrawn } from './flag.ts';

interface CurrencyNameProps {
  code: string;
  name?: string;
  /** The code of the country whose flag it is; empty where there is none. */
  flag: string;
}

/**
 * A currency as it is written everywhere: flag, code and name. The flag says nothing that the code does not; on a
 * system without flags the country's letters stand in their place.
 */
export function CurrencyName({ code, name, flag }: CurrencyNameProps) {
  return (
    <span className={styles.currency}>
      <span className={styles.flag} aria-hidden>
        {flag === '' ? null : flagsAreDrawn() ? flagOf(flag) : <span className={styles.letters}>{flag}</span>}
      </span>
      <span className={styles.code}>{code}</span>
      {name === undefined ? null : <span>{name}</span>}
    </span>
  );
}
