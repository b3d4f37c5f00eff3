import styles from './CurrencyName.module.css';
import { flagUrl } from './flag.ts';

interface CurrencyNameProps {
  code: string;
  name?: string;
  /** The country code of the flag; empty if there is none. */
  flag: string;
  /** Omits the name on a phone. */
  isShortOnPhone?: boolean;
}

/** A currency as shown everywhere: flag, code and name. The flag adds no information to the code. */
export function CurrencyName({ code, name, flag, isShortOnPhone = false }: CurrencyNameProps) {
  return (
    <span className={styles.currency}>
      <Flag country={flag} />
      <span className={styles.code}>{code}</span>
      {name === undefined ? null : (
        <span className={styles.name} data-off-phone={isShortOnPhone || undefined}>
          {name}
        </span>
      )}
    </span>
  );
}

/** Keeps the space of a missing flag, so that codes align in a column. */
function Flag({ country }: { country: string }) {
  const url = flagUrl(country);
  return url === null ? (
    <span className={styles.flag} />
  ) : (
    <img className={styles.flag} src={url} alt="" width={20} height={15} loading="lazy" decoding="async" />
  );
}
