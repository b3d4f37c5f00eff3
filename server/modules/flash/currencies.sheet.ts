import { readStock } from '#domain/flash/count.ts';
import { parseAmount } from '#domain/numbers.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '#domain/rules.ts';
import type { Sending } from '#server/platform/dispatch/handler.ts';
import { asCode, asText, fromText } from '#server/platform/imports/cells.ts';
import {
  findColumns,
  headerOf,
  isBlank,
  MAX_ERRORS_TOLD,
  readRow,
  type RowError,
  type SheetShape,
} from '#server/platform/imports/rows.ts';
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
const SHAPE: SheetShape<CurrencyRow> = {
  rules: RULES,
  problems: problemsOf,
  columns: [
    { field: 'currency', reads: asCode, example: 'USD' },
    { field: 'name', reads: asText, example: 'US Dollar', optional: true },
    { field: 'report', reads: fromText((text) => parseAmount(text) ?? text), example: '1200.00' },
  ],
};

/** The rows of a sheet, or what is wrong with it. It has at most one row for each known currency. */
export async function readCurrencies(
  sheet: Sheet,
  known: ReadonlySet<string>,
): Promise<{ readonly rows: readonly SheetCurrency[] } | { readonly errors: readonly RowError[] }> {
  const rows = new Map<string, SheetCurrency>();
  const errors: RowError[] = [];
  let at: readonly number[] | null = null;
  for await (const batch of sheet.batches()) {
    for (const [index, cells] of batch.rows.entries()) {
      if (at === null) {
        const places = findColumns(cells, SHAPE);
        if ('errors' in places) return { errors: places.errors.slice(0, MAX_ERRORS_TOLD) };
        at = places.at;
        continue;
      }
      if (cells.every(isBlank)) continue;
      const { draft, wrong } = readRow(
        SHAPE,
        at.map((place) => cells[place] ?? null),
      );
      const tell = (field: string, text: string) =>
        errors.push({ row: batch.firstRow + index, column: headerOf(SHAPE, field), text });
      for (const { field, message } of wrong) tell(field, message);
      if (wrong.length === 0) {
        if (!known.has(draft.currency)) tell('currency', TEXTS.unknown);
        else if (rows.has(draft.currency)) tell('currency', TEXTS.twice);
        else rows.set(draft.currency, { currency: draft.currency, report: draft.report });
      }
      if (errors.length >= MAX_ERRORS_TOLD) return { errors: errors.slice(0, MAX_ERRORS_TOLD) };
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
