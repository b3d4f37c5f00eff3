import { readRate } from '#domain/rates/ibr.ts';

export interface Pasted {
  /** The rates by currency; what could not be read stands as it was copied, so that it can be mended. */
  readonly rates: Readonly<Record<string, string>>;
  /** What there was no row for. */
  readonly leftOver: readonly string[];
}

const CODE = /^[a-z]{3}$/i;
const FIGURE = /\d/;

const written = (cell: string) => readRate(cell) ?? cell;

/**
 * Reads what was copied from a spreadsheet: lines with a code go to that currency wherever it stands, a bare column
 * goes down from the focused row; an empty cell leaves its row as it is.
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
    if (code === undefined) leftOver.push(cell);
    else rates[code] = written(cell);
  });
  return { rates, leftOver };
}
