import { formatDate, formatTime, dateInIndia, type IsoDate } from '#domain/dates.ts';
import { exact, type Exact } from '#domain/money.ts';
import { movementWord } from '#domain/notes/reports.ts';
import { negated, Running, sumAmounts, type Account, type Amount, type Step } from '#domain/notes/running.ts';

import { formatDecimal } from '#domain/numbers.ts';
import { formatLedgerQuantity } from '#domain/quantities.ts';
import { html, type Html } from '#server/platform/html.ts';
import {
  reportLink,
  reportNotice,
  reportTable,
  type ReportColumn,
} from '#server/platform/report/document.ts';
import type { SheetColumn } from '#server/platform/xlsx/write.ts';
import { MAX_VIEW_ROWS, productWord } from './inhand.present.ts';
import type { BalanceRow, MovementRow } from './reports.sql.ts';
import type { Subject } from './subject.ts';

/** The In Out report: the movements of a period, as a page and as a spreadsheet. */

/** A branch is reported through its contra accounts (customers and the outside), so their quantities change sign. */
const asSeenBy = ({ isBranch }: Subject, { product, isd, quantity }: Amount): Amount => ({
  product,
  isd,
  quantity: isBranch ? negated(exact(quantity)) : quantity,
});

export const balancesOf = (subject: Subject, rows: readonly BalanceRow[]): Amount[] =>
  sumAmounts(rows.map((row) => asSeenBy(subject, row)));

/** A movement and the balance after it. */
interface Entry extends Step {
  readonly row: MovementRow;
}

export const entryOf = (subject: Subject, running: Running, row: MovementRow): Entry => ({
  row,
  ...running.add(asSeenBy(subject, row)),
});

const nameAndCode = (name: string, code: string) => (code === '' ? name : `${name} (${code})`);

const CONTRA_WORDS: Readonly<Record<string, string>> = { customer: 'Customer', outside: 'Outside' };

/** The other party of a movement. If the notes passed through another holder, `by` names that holder. */
function otherSide({ isBranch }: Subject, row: MovementRow): { readonly name: string; readonly by: string } {
  const other = nameAndCode(row.other, row.other_code);
  if (isBranch) return { name: CONTRA_WORDS[row.holder_kind] ?? '', by: other };
  return row.other_kind === 'transit' && row.partner !== null
    ? { name: nameAndCode(row.partner, row.partner_code ?? ''), by: row.other }
    : { name: other, by: '' };
}

const decimal = (quantity: Exact | null) => (quantity === null ? '' : formatLedgerQuantity(quantity));
const small = (text: string) => (text === '' ? '' : html` <small class="under">${text}</small>`);
/** Names the product only if it is not notes. */
const currencyCell = ({ product, isd }: { readonly product: string; readonly isd: string }) =>
  product === 'CN' ? isd : html`${isd}${small(productWord(product))}`;

const momentOf = (at: string) => {
  const instant = Date.parse(at);
  return `${formatDate(dateInIndia(instant))} ${formatTime(instant)}`;
};

const movementColumns = (subject: Subject): readonly ReportColumn<Entry>[] => [
  { header: 'Date', kind: 'whole', cell: ({ row }) => momentOf(row.at) },
  { header: 'Movement', cell: ({ row }) => html`${movementWord(row.kind)}${small(row.reason)}` },
  {
    header: 'Other side',
    cell: ({ row }) => {
      const { name, by } = otherSide(subject, row);
      return html`${name}${small(by)}`;
    },
  },
  {
    header: 'Request',
    kind: 'number',
    cell: ({ row: { request } }) =>
      request === null ? '' : reportLink('/requestdetail', { srno: String(request) }, String(request)),
  },
  // A slip documents a movement within a branch, so the report of a whole branch has none.
  ...(subject.isBranch
    ? []
    : [{ header: 'Slip', kind: 'number', cell: ({ row }: Entry) => row.slip ?? '' } as const]),
  {
    header: 'Currency',
    kind: 'whole',
    cell: ({ row }) => currencyCell(row),
  },
  { header: 'In', kind: 'number', cell: (entry) => decimal(entry.in) },
  { header: 'Out', kind: 'number', cell: ({ out }) => decimal(out) },
  { header: 'Balance', kind: 'number', cell: ({ balance }) => decimal(balance) },
  { header: 'By', cell: ({ row }) => row.made_by },
];

/** Opening, in, out and closing of a currency. In and out are unknown unless every movement was read. */
interface Summary {
  readonly account: Account;
  readonly closing: Exact;
  readonly isWhole: boolean;
}

const SUMMARY_COLUMNS: readonly ReportColumn<Summary>[] = [
  { header: 'Currency', cell: ({ account }) => currencyCell(account) },
  { header: 'Opening', kind: 'number', cell: ({ account }) => decimal(account.opening) },
  { header: 'In', kind: 'number', cell: ({ account, isWhole }) => (isWhole ? decimal(account.in) : '–') },
  { header: 'Out', kind: 'number', cell: ({ account, isWhole }) => (isWhole ? decimal(account.out) : '–') },
  { header: 'Closing', kind: 'number', cell: ({ closing }) => decimal(closing) },
];

export interface InOutFacts {
  readonly openings: readonly Amount[];
  readonly closings: readonly Amount[];
  /** In the order of time; one more than the page shows if there are more. */
  readonly movements: readonly MovementRow[];
}

export function inOutBody(
  subject: Subject,
  { openings, closings, movements }: InOutFacts,
  from: IsoDate,
  to: IsoDate,
): Html[] {
  const isWhole = movements.length <= MAX_VIEW_ROWS;
  // A currency needs its row even if it has no opening balance and none of its movements is shown.
  const running = new Running([
    ...closings.map(({ product, isd }) => ({ product, isd, quantity: '0' })),
    ...openings,
  ]);
  const entries = movements.slice(0, MAX_VIEW_ROWS).map((row) => entryOf(subject, running, row));
  const closingOf = ({ product, isd }: Account) =>
    exact(closings.find((one) => one.product === product && one.isd === isd)?.quantity ?? '0');
  const summary = running.accounts().map((account) => ({ account, closing: closingOf(account), isWhole }));
  if (summary.length === 0)
    return [reportNotice(`${subject.name} had no notes, and none came or went, in this period.`)];
  return [
    reportTable({ caption: 'By currency', columns: SUMMARY_COLUMNS, rows: summary }),
    ...(isWhole
      ? []
      : [
          reportNotice(
            `Only the first ${formatDecimal(String(MAX_VIEW_ROWS), 0)} movements are shown, and what came and went is not added up. Download has them all.`,
          ),
        ]),
    entries.length === 0
      ? reportNotice('Nothing came or went in this period.')
      : reportTable({
          caption: `Movements from ${formatDate(from)} to ${formatDate(to)}`,
          columns: movementColumns(subject),
          rows: entries,
        }),
  ];
}

export const IN_OUT_SHEET: readonly SheetColumn[] = [
  { header: 'Date', kind: 'datetime', width: 20 },
  { header: 'Movement', kind: 'text', width: 14 },
  { header: 'Product', kind: 'text', width: 10 },
  { header: 'Currency', kind: 'text', width: 10 },
  { header: 'Other side', kind: 'text', width: 30 },
  { header: 'Through', kind: 'text', width: 24 },
  { header: 'Request', kind: 'number', width: 10 },
  { header: 'Line', kind: 'number', width: 8 },
  { header: 'Slip', kind: 'number', width: 10 },
  { header: 'In', kind: 'money', width: 16 },
  { header: 'Out', kind: 'money', width: 16 },
  { header: 'Balance', kind: 'money', width: 16 },
  { header: 'Reason', kind: 'text', width: 30 },
  { header: 'By', kind: 'text', width: 24 },
];

/** The empty cells of an opening or closing balance: other side, through, request, line, slip. */
const NO_MOVEMENT = ['', '', null, null, null] as const;

export const openingCells = (at: string, { product, isd, quantity }: Amount): readonly unknown[] => [
  ...[at, 'Opening', productWord(product), isd, ...NO_MOVEMENT, null, null, quantity, '', ''],
];

export const closingCells = (at: string, account: Account): readonly unknown[] => [
  ...[at, 'Closing', productWord(account.product), account.isd, ...NO_MOVEMENT],
  ...[account.in, account.out, account.balance, '', ''],
];

export function movementCells(subject: Subject, { row, in: came, out, balance }: Entry): readonly unknown[] {
  const { name, by } = otherSide(subject, row);
  return [
    ...[
      row.at,
      movementWord(row.kind),
      productWord(row.product),
      row.isd,
      name,
      by,
      row.request,
      row.line_no,
    ],
    ...[row.slip, came, out, balance, row.reason, row.made_by],
  ];
}
