import { Link } from 'react-router';
import {
  markReturned,
  MAX_RETURN_REFERENCE_CHARS,
  moneyToReturn,
  type ReturnRow,
} from '#contract/payments/returns.ts';
import { formatMoney } from '#domain/numbers.ts';
import { call } from '#web/wire/call.ts';
import { Outstanding, type OutstandingText } from '#web/patterns/Outstanding.tsx';
import { returnsText as words } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { momentOf } from '#web/ui/when.ts';

const customerOf = ({ travellerName, entityName }: ReturnRow) => travellerName || entityName;
/** Names a currency other than rupees, because it is the reason why the money is returned. */
const moneyOf = ({ amount, currency }: ReturnRow) => formatMoney(amount, currency);

const columns: readonly Column<ReturnRow>[] = [
  {
    id: 'request',
    header: words.request,
    value: (row) => String(row.request),
    align: 'end',
    width: 56,
    phoneWidth: 48,
    hideable: false,
    cell: (row) => <Link to={`/requestdetail?srno=${row.request}`}>{row.request}</Link>,
  },
  {
    id: 'came',
    header: words.came,
    value: (row) => momentOf(row.completedAt),
    width: 164,
    offPhone: true,
  },
  { id: 'branch', header: words.branch, value: (row) => row.branchName, width: 120, offPhone: true },
  { id: 'customer', header: words.customer, value: customerOf, width: 120, phoneWidth: 96 },
  { id: 'amount', header: words.amount, value: moneyOf, align: 'end', width: 112, phoneWidth: 102 },
  { id: 'why', header: words.why, value: (row) => row.why, width: 256, offPhone: true },
  {
    id: 'reference',
    header: words.bankReference,
    value: (row) => row.bankReference,
    width: 136,
    offPhone: true,
  },
  {
    id: 'payment',
    header: words.payment,
    value: (row) => row.paymentId,
    width: 136,
    initiallyHidden: true,
  },
];

const text: OutstandingText<ReturnRow> = {
  ...words,
  actOf: (row) => words.actOf(row.request),
  askTitle: (row) => words.askTitle(row.request),
  ask: (row) => words.ask(moneyOf(row), customerOf(row)),
  done: (row, msg) => words.done(row.request, msg),
};

/** Money that was paid by a payment link and could not be accepted, until it is marked as returned. */
export function MoneyToReturn() {
  return (
    <Outstanding
      id="money-to-return"
      right="PAYMENTGATEWAY"
      text={text}
      columns={columns}
      rowKey={({ srno }) => String(srno)}
      letter="r"
      actWidth={112}
      maxNoteChars={MAX_RETURN_REFERENCE_CHARS}
      fetchPage={(page, signal) => call(moneyToReturn, { page }, { signal })}
      act={({ srno }, reference, once) => call(markReturned, { returned: { srno, reference } }, once)}
    />
  );
}
