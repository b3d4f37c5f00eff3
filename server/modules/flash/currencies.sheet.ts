import type { WrongCell } from '#contract/sheets.ts';
import { MAX_WRONG_SHOWN } from '#domain/cells.ts';
import { readStock } from '#domain/flash/count.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '#domain/rules.ts';
import type { Sending } from '#server/platform/dispatch/handler.ts';
import { asCode, asDecimal, asText } from '#server/platform/imports/cells.ts';
import { findColumns, isBlank, readRow, type SheetShape } from '#server/platform/imports/rows.ts';
import { wrongCellOf, wrongHeadings } from '#server/platform/imports/wrong-cells.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import type { Sheet } from '#server/platform/xlsx/sheet.ts';
import type { SheetCurrency } from './currencies.sql.ts';

/** The sheet of the currencies of a flash audit: Currency (code), Name for people, Report Value. */

interface CurrencyRow {
  readonly currency: string;
  readonly name: string;
  readonly report: string;
}
const RULES = {
  currency: { label: 'Currency', required: true },
  name: { label: 'Name' },
  report: { label: 'Report Value', required: true },
} as const satisfies Record<keyof CurrencyRow, FieldRule>;

const TEXTS = {
  noAmount: 'Please write an amount of at most 14 digits and 2 decimals.',
  unknown: 'There is no such currency.',
  twice: 'This currency is there twice.',
} as const;

function problemsOf(row: CurrencyRow): FieldProblem<keyof CurrencyRow>[] {
  const problems: FieldProblem<keyof CurrencyRow>[] = fieldProblems(RULES, row);
  if (row.report !== '' && readStock(row.report) === null)
    problems.push({ field: 'report', message: TEXTS.noAmount });
  return problems;
}
const AMOUNT_PLACES = 2;
const SHAPE: SheetShape<CurrencyRow> = {
  rules: RULES,
  problems: problemsOf,
  columns: [
    { field: 'currency', reads: asCode, example: 'USD' },
    { field: 'name', reads: asText, example: 'US Dollar', optional: true },
    { field: 'report', reads: asDecimal(AMOUNT_PLACES), example: '1200.00' },
  ],
};

/** The rows of a sheet, or what is wrong with it. It has at most one row for each known currency. */
export async function readCurrencies(
  sheet: Sheet,
  known: ReadonlySet<string>,
): Promise<{ readonly rows: readonly SheetCurrency[] } | { readonly errors: readonly WrongCell[] }> {
  const rows = new Map<string, SheetCurrency>();
  const errors: WrongCell[] = [];
  let at: readonly number[] | null = null;
  for await (const batch of sheet.batches()) {
    for (const [index, all] of batch.rows.entries()) {
      if (at === null) {
        const places = findColumns(all, SHAPE);
        if ('errors' in places) return { errors: wrongHeadings(places.errors) };
        at = places.at;
        continue;
      }
      if (all.every(isBlank)) continue;
      const [row, cells] = [batch.firstRow + index, at.map((place) => all[place] ?? null)];
      const { draft, wrong } = readRow(SHAPE, cells);
      const tell = (field: string, message: string) =>
        errors.push(wrongCellOf(SHAPE, { row, cells }, { field, message }));
      for (const { field, message } of wrong) tell(field, message);
      if (wrong.length === 0) {
        if (!known.has(draft.currency)) tell('currency', TEXTS.unknown);
        else if (rows.has(draft.currency)) tell('currency', TEXTS.twice);
        else rows.set(draft.currency, { currency: draft.currency, report: draft.report });
      }
      if (errors.length >= MAX_WRONG_SHOWN) return { errors: errors.slice(0, MAX_WRONG_SHOWN) };
    }
  }
  return errors.length > 0 || rows.size === 0 ? { errors } : { rows: [...rows.values()] };
}

/** An empty sheet with the columns. */
export const currencySheet = (): Sending =>
  exportRows({
    fileName: 'flash-audit-currencies.xlsx',
    sheet: 'Currencies',
    columns: [
      { header: RULES.currency.label, kind: 'text', width: 12 },
      { header: RULES.name.label, kind: 'text', width: 28 },
      { header: RULES.report.label, kind: 'money', width: 18 },
    ],
    rows: [],
  });
