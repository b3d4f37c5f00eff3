import { formatDate, type IsoDate } from '#domain/dates.ts';
import { compareExact, exact, sumExact, sumRupees, valueAt, type Exact, type Rupees } from '#domain/money.ts';
import { negated, sumAmounts } from '#domain/notes/running.ts';
import { formatRupees } from '#domain/numbers.ts';
import { formatLedgerQuantity } from '#domain/quantities.ts';
import { shownRate } from '#domain/rates/card.ts';
import { PRODUCTS, type Product } from '#domain/requests/codes.ts';
import { html, type Html, type HtmlValue } from '#server/platform/html.ts';
import {
  reportLink,
  reportNotice,
  reportTable,
  type ReportColumn,
} from '#server/platform/report/document.ts';
import type { SheetColumn } from '#server/platform/xlsx/write.ts';
import type { BalanceRow } from './reports.sql.ts';
import { addressOf, type Subject } from './subject.ts';

/** The In Hand report: the notes held at the end of a day, as a page and as a spreadsheet. */

export const productWord = (product: string): string => PRODUCTS[product as Product] ?? product;

/** A section of the report: one product and currency, with the quantity of each holder. */
export interface InHandSection {
  readonly product: string;
  readonly isd: string;
  readonly isdName: string;
  readonly quantity: Exact;
  readonly rate: Exact | null;
  readonly value: Rupees | null;
  readonly holders: readonly Holding[];
}

interface Holding {
  /** Empty for a holding without a report of its own. */
  readonly code: string;
  readonly name: string;
  readonly quantity: Exact;
}

/** Sorts the vault first, then people by name, then notes in transit. */
const placeOf = ({ is_vault, kind, name }: BalanceRow) =>
  `${is_vault ? 0 : kind === 'transit' ? 2 : 1} ${name.toLowerCase()}`;

const MOVED_SINCE = 'Held then by people who work elsewhere now';

export interface InHand {
  readonly held: readonly InHandSection[];
  readonly value: Rupees;
}

/**
 * The total of a whole branch is what its customers and the outside have given it. The employees are those who work
 * there now. The difference is therefore what was held by employees who have changed branch since.
 */
export function inHandOf(
  subject: Subject,
  rows: readonly BalanceRow[],
  rates: Readonly<Record<string, string>>,
): InHand {
  const inside = rows.filter(({ holder }) => subject.inside.includes(holder));
  const against = rows.filter(({ holder }) => subject.against.includes(holder));
  const totals = subject.isBranch
    ? sumAmounts(against).map((sum) => ({ ...sum, quantity: negated(sum.quantity) }))
    : sumAmounts(inside);
  const held = totals.map(({ product, isd, quantity }): InHandSection => {
    const of = rows.filter((row) => row.product === product && row.isd === isd);
    const holders = inside
      .filter((row) => of.includes(row))
      .sort((first, second) => (placeOf(first) < placeOf(second) ? -1 : 1))
      .map((row) => ({ code: row.code, name: row.name, quantity: exact(row.quantity) }));
    const elsewhere = sumExact([quantity, ...holders.map((one) => negated(one.quantity))]);
    const rate = rates[isd] === undefined ? null : exact(rates[isd]);
    const shares =
      compareExact(elsewhere, exact('0')) === 0
        ? holders
        : [...holders, { code: '', name: MOVED_SINCE, quantity: elsewhere }];
    return {
      product,
      isd,
      isdName: of[0]?.isd_name ?? '',
      quantity,
      rate,
      // The value is the sum of the rounded values shown, so that the column adds up.
      value: rate === null ? null : sumRupees(shares.map((share) => valueAt(share.quantity, rate))),
      holders: shares,
    };
  });
  return { held, value: sumRupees(held.flatMap(({ value }) => (value === null ? [] : [value]))) };
}

/** Links a figure to the movements of its month up to the day of the report. */
const movementsOf = (
  of: Readonly<Record<string, string>>,
  isd: string,
  till: IsoDate,
  quantity: Exact,
): Html =>
  reportLink(
    '/inoutreport',
    { ...of, fromdate: `${till.slice(0, 8)}01`, todate: till, isd },
    formatLedgerQuantity(quantity),
  );

interface Line {
  readonly weight: 'sum' | 'part' | '';
  readonly product: HtmlValue;
  readonly currency: HtmlValue;
  readonly holder: HtmlValue;
  readonly quantity: HtmlValue;
  readonly rate: HtmlValue;
  readonly value: HtmlValue;
}

const currencyCell = ({ isd, isdName }: InHandSection): Html => html`${isd} <small>${isdName}</small>`;

function linesOf(subject: Subject, { held, value }: InHand, till: IsoDate): Line[] {
  const lines = held.flatMap((one): Line[] => [
    {
      weight: subject.isBranch ? 'part' : '',
      product: productWord(one.product),
      currency: currencyCell(one),
      holder: subject.isBranch ? 'Whole branch' : '',
      quantity: movementsOf(addressOf(subject), one.isd, till, one.quantity),
      rate: one.rate === null ? 'not known' : shownRate(one.isd, one.rate),
      value: one.value === null ? 'not known' : formatRupees(one.value),
    },
    ...(subject.isBranch ? one.holders : []).map((holding): Line => ({
      weight: '',
      product: '',
      currency: '',
      holder: holding.code === '' ? holding.name : `${holding.name} (${holding.code})`,
      quantity:
        holding.code === ''
          ? formatLedgerQuantity(holding.quantity)
          : movementsOf({ empcode: holding.code }, one.isd, till, holding.quantity),
      rate: '',
      value: one.rate === null ? '' : formatRupees(valueAt(holding.quantity, one.rate)),
    })),
  ]);
  const total: Line = {
    weight: 'sum',
    product: 'Total value',
    currency: '',
    holder: '',
    quantity: '',
    rate: '',
    value: formatRupees(value),
  };
  return [...lines, total];
}

/** The limit of a page. A longer report is complete only in the spreadsheet. */
export const MAX_VIEW_ROWS = 2_000;

export function inHandBody(subject: Subject, inHand: InHand, till: IsoDate, ratesOf: IsoDate | null): Html[] {
  if (inHand.held.length === 0)
    return [reportNotice(`${subject.name} had no notes at the end of ${formatDate(till)}.`)];
  const columns: readonly ReportColumn<Line>[] = [
    { header: 'Product', cell: ({ product }) => product },
    { header: 'Currency', cell: ({ currency }) => currency },
    ...(subject.isBranch ? [{ header: 'Held by', cell: ({ holder }: Line) => holder }] : []),
    { header: 'Quantity', kind: 'number', cell: ({ quantity }) => quantity },
    { header: 'IBR', kind: 'number', cell: ({ rate }) => rate },
    { header: 'Value', kind: 'number', cell: ({ value }) => value },
  ];
  const lines = linesOf(subject, inHand, till);
  const total = lines.at(-1);
  const shown =
    lines.length > MAX_VIEW_ROWS ? [...lines.slice(0, MAX_VIEW_ROWS), ...(total ? [total] : [])] : lines;
  return [
    reportTable({
      caption: `At the end of ${formatDate(till)}`,
      columns,
      rows: shown,
      weight: ({ weight }) => weight,
    }),
    ...(shown.length < lines.length
      ? [
          reportNotice(
            `Only the first ${MAX_VIEW_ROWS} of ${lines.length - 1} rows are shown. Download has them all.`,
          ),
        ]
      : []),
    ...(inHand.held.some(({ rate }) => rate === null)
      ? [
          reportNotice(
            ratesOf === null
              ? 'No inter-bank rates had been published by then: nothing is valued.'
              : 'What has no inter-bank rate is not in the total value.',
          ),
        ]
      : []),
  ];
}

export const IN_HAND_SHEET: readonly SheetColumn[] = [
  { header: 'Code', kind: 'text', width: 12 },
  { header: 'Held by', kind: 'text', width: 30 },
  { header: 'Product', kind: 'text', width: 12 },
  { header: 'Currency', kind: 'text', width: 10 },
  { header: 'Currency name', kind: 'text', width: 24 },
  { header: 'Quantity', kind: 'money', width: 16 },
  { header: 'IBR', kind: 'number', width: 12 },
  { header: 'Value in rupees', kind: 'money', width: 18 },
];

/** One row for each holder and currency, and a row with their total value. */
export function inHandRows(subject: Subject, { held, value: total }: InHand): (readonly unknown[])[] {
  const rows = held.flatMap(({ product, isd, isdName, rate, holders }) =>
    holders.map(({ code, name, quantity }) => [
      code,
      name,
      productWord(product),
      isd,
      isdName,
      quantity,
      rate,
      rate === null ? null : valueAt(quantity, rate),
    ]),
  );
  return [...rows, ['', `Total value, ${subject.name}`, '', '', '', null, null, total]];
}
