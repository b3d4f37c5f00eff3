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

export function Products({ lines }: { lines: RequestDetail['products'] }) {
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
                <td>{line.productName}</td>
                <td>
                  <CurrencyName code={line.isd} flag={line.flag} />{' '}
                  <span className={styles.withSpace}>{line.isdName}</span>
                </td>
                <td className="number">{formatQuantity(line.quantity)}</td>
                <td className="number">{shownRate(line.isd, line.rate, line.ratePlaces)}</td>
                <td className="number">{formatRupees(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </section>
  );
}

type Payment = RequestDetail['payments'][number];

/** A remark on a line: a payment link paid it, or its money is outstanding. */
function noteOf({ payType, gatewayOrder, settledAt }: Payment): string {
  if (gatewayOrder !== '') return paymentText.byLink(gatewayOrder);
  if (payType !== 'SPR') return '';
  return settledAt === '' ? paymentText.unsettled : paymentText.settled(momentOf(settledAt));
}

export function Payments({ of }: { of: RequestDetail }) {
  const lines = of.payments;
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
                  {line.payTypeName}
                  <span className={styles.onPhone}>
                    {[line.bankName, line.reference, dayOf(line.date)].filter(Boolean).join(', ')}
                  </span>
                  {noteOf(line) === '' ? null : <span className={styles.lineNote}>{noteOf(line)}</span>}
                </td>
                <td className={styles.withSpace}>{line.bankName}</td>
                <td className={styles.withSpace}>{line.reference}</td>
                <td className={styles.withSpace}>{dayOf(line.date)}</td>
                <td className="number">{formatRupees(line.amount)}</td>
                <td className="number">{formatRupees(receivedBy(of)(line))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{paymentText.total}</th>
              <td className={styles.withSpace} colSpan={3} />
              <td className="number">{total(({ amount }) => amount)}</td>
              <td className="number">{total(receivedBy(of))}</td>
            </tr>
          </tfoot>
        </PlainTable>
      )}
    </section>
  );
}
