import { importText } from '#web/texts/import.ts';
import styles from './Import.module.css';

export interface RowError {
  readonly row: number;
  readonly column: string;
  readonly text: string;
}

interface RowErrorsProps {
  errors: readonly RowError[];
  /** How many there are in all. */
  count: number;
}

/** The rows of a sheet that are at fault, and why. */
export function RowErrors({ errors, count }: RowErrorsProps) {
  return (
    <div>
      <div className={styles.errors} role="group" aria-label={importText.errors} tabIndex={0}>
        <table aria-label={importText.errors}>
          <thead>
            <tr>
              <th scope="col">{importText.row}</th>
              <th scope="col">{importText.column}</th>
              <th scope="col">{importText.what}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, text }) => (
              <tr key={`${row} ${column} ${text}`}>
                <td>{row}</td>
                <td>{column}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > errors.length ? <p className={styles.more}>{importText.firstOnly(errors.length)}</p> : null}
    </div>
  );
}
