import type { OutLine } from '#contract/notes/notes.ts';
import { formatRupees } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { shownRate } from '#domain/rates/card.ts';
import { HANDOVERS, TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { dayOf } from '#web/ui/when.ts';
import type { Line } from '../lines/line.ts';

const text = notesText.lines;

const nameIn = (names: object, code: string): string =>
  Object.hasOwn(names, code) ? String(Reflect.get(names, code)) : code;
export const typeName = (code: string): string =>
  Object.hasOwn(TRANSACTION_TYPES, code)
    ? TRANSACTION_TYPES[code as keyof typeof TRANSACTION_TYPES].name
    : code;

export const lineOf = (row: OutLine): Line => ({
  srno: row.srno,
  lineNo: row.lineNo,
  product: row.product,
  isd: row.isd,
  flag: row.currencyFlag,
  quantity: row.quantity,
  executive: { code: row.deliveryExecutive, name: row.deliveryExecutiveName },
});
export const nameOf = (row: OutLine): string => text.box(row.isd, formatQuantity(row.quantity), row.srno);

export const outColumns: readonly Column<OutLine>[] = [
  {
    id: 'currency',
    header: text.currency,
    value: (row) => `${row.isd} ${row.currencyName}`,
    cell: (row) => (
      <CurrencyName code={row.isd} name={row.currencyName} flag={row.currencyFlag} isShortOnPhone />
    ),
    width: 184,
    phoneWidth: 76,
    hideable: false,
  },
  {
    id: 'quantity',
    header: text.quantity,
    value: (row) => formatQuantity(row.quantity),
    align: 'end',
    width: 96,
    phoneWidth: 72,
    hideable: false,
  },
  {
    id: 'customer',
    header: text.customer,
    value: (row) => row.customer,
    width: 160,
    phoneWidth: 136,
    hideable: false,
  },
  { id: 'number', header: text.number, value: (row) => String(row.srno), align: 'end', width: 80 },
  { id: 'date', header: text.date, value: (row) => dayOf(row.date), width: 104 },
  { id: 'type', header: text.type, value: (row) => typeName(row.type), width: 136 },
  { id: 'handover', header: text.handover, value: (row) => nameIn(HANDOVERS, row.handover), width: 120 },
  {
    id: 'delivery',
    header: text.delivery,
    value: (row) => row.deliveryExecutiveName,
    width: 152,
  },
  {
    id: 'rate',
    header: text.rate,
    value: (row) => shownRate(row.isd, row.rate),
    align: 'end',
    width: 88,
    initiallyHidden: true,
  },
  {
    id: 'amount',
    header: text.amount,
    value: (row) => formatRupees(row.amount),
    align: 'end',
    width: 120,
    initiallyHidden: true,
  },
];
