import styles from './CurrencyName.module.css';

interface CurrencyNameProps {
  code: string;
  name?: string;
  /** The code of the country whose flag it is; empty where there is none. */
  flag: string;
}

const FIRST_INDICATOR = 0x1f1e6;
const FIRST_LETTER = 65;

/** Two letters of a country code as the character that systems show as its flag. */
const flagOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? String.fromCodePoint(...[...country].map((c) => FIRST_INDICATOR + c.charCodeAt(0) - FIRST_LETTER))
    : '';

/** A currency as it is written everywhere: flag, code and name. The flag says nothing that the code does not. */
export function CurrencyName({ code, name, flag }: CurrencyNameProps) {
  return (
    <span className={styles.currency}>
      <span className={styles.flag} aria-hidden>
        {flagOf(flag)}
      </span>
      <span className={styles.code}>{code}</span>
      {name === undefined ? null : <span>{name}</span>}
    </span>
  );
}
