import type { CSSProperties } from 'react';
import type { RateRow } from '#contract/rates/cards.ts';
import { shownCardRate } from '#domain/rates/card.ts';
import { cardsText } from '#web/texts/cards.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import styles from './Cards.module.css';
import { inColumns } from './inColumns.ts';

/** Above this number of rows the card has two columns, so that it fits on one sheet. */
const MAX_ROWS_IN_ONE = 26;

interface RateTableProps {
  rows: readonly RateRow[];
}

/** The printed rates of a card; fewer rows are printed larger. */
export function RateTable({ rows }: RateTableProps) {
  const parts = inColumns(rows, rows.length > MAX_ROWS_IN_ONE ? 2 : 1);
  const size = { '--rows': parts[0]?.length ?? 1 } as CSSProperties;
  return (
    <div className={styles.columns} data-columns={parts.length} style={size}>
      {parts.map((part, at) => (
        <table key={part[0]?.isd} aria-label={cardsText.part(at + 1, parts.length)}>
          <thead>
            <tr>
              <th scope="col">{cardsText.currency}</th>
              <th scope="col" data-align="end" className={styles.buy}>
                {cardsText.buy}
              </th>
              <th scope="col" data-align="end" className={styles.sell}>
                {cardsText.sell}
              </th>
            </tr>
          </thead>
          <tbody>
            {part.map((row) => (
              <tr key={row.isd}>
                <th scope="row">
                  <CurrencyName code={row.isd} name={row.currencyName} flag={row.currencyFlag} />
                </th>
                <td data-align="end" className={styles.buy}>
                  {shownCardRate(row.isd, row.buy, row.ratePlaces)}
                </td>
                <td data-align="end" className={styles.sell}>
                  {shownCardRate(row.isd, row.sell, row.ratePlaces)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
