import type { RequestDetail } from '#contract/requests/desk.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import { formatLedgerQuantity } from '#domain/quantities.ts';
import { shownRate } from '#domain/rates/card.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { HANDOVERS, isPublic, takesTcs } from '#domain/requests/codes.ts';
import { useLetterhead } from '#web/patterns/letterhead.tsx';
import { deskText } from '#web/texts/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { Paper } from '#web/ui/PrintPage.tsx';
import { thisMoment } from '#web/ui/today.ts';
import { dayOf, momentOf } from '#web/ui/when.ts';
import { customerOf, FLAG_OF, statusOf, typeName, typeOf } from '../state.ts';
import { receivedBy, receivedHead } from './received.ts';
import styles from './RequestPaper.module.css';

const { request: words, facts: text, product: productText, payment: paymentText, totals } = requestDetailText;

/** A request on paper, in the same form as every other paper. It is rendered only for the printer. */
export function RequestPaper({ request }: { request: RequestDetail }) {
  const letterhead = useLetterhead();
  if (letterhead === undefined) return null;
  const { detail } = request;
  const { word, isDraft } = statusOf(detail);
  return (
    <div className="only-print">
      <Paper
        letterhead={{
          ...letterhead,
          title: words.title(detail.srno),
          facts: [
            { label: text.type, value: typeName(detail) },
            { label: text.date, value: dayOf(detail.date) },
            { label: text.branch, value: detail.branchName },
            { label: text.status, value: isDraft ? `${word}, ${deskText.draft}` : word },
          ],
        }}
        foot={words.printedAt(thisMoment())}
      >
        <Parties detail={detail} />
        <Products lines={request.products} />
        <Totals detail={detail} />
        <Payments of={request} />
        <Approvals detail={detail} />
      </Paper>
    </div>
  );
}

type Detail = RequestDetail['detail'];

function Parties({ detail }: { detail: Detail }) {
  const type = typeOf(detail);
  const isSame = detail.deliveryAddress === detail.kycAddress;
  const facts: readonly (readonly [string, string])[] = [
    [type === null || isPublic(type) ? text.traveller : text.entity, customerOf(detail)],
    [text.mobile, detail.mobile],
    [text.email, detail.email],
    [isSame ? text.bothAddresses : text.deliveryAddress, detail.deliveryAddress],
    [text.kycAddress, isSame ? '' : detail.kycAddress],
    [text.state, detail.stateName],
    [text.purpose, detail.purposeName],
    [text.destination, detail.destination],
    [text.travelDate, dayOf(detail.travelDate)],
    [text.sales, detail.salesExecutiveName],
    [text.handover, new Map<string, string>(Object.entries(HANDOVERS)).get(detail.handover) ?? ''],
    [text.delivery, detail.deliveryExecutiveName],
    [text.other, detail.otherDetails],
    [text.reference, detail.refNo],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" data-align="end">
    {children}
  </th>
);

function Products({ lines }: { lines: RequestDetail['products'] }) {
  return (
    <section>
      <h2 className={styles.title}>{words.products}</h2>
      <table>
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
                {line.isd} {line.isdName}
              </td>
              <td data-align="end">{formatLedgerQuantity(line.quantity)}</td>
              <td data-align="end">{shownRate(line.isd, line.rate, line.ratePlaces)}</td>
              <td data-align="end">{formatRupees(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 ? <p>{words.noProducts}</p> : null}
    </section>
  );
}

function Totals({ detail }: { detail: Detail }) {
  const type = typeOf(detail);
  const rows: readonly (readonly [string, string])[] = [
    [totals.forex, detail.forexTotal],
    [totals.charges, detail.otherCharges],
    [totals.gst, detail.gst],
    ...(type !== null && takesTcs(type) ? [[totals.tcs, detail.tcs] as const] : []),
    [totals.round, detail.roundOff],
  ];
  return (
    <table className={styles.totals}>
      <tbody>
        {rows.map(([label, amount]) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-align="end">{formatRupees(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{totals.grand}</td>
          <td data-align="end">{formatRupees(detail.grandTotal)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Payments({ of }: { of: RequestDetail }) {
  const lines = of.payments;
  return (
    <section>
      <h2 className={styles.title}>{words.payments}</h2>
      {lines.length === 0 ? (
        <p>{words.noPayments}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{paymentText.type}</th>
              <th scope="col">{paymentText.bank}</th>
              <th scope="col">{paymentText.reference}</th>
              <th scope="col">{paymentText.date}</th>
              <NumberHead>{paymentText.amount}</NumberHead>
              <NumberHead>{receivedHead(of)}</NumberHead>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.srno}>
                <td>{line.payTypeName}</td>
                <td>{line.bankName}</td>
                <td>{line.reference}</td>
                <td>{dayOf(line.date)}</td>
                <td data-align="end">{formatRupees(line.amount)}</td>
                <td data-align="end">{formatRupees(receivedBy(of)(line))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4}>{paymentText.total}</td>
              <td data-align="end">{formatRupees(sumDecimals(lines.map(({ amount }) => amount)))}</td>
              <td data-align="end">{formatRupees(sumDecimals(lines.map(receivedBy(of))))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Approvals({ detail }: { detail: Detail }) {
  return (
    <section className={styles.approvals}>
      <h2 className={styles.title}>{words.approvals}</h2>
      <dl className={styles.facts}>
        {LEVELS.map((level) => {
          const { by, at } = detail.approvals[level];
          return (
            <div key={level}>
              <dt>{deskText.approve.step[level]}</dt>
              <dd>{detail[FLAG_OF[level]] ? words.by(by, momentOf(at)) : words.notYet}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
