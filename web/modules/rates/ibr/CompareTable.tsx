import { Decimal } from 'decimal.js';
import type { IbrRow } from '#contract/rates/ibr.ts';
import { changePercent } from '#domain/rates/pricing.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import styles from './Ibr.module.css';
import { rateOf, shownPercent, type Rates } from './rates.ts';

const text = ibrText.compare;

type ComparedLine = Pick<IbrRow, 'isd' | 'currencyFlag' | 'ratePlaces'>;

interface CompareTableProps {
  label: string;
  lines: readonly ComparedLine[];
  /** The two lists, each with its heading; the difference is the second minus the first. */
  first: { readonly head: string; readonly rates: Rates };
  second: { readonly head: string; readonly rates: Rates };
  onlyDifferences: boolean;
}

const cell = (line: ComparedLine, rate: string) => (rate === '' ? text.missing : rateOf(line, rate));

const isSame = (a: string, b: string) => (a === '' || b === '' ? a === b : new Decimal(a).equals(b));

function differenceOf(line: ComparedLine, from: string, to: string): string {
  if (from === '' || to === '') return '';
  const difference = new Decimal(to).sub(from);
  return `${difference.isPositive() ? '+' : '−'}${rateOf(line, difference.abs().toFixed())}`;
}

/** Two lists side by side with the difference. */
export function CompareTable({ label, lines, first, second, onlyDifferences }: CompareTableProps) {
  const pairs = lines
    .map((line) => ({ line, from: first.rates[line.isd] ?? '', to: second.rates[line.isd] ?? '' }))
    .map((pair) => ({ ...pair, same: isSame(pair.from, pair.to) }));
  const shown = onlyDifferences ? pairs.filter(({ same }) => !same) : pairs;
  if (shown.length === 0) return <p className={styles.quiet}>{text.same}</p>;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.list} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{text.currency}</th>
            {[first.head, second.head, text.difference, text.percent].map((head) => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, from, to, same }) => {
            const percent = same || from === '' || to === '' ? null : changePercent(to, from);
            return (
              <tr key={line.isd} data-differs={!same}>
                <th scope="row">
                  <CurrencyName code={line.isd} flag={line.currencyFlag} />
                </th>
                <td className="number">{cell(line, from)}</td>
                <td className="number">{cell(line, to)}</td>
                <td className="number">{same ? '' : differenceOf(line, from, to)}</td>
                <td className="number">{percent === null ? '' : shownPercent(percent)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
