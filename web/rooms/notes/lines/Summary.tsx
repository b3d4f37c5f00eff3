import type { NoteSummary } from '#contract/notes/notes.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import styles from './Lines.module.css';

const text = notesText.summary;

export const productName = (code: string): string =>
  Object.hasOwn(PRODUCTS, code) ? PRODUCTS[code as keyof typeof PRODUCTS] : code;

interface SummaryProps {
  sums: NoteSummary;
  withProduct: boolean;
  /** Whether the keyboard begins here. */
  takesFocus: boolean;
}

const focus = (box: HTMLElement | null) => box?.focus();

/** What the selected lines come to, as the server knows them. */
export function Summary({ sums, withProduct, takesFocus }: SummaryProps) {
  return (
    <div
      ref={takesFocus ? focus : null}
      className={styles.box}
      role="group"
      aria-label={text.title}
      tabIndex={0}
    >
      <table className={styles.summary} aria-label={text.title}>
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
          {sums.map(({ product, isd, isdnm, isd_flag, lines, qty }) => (
            <tr key={`${product} ${isd}`}>
              {withProduct ? <td>{productName(product)}</td> : null}
              <th scope="row">
                <CurrencyName code={isd} name={isdnm} flag={isd_flag} />
              </th>
              <td className="number">{lines}</td>
              <td className="number">{formatQuantity(qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
