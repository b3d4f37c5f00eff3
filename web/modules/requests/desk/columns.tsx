import type { RequestRow } from '#contract/requests/desk.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { dayOf } from '#web/ui/when.ts';
import { StatusBadges } from './StatusBadges.tsx';
import { customerOf, FLAG_OF, statusOf, typeName } from './state.ts';

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
  total: (rows) => formatRupees(sumDecimals(rows.map(amount))),
  ...more,
});

const approvedBy = (row: RequestRow) => LEVELS.filter((level) => row[FLAG_OF[level]] === 1).join(' ');

export const columns: readonly Column<RequestRow>[] = [
  {
    id: 'srno',
    header: text.number,
    value: (row) => String(row.req_srno),
    align: 'end',
    width: 52,
    hideable: false,
  },
  { id: 'date', header: text.date, value: (row) => dayOf(row.req_date), width: 108, offPhone: true },
  { id: 'branch', header: text.branch, value: (row) => row.req_branname, width: 120, offPhone: true },
  { id: 'type', header: text.type, value: typeName, width: 134, offPhone: true },
  { id: 'customer', header: text.customer, value: customerOf, width: 123 },
  { id: 'mobile', header: text.mobile, value: (row) => row.req_mobile, width: 112, initiallyHidden: true },
  {
    id: 'sales',
    header: text.sales,
    value: (row) => row.req_salesexecutivename,
    width: 136,
    initiallyHidden: true,
  },
  {
    id: 'delivery',
    header: text.delivery,
    value: (row) => row.req_deliveryexecutivename,
    width: 136,
    initiallyHidden: true,
  },
  moneyColumn('forex', text.forex, (row) => row.req_forextotal, { initiallyHidden: true }),
  moneyColumn('grand', text.grand, (row) => row.req_grandtotal, { width: 128, offPhone: true }),
  moneyColumn('received', text.received, (row) => row.req_paymentrecv, { initiallyHidden: true }),
  {
    id: 'status',
    header: text.status,
    value: (row) => statusOf(row).word,
    cell: (row) => <StatusBadges request={row} />,
    width: 168,
  },
  {
    id: 'approved',
    header: text.approved,
    value: (row) => approvedBy(row) || deskText.noneApproved,
    width: 108,
    offPhone: true,
  },
];
