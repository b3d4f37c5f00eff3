import type { RequestDetail } from '#contract/requests/desk.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { shownRate } from '#domain/rates/card.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { dayOf, momentOf } from '#web/ui/when.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import styles from './Detail.module.css';
import { receivedBy, receivedHead } from './received.ts';

const { request, product: productText, payment: paymentText } = requestDetailText;

const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" className="number">
    {children}
  </th>
);

export function Products({ lines }: { lines: RequestDetail['product'] }) {
  return (
    <section className={styles.part}>
      <h2>{request.products}</h2>
      {lines.length === 0 ? (
        <p className={styles.none}>{request.noProducts}</p>
      ) : (
        <PlainTable label={request.products} className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{productText.product}</th>
              <th scope="col">{productText.currency}</th>
              <NumberHead>{productText.quantity}</NumberHead>
              <NumberHead>{productText.rate}</NumberHead>
              <NumberHead>{productText.amount}</NumberHead>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.srno}>
                <td>{line.productnm}</td>
                <td>
                  <CurrencyName code={line.isd} flag={line.isd_flag} />{' '}
                  <span className={styles.withSpace}>{line.isdnm}</span>
                </td>
                <td className="number">{formatQuantity(line.qty)}</td>
                <td className="number">{shownRate(line.isd, line.rate, line.isd_rateplaces)}</td>
                <td className="number">{formatRupees(line.amnt)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </section>
  );
}

type Payment = RequestDetail['payment'][number];

/** A remark on a line: a payment link paid it, or its money is outstanding. */
function noteOf({ paytype, gatewayorder, settledat }: Payment): string {
  if (gatewayorder !== '') return paymentText.byLink(gatewayorder);
  if (paytype !== 'SPR') return '';
  return settledat === '' ? paymentText.unsettled : paymentText.settled(momentOf(settledat));
}

export function Payments({ of }: { of: RequestDetail }) {
  const lines = of.payment;
  const total = (amount: (line: Payment) => string) => formatRupees(sumDecimals(lines.map(amount)));
  return (
    <section className={styles.part}>
      <h2>{request.payments}</h2>
      {lines.length === 0 ? (
        <p className={styles.none}>{request.noPayments}</p>
      ) : (
        <PlainTable label={request.payments} className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{paymentText.type}</th>
              <th scope="col" className={styles.withSpace}>
                {paymentText.bank}
              </th>
              <th scope="col" className={styles.withSpace}>
                {paymentText.reference}
              </th>
              <th scope="col" className={styles.withSpace}>
                {paymentText.date}
              </th>
              <NumberHead>{paymentText.amount}</NumberHead>
              <NumberHead>{receivedHead(of)}</NumberHead>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.srno}>
                <td>
                  {line.paytypename}
                  <span className={styles.onPhone}>
                    {[line.paybankname, line.refnum, dayOf(line.paydate)].filter(Boolean).join(', ')}
                  </span>
                  {noteOf(line) === '' ? null : <span className={styles.lineNote}>{noteOf(line)}</span>}
                </td>
                <td className={styles.withSpace}>{line.paybankname}</td>
                <td className={styles.withSpace}>{line.refnum}</td>
                <td className={styles.withSpace}>{dayOf(line.paydate)}</td>
                <td className="number">{formatRupees(line.payamnt)}</td>
                <td className="number">{formatRupees(receivedBy(of)(line))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{paymentText.total}</th>
              <td className={styles.withSpace} colSpan={3} />
              <td className="number">{total(({ payamnt }) => payamnt)}</td>
              <td className="number">{total(receivedBy(of))}</td>
            </tr>
          </tfoot>
        </PlainTable>
      )}
    </section>
  );
}
