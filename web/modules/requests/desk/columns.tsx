import type { RequestRow } from '#contract/requests/desk.ts';
import { formatRupees } from '#domain/numbers.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { dayOf } from '#web/ui/when.ts';
import { ByKind } from './ByKind.tsx';
import styles from './Desk.module.css';
import { StatusBadges } from './StatusBadges.tsx';
import { customerOf, FLAG_OF, receivedOf, statusOf, typeName } from './state.ts';

const text = deskText.columns;

const moneyColumn = (
  id: string,
  header: string,
  amount: (row: RequestRow) => string,
  more: Partial<Column<RequestRow>> = {},
): Column<RequestRow> => ({
  id,
  header,
  value: (row) => formatRupees(amount(row)),
  align: 'end',
  width: 116,
  total: (rows) => <ByKind rows={rows} amount={amount} />,
  ...more,
});

export const approvedBy = (row: RequestRow) => LEVELS.filter((level) => row[FLAG_OF[level]]).join(' ');

const sentBackText = ({ sentBack: why, sentBackBy: by }: RequestRow) =>
  why === '' ? '' : deskText.sendBack.inList(by, why);

export const columns: readonly Column<RequestRow>[] = [
  {
    id: 'srno',
    header: text.number,
    value: (row) => String(row.srno),
    align: 'end',
    width: 52,
    hideable: false,
  },
  { id: 'date', header: text.date, value: (row) => dayOf(row.date), width: 108, offPhone: true },
  { id: 'branch', header: text.branch, value: (row) => row.branchName, width: 120, offPhone: true },
  { id: 'type', header: text.type, value: typeName, width: 134, offPhone: true },
  {
    id: 'customer',
    header: text.customer,
    value: customerOf,
    width: 133,
    hideable: false,
  },
  { id: 'mobile', header: text.mobile, value: (row) => row.mobile, width: 112, initiallyHidden: true },
  {
    id: 'sales',
    header: text.sales,
    value: (row) => row.salesExecutiveName,
    width: 136,
    initiallyHidden: true,
  },
  {
    id: 'delivery',
    header: text.delivery,
    value: (row) => row.deliveryExecutiveName,
    width: 136,
    initiallyHidden: true,
  },
  moneyColumn('forex', text.forex, (row) => row.forexTotal, { initiallyHidden: true }),
  moneyColumn('grand', text.grand, (row) => row.grandTotal, { width: 152, offPhone: true }),
  moneyColumn('received', text.received, receivedOf, {
    initiallyHidden: true,
  }),
  moneyColumn('agreed', text.agreed, (row) => row.agreed, { initiallyHidden: true }),
  moneyColumn('open', text.open, (row) => row.open, { initiallyHidden: true }),
  {
    id: 'status',
    header: text.status,
    value: (row) => statusOf(row).word,
    cell: (row) => <StatusBadges request={row} />,
    width: 172,
  },
  {
    id: 'approved',
    header: text.approved,
    value: (row) => sentBackText(row) || approvedBy(row) || deskText.noneApproved,
    cell: (row) =>
      row.sentBack === '' ? (
        approvedBy(row) || deskText.noneApproved
      ) : (
        <span className={styles.sentBack} title={sentBackText(row)}>
          {sentBackText(row)}
        </span>
      ),
    width: 108,
    offPhone: true,
  },
];
