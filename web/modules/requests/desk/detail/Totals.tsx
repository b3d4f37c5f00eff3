import type { RequestDetail } from '#contract/requests/desk.ts';
import { exact, isZero, largerOf, NO_RUPEES, rupees, subtractRupees, type Rupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { totalsOf, type Deal } from '#domain/requests/charges.ts';
import { takesTcs } from '#domain/requests/codes.ts';
import { howCalculated } from '#domain/requests/how-calculated.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { paymentAmountsText } from '#web/texts/paymentAmounts.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { paymentOf, typeOf } from '../state.ts';
import styles from './Detail.module.css';

const text = requestDetailText.totals;

/** The input of the request's price, by the tax scheme that is stored with it; null while it has no type. */
function dealOf({ detail, products }: RequestDetail): Deal | null {
  const type = typeOf(detail);
  if (type === null) return null;
  return {
    type,
    scheme: schemeById(detail.scheme),
    lines: products.map(({ quantity, rate }) => ({ quantity: exact(quantity), rate: exact(rate) })),
    addedCharges: subtractRupees(rupees(detail.otherCharges), rupees(detail.fee)),
    tcs: rupees(detail.tcs),
  };
}

/** The stored totals, and the calculation from the lines to the totals. */
export function RequestTotals({ request }: { request: RequestDetail }) {
  const { detail } = request;
  const deal = dealOf(request);
  const { kind, amounts } = paymentOf(detail);
  const { labels } = paymentAmountsText[kind];
  const rows: readonly (readonly [string, string])[] = [
    [text.forex, detail.forexTotal],
    [text.charges, detail.otherCharges],
    [text.gst, detail.gst],
    ...(deal !== null && takesTcs(deal.type) ? [[text.tcs, detail.tcs] as const] : []),
    [text.round, detail.roundOff],
  ];
  const paidRows: readonly (readonly [string, Rupees])[] = [
    [labels.paid, amounts.paid],
    ...(isZero(amounts.agreed) ? [] : [[paymentAmountsText.agreedLabel, amounts.agreed] as const]),
    [labels.open, largerOf(NO_RUPEES, amounts.open)],
  ];
  return (
    <section className={styles.part}>
      <h2>{requestDetailText.request.totals}</h2>
      <dl className={styles.totals}>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="number">{formatRupees(amount)}</dd>
          </div>
        ))}
        <div className={styles.grand}>
          <dt>{text.grand}</dt>
          <dd className="number">{formatRupees(detail.grandTotal)}</dd>
        </div>
        {paidRows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="number">{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      {deal === null ? null : <HowCalculated deal={deal} />}
    </section>
  );
}

function HowCalculated({ deal }: { deal: Deal }) {
  return (
    <details className={`${styles.how} no-print`}>
      <summary>{text.how}</summary>
      <p className={styles.quiet}>{text.scheme(deal.scheme.name)}</p>
      <PlainTable label={text.how} className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{text.step}</th>
            <th scope="col">{text.workings}</th>
            <th scope="col" className="number">
              {text.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {howCalculated(deal, totalsOf(deal)).map(({ label, workings, amount }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{workings}</td>
              <td className="number">{formatRupees(amount)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </details>
  );
}
