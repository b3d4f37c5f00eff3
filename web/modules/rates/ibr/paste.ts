import { filterInput } from '#domain/input.ts';
import { RATE_FILTER, readRate } from '#domain/rates/ibr.ts';

export interface Pasted {
  /**
   * The rates by currency. Text that is not a number leaves its rate empty, so that the rate is marked as invalid and
   * an earlier rate is not mistaken for the copied one.
   */
  readonly rates: Readonly<Record<string, string>>;
  /** The values without a row. */
  readonly leftOver: readonly string[];
}

const CODE = /^[a-z]{3}$/i;
const FIGURE = /\d/;

const written = (cell: string) => readRate(cell) ?? filterInput(RATE_FILTER, '', cell);

/**
 * Reads cells copied from a spreadsheet: a line with a code fills the row of that currency, a column without codes
 * fills the rows down from the focused one; an empty cell keeps its row's rate.
 */
export function readPasted(text: string, codes: readonly string[], focused: string): Pasted {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const isByCode = lines.some((cells) => cells.length > 1 && cells.some((cell) => CODE.test(cell)));
  return isByCode ? byCode(lines, codes) : downFrom(lines, codes, focused);
}

function byCode(lines: readonly string[][], codes: readonly string[]): Pasted {
  const rates: Record<string, string> = {};
  const leftOver: string[] = [];
  for (const cells of lines) {
    const code = cells.find((cell) => CODE.test(cell))?.toUpperCase();
    const rate = cells.findLast((cell) => FIGURE.test(cell));
    // A line of headings, or an empty one.
    if (code === undefined || rate === undefined) continue;
    if (codes.includes(code)) rates[code] = written(rate);
    else leftOver.push(code);
  }
  return { rates, leftOver };
}

function downFrom(lines: readonly string[][], codes: readonly string[], focused: string): Pasted {
  const first = Math.max(0, codes.indexOf(focused));
  const rates: Record<string, string> = {};
  const leftOver: string[] = [];
  lines.forEach((cells, index) => {
    const cell = cells.findLast((each) => each !== '');
    if (cell === undefined) return;
    const code = codes[first + index];
    const rate = written(cell);
    if (code === undefined) leftOver.push(cell);
    // A single text that is not a number is ignored, as in every field.
    else if (rate !== '' || lines.length > 1) rates[code] = rate;
  });
  return { rates, leftOver };
}
