import styles from './CurrencyName.module.css';
import { flagUrl } from './flag.ts';

interface CurrencyNameProps {
  code: string;
  name?: string;
  /** The code of the country whose flag it is; empty where there is none. */
  flag: string;
  /** On a phone without the name. */
  isShortOnPhone?: boolean;
}

/** A currency as it is written everywhere: flag, code and name. The flag says nothing that the code does not. */
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

/** A place is kept for it where there is none, so that codes stand under each other. */
function Flag({ country }: { country: string }) {
  const url = flagUrl(country);
  return url === null ? (
    <span className={styles.flag} />
  ) : (
    <img className={styles.flag} src={url} alt="" width={20} height={15} decoding="async" />
  );
}
