import type { RequestRow } from '#contract/requests/desk.ts';
import { formatRupees } from '#domain/numbers.ts';
import { deskText } from '#web/texts/desk.ts';
import styles from './Desk.module.css';
import { totalsByKind, type TotalsByKind } from './queue/queues.ts';

const partsOf = ({ sales, purchases }: TotalsByKind) => [
  ...(sales === null ? [] : [{ kind: deskText.kinds.sales, amount: formatRupees(sales) }]),
  ...(purchases === null ? [] : [{ kind: deskText.kinds.purchases, amount: formatRupees(purchases) }]),
];

/** The totals in one line: "Sold ₹4,49,769.00 · Bought ₹28,356.00". */
export const saidByKind = (totals: TotalsByKind): string =>
  partsOf(totals)
    .map(({ kind, amount }) => `${kind} ${amount}`)
    .join(' · ');

interface ByKindProps<Row> {
  rows: readonly Row[];
  amount: (row: Row) => string;
}

/** The totals of a column, each kind in a line of its own. */
export function ByKind<Row extends Pick<RequestRow, 'type'>>({ rows, amount }: ByKindProps<Row>) {
  return partsOf(totalsByKind(rows, amount)).map(({ kind, amount: total }) => (
    <span key={kind} className={styles.kind}>
      <span className={styles.kindName}>{kind}</span> {total}
    </span>
  ));
}
