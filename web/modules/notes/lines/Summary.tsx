import type { NoteSummary } from '#contract/notes/notes.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import styles from './Lines.module.css';

const text = notesText.summary;

export const productName = (code: string): string =>
  Object.hasOwn(PRODUCTS, code) ? PRODUCTS[code as keyof typeof PRODUCTS] : code;

interface SummaryProps {
  sums: NoteSummary;
  withProduct: boolean;
  /** Whether the summary takes the focus. */
  takesFocus: boolean;
}

const focus = (box: HTMLElement | null) => box?.focus();

/** The totals of the selected lines, by the server's figures. */
export function Summary({ sums, withProduct, takesFocus }: SummaryProps) {
  return (
    <PlainTable ref={takesFocus ? focus : null} label={text.title} className={styles.summary}>
      <thead>
        <tr>
          {withProduct ? <th scope="col">{text.product}</th> : null}
          <th scope="col">{text.currency}</th>
          <th scope="col" className="number">
            {text.lines}
          </th>
          <th scope="col" className="number">
            {text.quantity}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ product, isd, currencyName, currencyFlag, lines, quantity }) => (
          <tr key={`${product} ${isd}`}>
            {withProduct ? <td>{productName(product)}</td> : null}
            <th scope="row">
              <CurrencyName code={isd} name={currencyName} flag={currencyFlag} />
            </th>
            <td className="number">{lines}</td>
            <td className="number">{formatQuantity(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
