import type { RequestDetail } from '#contract/requests/requests.ts';
import { formatDecimal, formatRupees, sumDecimals } from '#domain/numbers.ts';
import { deskText } from '#web/texts/desk.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import styles from './Detail.module.css';
import { dayOf, momentOf } from './Facts.tsx';

const { request, product: productText, payment: paymentText } = deskText;

/** With as many places as the number needs. */
const exactly = (decimal: string) => {
  const short = decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;
  return formatDecimal(short, short.split('.')[1]?.length ?? 0);
};

export function Products({ lines }: { lines: RequestDetail['product'] }) {
  return (
    <section className={styles.part}>
      <h2>{request.products}</h2>
      {lines.length === 0 ? (
        <p className={styles.none}>{request.noProducts}</p>
      ) : (
        <div className={styles.lines} role="group" aria-label={request.products} tabIndex={0}>
          <table aria-label={request.products}>
            <thead>
              <tr>
                <th scope="col">{productText.product}</th>
                <th scope="col">{productText.currency}</th>
                <th scope="col" className="number">
                  {productText.quantity}
                </th>
                <th scope="col" className="number">
                  {productText.rate}
                </th>
                <th scope="col" className="number">
                  {productText.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.srno}>
                  <td>{line.productnm}</td>
                  <td>
                    <CurrencyName code={line.isd} name={line.isdnm} flag={line.isd_flag} />
                  </td>
                  <td className="number">{exactly(line.qty)}</td>
                  <td className="number">{exactly(line.rate)}</td>
                  <td className="number">{formatRupees(line.amnt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

type Payment = RequestDetail['payment'][number];

/** What is particular about a line: a link paid it, or its money is still to come. */
function noteOf({ paytype, gatewayorder, settledat }: Payment): string {
  if (gatewayorder !== '') return paymentText.byLink(gatewayorder);
  if (paytype !== 'SPR') return '';
  return settledat === '' ? paymentText.unsettled : paymentText.settled(momentOf(settledat));
}

export function Payments({ lines }: { lines: RequestDetail['payment'] }) {
  const total = (amount: (line: Payment) => string) => formatRupees(sumDecimals(lines.map(amount)));
  return (
    <section className={styles.part}>
      <h2>{request.payments}</h2>
      {lines.length === 0 ? (
        <p className={styles.none}>{request.noPayments}</p>
      ) : (
        <div className={styles.lines} role="group" aria-label={request.payments} tabIndex={0}>
          <table aria-label={request.payments}>
            <thead>
              <tr>
                <th scope="col">{paymentText.type}</th>
                <th scope="col">{paymentText.bank}</th>
                <th scope="col">{paymentText.reference}</th>
                <th scope="col">{paymentText.date}</th>
                <th scope="col" className="number">
                  {paymentText.amount}
                </th>
                <th scope="col" className="number">
                  {paymentText.received}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.srno}>
                  <td>
                    {line.paytypename}
                    {noteOf(line) === '' ? null : <span className={styles.lineNote}>{noteOf(line)}</span>}
                  </td>
                  <td>{line.paybankname}</td>
                  <td>{line.refnum}</td>
                  <td>{dayOf(line.paydate)}</td>
                  <td className="number">{formatRupees(line.payamnt)}</td>
                  <td className="number">{formatRupees(line.payamntrecv)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {deskText.totals.received}
                </th>
                <td className="number">{total(({ payamnt }) => payamnt)}</td>
                <td className="number">{total(({ payamntrecv }) => payamntrecv)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}
