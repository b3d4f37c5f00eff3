import type { IsoDate } from '#domain/dates.ts';
import type { CompanyDraft } from '#domain/masters/company.ts';
import { exact, isZero, subtractExact, sumExact, type Exact } from '#domain/money.ts';
import type { SheetColumn } from '#server/platform/xlsx/write.ts';
import type { BalanceOfCurrency, MovedOfDay, MovedOfMonth } from './ledger.sql.ts';

/** FLM1, the daily balance of notes, and FLM8, the monthly summary, as sheets. */

/** What came (public, dealers, other) and what went (public, dealers, other). */
const RECEIVED = ['PP', 'PB', 'IN'] as const;
const GIVEN = ['SP', 'SB', 'OUT'] as const;
const SORTS = [...RECEIVED, ...GIVEN] as const;
type Sort = (typeof SORTS)[number];
type Sums = Readonly<Record<Sort, Exact>>;

const NOTHING = exact('0');
const quantityColumn = (header: string): SheetColumn => ({ header, kind: 'money', width: 18 });
const MOVEMENTS: readonly SheetColumn[] = [
  quantityColumn('Opening'),
  quantityColumn('Purchases from public'),
  quantityColumn('Purchases from dealers'),
  quantityColumn('Other receipts'),
  quantityColumn('Sales to public'),
  quantityColumn('Sales to dealers'),
  quantityColumn('Other issues'),
  quantityColumn('Closing'),
];
const CURRENCY: readonly SheetColumn[] = [
  { header: 'Currency', kind: 'text', width: 10 },
  { header: 'Currency name', kind: 'text', width: 24 },
];

/** The lines above a form: whose it is. */
export const formHeading = (
  form: 'FLM1' | 'FLM8',
  {
    company,
    branch,
    month,
  }: { readonly company: CompanyDraft; readonly branch: string; readonly month: string },
): readonly string[] => [
  `${FORM_TITLES[form]}, ${month}`,
  ...[company.name, company.licence === '' ? '' : `Licence ${company.licence}`, `Branch ${branch}`].filter(
    (line) => line !== '',
  ),
];
const FORM_TITLES = {
  FLM1: 'FLM 1, daily balance of foreign currency notes',
  FLM8: 'FLM 8, monthly summary of foreign currency notes',
} as const;

export const FLM1_SHEET: readonly SheetColumn[] = [
  { header: 'Date', kind: 'date', width: 12 },
  ...CURRENCY,
  ...MOVEMENTS,
];
export const FLM8_SHEET: readonly SheetColumn[] = [
  ...CURRENCY,
  { header: 'Line', kind: 'text', width: 48 },
  ...MOVEMENTS,
  quantityColumn('In Hand at the end'),
  { header: 'Closes', kind: 'text', width: 24 },
];

interface Moved {
  readonly sort: string;
  readonly quantity: string;
}
const sumsOf = (rows: readonly Moved[]): Sums =>
  Object.fromEntries(
    SORTS.map((sort) => [
      sort,
      sumExact(rows.filter((row) => row.sort === sort).map(({ quantity }) => exact(quantity))),
    ]),
  ) as Sums;

/** The opening, what came, what went, and the closing that results. */
function lineOf(opening: Exact, sums: Sums): { readonly cells: readonly Exact[]; readonly closing: Exact } {
  const received = RECEIVED.map((sort) => sums[sort]);
  const given = GIVEN.map((sort) => sums[sort]);
  const closing = subtractExact(sumExact([opening, ...received]), sumExact(given));
  return { cells: [opening, ...received, ...given, closing], closing };
}

/** The currencies with their names, in the order of trade. */
const namesOf = (rows: readonly Pick<BalanceOfCurrency, 'isd' | 'isd_name' | 'place'>[]) =>
  [...new Map(rows.map(({ isd, isd_name, place }) => [place, [isd, isd_name] as const]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name);

/** A row for each day and each currency that the branch had or moved on it, and after them a total of each currency. */
export function flm1Rows(
  days: readonly IsoDate[],
  openings: readonly BalanceOfCurrency[],
  moved: readonly MovedOfDay[],
): (readonly unknown[])[] {
  const names = namesOf([...openings, ...moved]);
  const held = new Map(openings.map(({ isd, quantity }) => [isd, exact(quantity)]));
  const totals = names.map(([isd, name]) => {
    const of = moved.filter((row) => row.isd === isd);
    return [null, isd, `${name}, total`, ...lineOf(held.get(isd) ?? NOTHING, sumsOf(of)).cells];
  });
  const daily = days.flatMap((day) =>
    names.flatMap(([isd, name]) => {
      const opening = held.get(isd) ?? NOTHING;
      const of = moved.filter((row) => row.day === day && row.isd === isd);
      if (of.length === 0 && isZero(opening)) return [];
      const { cells, closing } = lineOf(opening, sumsOf(of));
      held.set(isd, closing);
      return [[day, isd, name, ...cells]];
    }),
  );
  return [...daily, ...totals];
}

export const FLM8_LINES = {
  summary: 'FLM 8',
  registers: 'As FLM 3 to FLM 6 have it',
  later: 'Less: approved this month and handed over later',
  earlier: 'Plus: approved earlier and handed over this month',
} as const;

/** The sums of registers have no opening, no closing and nothing besides purchases and sales. */
const REGISTER_CELLS = (rows: readonly Moved[]): readonly (Exact | null)[] => {
  const sums = sumsOf(rows);
  return [null, sums.PP, sums.PB, null, sums.SP, sums.SB, null, null];
};

/** Whether the closing is what In Hand shows; otherwise by how much it differs. */
const closes = (closing: Exact, inHand: Exact): string => {
  const difference = subtractExact(closing, inHand);
  return isZero(difference) ? '✓ equal to In Hand' : `differs by ${difference}`;
};

/**
 * A row for each currency with its balance at the end, and after them the lines that lead from the registers to it. The
 * balances are read and not computed, so that they prove the sums.
 */
export function flm8Rows(
  openings: readonly BalanceOfCurrency[],
  moved: readonly MovedOfMonth[],
  balances: readonly BalanceOfCurrency[],
): (readonly unknown[])[] {
  const names = namesOf([...openings, ...moved, ...balances]);
  const quantityOf = (rows: readonly BalanceOfCurrency[], isd: string) =>
    exact(rows.find((row) => row.isd === isd)?.quantity ?? '0');
  const rowsOf = (isd: string) => moved.filter((row) => row.isd === isd);
  const summaries = names.map(([isd, name]) => {
    const { cells, closing } = lineOf(quantityOf(openings, isd), sumsOf(rowsOf(isd)));
    const inHand = quantityOf(balances, isd);
    return [isd, name, FLM8_LINES.summary, ...cells, inHand, closes(closing, inHand)];
  });
  const links = names.flatMap(([isd, name]) =>
    (['registers', 'later', 'earlier'] as const).map((line) => [
      isd,
      name,
      FLM8_LINES[line],
      ...REGISTER_CELLS(rowsOf(isd).map((row) => ({ sort: row.sort, quantity: row[line] }))),
      null,
      null,
    ]),
  );
  return [...summaries, ...links];
}
