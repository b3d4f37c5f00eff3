import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { KeyedRateRow } from '#contract/rates/cards.ts';
import { dateInIndia, formatDate, formatDateTime, formatTime } from '#domain/dates.ts';
import { shownCardRate, type DisplayView } from '#domain/rates/card.ts';
import { cardsText } from '#web/texts/cards.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { inColumns } from '../cards/inColumns.ts';
import styles from './Display.module.css';

interface BoardProps {
  rows: readonly [KeyedRateRow, ...KeyedRateRow[]];
  view: DisplayView;
  /** Milliseconds since 1970. */
  now: number;
  /** The reason why these are not the current rates, and how old they are. */
  warning: string | null;
  controls: ReactNode;
}

const COLUMNS = 2;

/** The rates, as large as the screen and their number allow. */
export function Board({ rows, view, now, warning, controls }: BoardProps) {
  const [{ companyName, entityName, publishedAt }] = rows;
  const parts = inColumns(rows, COLUMNS);
  const size = { '--rows': parts[0]?.length ?? 1, '--count': rows.length } as CSSProperties;
  return (
    <main className={styles.board} data-view={view} style={size}>
      <header className={styles.head}>
        <div>
          <p className={styles.company}>{companyName}</p>
          <h1 className={styles.place}>{entityName}</h1>
        </div>
        <div className={styles.time}>
          <p className={styles.clock}>{formatTime(now)}</p>
          <p>{formatDate(dateInIndia(now))}</p>
        </div>
      </header>
      <div role="status" className={styles.warning} data-shown={warning !== null}>
        {warning === null ? null : (
          <>
            <IconAlertTriangle aria-hidden size="1.2em" />
            <span>{warning}</span>
          </>
        )}
      </div>
      <div className={styles.parts}>
        {parts.map((part, at) => (
          <Part key={at} rows={part} view={view} label={cardsText.part(at + 1, parts.length)} />
        ))}
      </div>
      <footer className={styles.foot}>
        <p>
          <strong>
            {cardsText.asOf} {formatDateTime(Date.parse(publishedAt))}
          </strong>
          <span>{cardsText.extra}</span>
        </p>
        {controls}
      </footer>
    </main>
  );
}

function Part({ rows, view, label }: { rows: readonly KeyedRateRow[]; view: DisplayView; label: string }) {
  const showsBuy = view !== 'S';
  const showsSell = view !== 'B';
  // A shorter column keeps the row height of the column beside it.
  const height = { '--own': rows.length } as CSSProperties;
  return (
    <table aria-label={label} style={height}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {cardsText.currency}
          </th>
          {showsBuy ? (
            <th scope="col" className={styles.buy}>
              {cardsText.buy}
            </th>
          ) : null}
          {showsSell ? (
            <th scope="col" className={styles.sell}>
              {cardsText.sell}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.isd}>
            <th scope="row">
              <CurrencyName code={row.isd} flag={row.currencyFlag} />
            </th>
            <td className={styles.name}>{row.currencyName}</td>
            {showsBuy ? (
              <td className={styles.buy}>{shownCardRate(row.isd, row.buy, row.ratePlaces)}</td>
            ) : null}
            {showsSell ? (
              <td className={styles.sell}>{shownCardRate(row.isd, row.sell, row.ratePlaces)}</td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
