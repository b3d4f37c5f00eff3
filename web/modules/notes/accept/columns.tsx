import type { NoteMovement } from '#contract/notes/notes.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { momentOf } from '#web/ui/when.ts';
import type { Line } from '../lines/line.ts';

const text = notesText.lines;

export const lineOf = (row: NoteMovement): Line => ({
  srno: row.srno,
  lineNo: row.lineNo,
  product: row.product,
  isd: row.isd,
  flag: row.currencyFlag,
  quantity: row.quantity,
});
export const nameOf = (row: NoteMovement): string =>
  text.box(row.isd, formatQuantity(row.quantity), row.srno);

const amount: readonly Column<NoteMovement>[] = [
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
];
const customer: Column<NoteMovement> = {
  id: 'customer',
  header: text.customer,
  value: (row) => row.customer,
  width: 144,
  phoneWidth: 136,
  hideable: false,
};
const request: readonly Column<NoteMovement>[] = [
  { id: 'number', header: text.number, value: (row) => String(row.srno), align: 'end', width: 80 },
  { id: 'at', header: text.at, value: (row) => momentOf(row.sentAt), width: 152 },
  {
    id: 'slip',
    header: text.slip,
    value: (row) => String(row.slip),
    align: 'end',
    width: 64,
    initiallyHidden: true,
  },
];
const from: Column<NoteMovement> = {
  id: 'from',
  header: text.from,
  value: (row) => row.fromName,
  width: 152,
  phoneWidth: 120,
};
const to: Column<NoteMovement> = {
  id: 'to',
  header: text.to,
  value: (row) => row.toName,
  width: 152,
  phoneWidth: 120,
};
const reason: Column<NoteMovement> = {
  id: 'reason',
  header: text.reason,
  value: (row) => row.reason,
  width: 176,
};

/** What a list is about comes after the quantity, so that a phone shows it without scrolling. */
export const acceptColumns = [...amount, customer, from, to, ...request];
/** The columns for notes of one sender. */
export const sentColumns = [...amount, to, customer, ...request];
/** Returned notes show who refused them and why. */
export const returnColumns = [...amount, customer, { ...to, header: text.refusedBy }, reason, ...request];
