import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { IbrRow } from '#contract/rates/ibr.ts';
import { RATE_FILTER } from '#domain/rates/ibr.ts';
import { isUnusualChange } from '#domain/rates/pricing.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { filtered } from '#web/ui/filtered.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { topBar } from '#web/ui/stickyBars.ts';
import styles from './Ibr.module.css';
import { changeOf, rateOf, shownPercent } from './rates.ts';
import { rateFieldId, type Entry } from './useEntry.ts';

const text = ibrText.grid;

interface RateGridProps {
  entry: Entry;
  /** Whether the list in force is one of today. */
  isPublished: boolean;
  /** Called when the user presses Enter in the last row. */
  onEnd: () => void;
}

/** Focuses and selects the rate of a currency. */
export function focusRate(isd: string): void {
  const field = document.querySelector<HTMLInputElement>(`#${rateFieldId(isd)}`);
  field?.focus();
  field?.select();
}

/** The number of rows that a key moves in the column of rates; null for every other key. */
function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  return key === 'Enter' ? (shiftKey ? -1 : 1) : null;
}

/** One row for each active currency: the rate in force, the typed rate, and the difference. */
export function RateGrid({ entry, isPublished, onEnd }: RateGridProps) {
  const { rows, rates, invalid, isReadOnly } = entry;

  function onKeyDown(event: KeyboardEvent, index: number): void {
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && entry.undo !== null) {
      event.preventDefault();
      entry.undo.run();
      return;
    }
    const step = stepOf(event);
    if (step === null) return;
    event.preventDefault();
    const next = rows[index + step];
    if (next !== undefined) focusRate(next.isd);
    else if (event.key === 'Enter' && step === 1) onEnd();
  }

  return (
    <table className={styles.grid} aria-label={text.label}>
      <thead>
        <tr>
          <th ref={topBar} scope="col">
            {text.currency}
          </th>
          <InForceHead hasBefore={isPublished} />
          <th scope="col" className="number">
            {text.rate}
          </th>
          <th scope="col" className="number">
            {text.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.isd}>
            <th scope="row">
              <CurrencyName code={row.isd} flag={row.currencyFlag} />
              <span className={styles.name}>{row.currencyName}</span>
            </th>
            <InForce row={row} hasBefore={isPublished} />
            <td className="number">
              {isReadOnly ? (
                <ReadRate row={row} rate={rates[row.isd] ?? ''} />
              ) : (
                <TextInput
                  id={rateFieldId(row.isd)}
                  classNames={{ input: styles.rate ?? '' }}
                  aria-label={text.rateOf(row.isd)}
                  aria-describedby={`${rateFieldId(row.isd)}-change`}
                  inputMode="decimal"
                  autoComplete="off"
                  enterKeyHint="next"
                  error={invalid.includes(row.isd)}
                  value={rates[row.isd] ?? ''}
                  onFocus={(event) => event.currentTarget.select()}
                  onChange={filtered(RATE_FILTER, rates[row.isd] ?? '', (event) =>
                    entry.type(row.isd, event.currentTarget.value),
                  )}
                  onBlur={() => entry.tidy(row)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onPaste={(event) => {
                    event.preventDefault();
                    entry.paste(event.clipboardData.getData('text'), row.isd);
                  }}
                />
              )}
            </td>
            <td className="number" id={`${rateFieldId(row.isd)}-change`}>
              <ChangeCell row={row} rate={rates[row.isd] ?? ''} isInvalid={invalid.includes(row.isd)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ReadRate = ({ row, rate }: { row: IbrRow; rate: string }) =>
  rate === '' ? text.none : rateOf(row, rate);

/** The head of the column that the typed rates are compared with. */
export function InForceHead({ hasBefore }: { hasBefore: boolean }) {
  return (
    <th scope="col" className="number">
      <span className={styles.inForce}>
        {hasBefore ? <span className={styles.before}>{text.before}</span> : null}
        <span>{text.inForce}</span>
      </span>
    </th>
  );
}

/** The rate in force. While that is one of today, the rate of the day before stands beside it. */
export function InForce({ row, hasBefore }: { row: IbrRow; hasBefore: boolean }) {
  return (
    <td className="number">
      <span className={styles.inForce}>
        {hasBefore && row.lastIbr !== '' ? (
          <span className={styles.before}>{rateOf(row, row.lastIbr)}</span>
        ) : null}
        <span>{row.inForceIbr === '' ? text.none : rateOf(row, row.inForceIbr)}</span>
      </span>
    </td>
  );
}

function ChangeCell({ row, rate, isInvalid }: { row: IbrRow; rate: string; isInvalid: boolean }) {
  if (isInvalid) return <span className={styles.invalid}>{text.invalid}</span>;
  const percent = changeOf(rate, row.inForceIbr);
  if (percent === null) return null;
  return <ChangeFigure percent={percent} />;
}

/** A change in per cent; a change that is more likely a typing error than a market movement has a badge. */
export function ChangeFigure({ percent }: { percent: string }) {
  return (
    <span className={styles.change}>
      {isUnusualChange(percent) ? <StatusBadge meaning="waiting">{text.unusual}</StatusBadge> : null}
      <span className={styles.percent}>{shownPercent(percent)}</span>
    </span>
  );
}
