import { withoutEndZeros } from '#domain/numbers.ts';
import { MAX_CELL_CHARS } from '../limits.ts';
import { STYLE } from './parts.ts';
import { serialOfDate, serialOfInstant } from './serial.ts';
import { xmlText } from './xml.ts';

export type ColumnKind = 'text' | 'number' | 'date' | 'datetime' | 'money';

/** A value that does not match its column, or a sheet beyond Excel's limits. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}

/** One cell as XML; `reference` is its position, such as B7. An empty value gives no cell. */
export function cellXml(kind: ColumnKind, value: unknown, reference: string): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'text':
      return textCell(reference, textOf(value));
    case 'number':
      return numberCell(reference, STYLE.number, value);
    case 'money':
      return numberCell(reference, STYLE.money, value);
    case 'date':
      return dateCell(reference, STYLE.date, serialOfDate(value));
    case 'datetime':
      return dateCell(reference, STYLE.datetime, serialOfInstant(value));
  }
}

/** A bold text cell of the first row. */
export function headerXml(text: string, reference: string): string {
  return inlineString(reference, STYLE.header, text);
}

/** Spreadsheets that import text (CSV, paste) run it as a formula if it begins like this. */
const FORMULA_START = /^[=+\-@\t\r]/;

function textCell(reference: string, text: string): string {
  return inlineString(reference, FORMULA_START.test(text) ? STYLE.quotedText : STYLE.text, text);
}

function inlineString(reference: string, style: number, text: string): string {
  if (text.length > MAX_CELL_CHARS) throw new SheetError(`longer than ${MAX_CELL_CHARS} characters`);
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Excel's binary numbers have 15 reliable digits; a longer number stays exact only as text. */
const MAX_EXACT_DIGITS = 15;

function numberCell(reference: string, style: number, value: unknown): string {
  const digits = typeof value === 'bigint' ? value.toString() : value;
  if (typeof digits === 'number' && Number.isFinite(digits))
    return `<c r="${reference}" s="${style}"><v>${digits}</v></c>`;
  if (typeof digits !== 'string' || !DECIMAL.test(digits)) throw new SheetError('not a number');
  const significant = digits.replace(/^-?0*\.?0*/, '').replace('.', '');
  const isExact =
    significant.length <= MAX_EXACT_DIGITS || withoutEndZeros(significant).length <= MAX_EXACT_DIGITS;
  if (!isExact) return inlineString(reference, STYLE.text, digits);
  return `<c r="${reference}" s="${style}"><v>${digits}</v></c>`;
}

function dateCell(
  reference: string,
  style: number,
  date: { serial: number } | { text: string } | undefined,
): string {
  if (!date) throw new SheetError('not a date');
  if ('text' in date) return inlineString(reference, STYLE.text, date.text);
  return `<c r="${reference}" s="${style}"><v>${date.serial}</v></c>`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  throw new SheetError('not a text');
}
