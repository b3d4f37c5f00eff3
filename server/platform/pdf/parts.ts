import { letterheadLines, type CompanyDraft } from '#domain/masters/company.ts';
import { COLOURS, type Sheet, type TextStyle } from './sheet.ts';

/** The building blocks of papers. Each draws at the sheet's position and advances it. */

export interface Letterhead {
  readonly company: CompanyDraft;
  /** As `printableLogo` returns it. */
  readonly logo: Buffer | null;
}

const LOGO_BOX = { width: 130, height: 46 } as const;
const SMALL = { size: 7.5, colour: COLOURS.quiet } as const;
const BODY = { size: 9 } as const;
const LABEL = { size: 7, colour: COLOURS.quiet } as const;

export function drawLetterhead(sheet: Sheet, { company, logo }: Letterhead): void {
  const top = sheet.y;
  const logoWidth = logo === null ? 0 : sheet.picture(logo, sheet.left, top, LOGO_BOX) + 14;
  const [x, width] = [sheet.left + logoWidth, sheet.width - logoWidth];
  let y = sheet.writeAt(company.name, x, top - 2, width, {
    size: 15,
    weight: 'strong',
    colour: COLOURS.accent,
  });
  for (const line of letterheadLines(company)) y = sheet.writeAt(line, x, y + 1, width, SMALL);
  sheet.y = Math.max(y, logo === null ? 0 : top + LOGO_BOX.height) + 8;
  sheet.rule(sheet.y, { colour: COLOURS.accent, thick: 1.6 });
  sheet.y += 14;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

const STAMP = { size: 8, weight: 'strong', colour: COLOURS.accent } as const;

/** The paper's title and subtitle, with its reference on the right. `stamp` is a mark such as Reprint. */
export function drawTitle(
  sheet: Sheet,
  {
    title,
    under = '',
    facts,
    stamp = '',
  }: { title: string; under?: string; facts: readonly Fact[]; stamp?: string },
): void {
  const top = sheet.y;
  const half = sheet.width / (facts.length === 0 ? 1 : 2);
  let y = sheet.writeAt(title, sheet.left, top - 4, half, { size: 17, weight: 'strong' });
  if (under !== '') y = sheet.writeAt(under, sheet.left, y, half, { size: 9, colour: COLOURS.quiet });
  if (stamp !== '') {
    const width = sheet.widthOf(stamp, STAMP) + 14;
    sheet.frame(sheet.left, y + 4, width, 17, COLOURS.accent);
    sheet.writeAt(stamp, sheet.left + 7, y + 7, width, STAMP);
    y += 24;
  }
  const valueStyle = { ...BODY, weight: 'strong', align: 'right' } as const;
  const widest = Math.max(0, ...facts.map(({ value }) => sheet.widthOf(value, valueStyle)));
  const valueWidth = Math.min(widest + 1, half - 70);
  let right = top;
  for (const { label, value } of facts) {
    sheet.writeAt(label, sheet.left + half, right + 1, half - valueWidth - 8, {
      size: 8,
      colour: COLOURS.quiet,
      align: 'right',
    });
    right = sheet.writeAt(value, sheet.right - valueWidth, right, valueWidth, valueStyle) + 2;
  }
  sheet.y = Math.max(y, right) + 12;
}

/** Facts in columns, each under its label; empty facts are omitted. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], columns = 3): void {
  const shown = facts.filter(({ value }) => value.trim() !== '');
  const gap = 16;
  const width = (sheet.width - gap * (columns - 1)) / columns;
  for (let first = 0; first < shown.length; first += columns) {
    const row = shown.slice(first, first + columns);
    const height = Math.max(...row.map(({ value }) => sheet.heightOf(value, width, BODY))) + 10;
    sheet.need(height);
    row.forEach(({ label, value }, index) => {
      const x = sheet.left + index * (width + gap);
      const y = sheet.writeAt(label, x, sheet.y, width, LABEL);
      sheet.writeAt(value, x, y, width, BODY);
    });
    sheet.y += height + 5;
  }
}

const HEADING_HEIGHT = 15;

/** A heading that stays on one page with the given height of its content. A note stands at its right. */
export function drawHeading(sheet: Sheet, words: string, keepWith: number, note = ''): void {
  sheet.need(HEADING_HEIGHT + keepWith);
  if (note !== '')
    sheet.writeAt(note, sheet.left, sheet.y + 1, sheet.width, { ...SMALL, size: 7, align: 'right' });
  sheet.writeAt(words, sheet.left, sheet.y, sheet.width, {
    size: 8.5,
    weight: 'strong',
    colour: COLOURS.accent,
  });
  sheet.y += HEADING_HEIGHT;
}

export interface Column {
  readonly head: string;
  /** The share of the width. */
  readonly share: number;
  readonly isFigure?: true;
  readonly isStrong?: true;
  /** Strong in rows that stand out. */
  readonly isMarked?: true;
}

/** A heading within a table, a row that stands out, or a total. */
export type RowLook = 'part' | 'mark' | 'sum' | '';

/** A part of the width of a sheet. */
interface Span {
  readonly left: number;
  readonly width: number;
}

export interface TableLook {
  readonly size?: number;
  /** The space above and below the text of a row, together. */
  readonly padding?: number;
  readonly isStriped?: boolean;
  readonly lookOf?: (row: number) => RowLook;
  /** Where the table stands; the whole width unless it is given. */
  readonly span?: Span;
  /** The space at both sides of the text of a cell. */
  readonly gap?: number;
}

const CELL_GAP = 6;
const HEAD_HEIGHT = 19;
const HEAD_SIZE = 7.5;
const ROW_SHADES: Readonly<Record<RowLook, string | null>> = {
  part: COLOURS.shade,
  mark: COLOURS.mark,
  sum: null,
  '': null,
};

type Rows = readonly (readonly string[])[];

/** The cells of a table: their places, and the heights of the rows. */
function layOut(sheet: Sheet, columns: readonly Column[], look: TableLook) {
  const { size = 9, padding = 7, gap = CELL_GAP, span = { left: sheet.left, width: sheet.width } } = look;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let left = span.left;
  const cells = columns.map((column) => {
    const width = (column.share / shares) * span.width;
    const style: TextStyle = {
      size,
      weight: column.isStrong ? 'strong' : 'regular',
      align: column.isFigure ? 'right' : 'left',
    };
    const cell = { ...column, x: left + gap, width: width - 2 * gap, style };
    left += width;
    return cell;
  });
  const heightOf = (row: readonly string[]) =>
    Math.max(...cells.map(({ width, style }, at) => sheet.heightOf(row[at] ?? '', width, style))) + padding;
  return { span, padding, cells, heightOf };
}

/** Rows under a header that is repeated on every page of the table. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: Rows, look: TableLook = {}): void {
  const { isStriped = false, lookOf = () => '' } = look;
  const { span, padding, cells, heightOf } = layOut(sheet, columns, look);
  const rule = (colour: string = COLOURS.hairline) =>
    sheet.rule(sheet.y, { from: span.left, to: span.left + span.width, colour });
  const drawHead = () => {
    sheet.shade(span.left, sheet.y, span.width, HEAD_HEIGHT, COLOURS.accent);
    for (const { head, x, width, style } of cells)
      sheet.writeAt(head, x, sheet.y + 4.5, width, {
        ...style,
        size: Math.min(HEAD_SIZE, style.size),
        weight: 'strong',
        colour: '#ffffff',
      });
    sheet.y += HEAD_HEIGHT;
  };
  sheet.need(3 * HEAD_HEIGHT);
  drawHead();
  rows.forEach((row, index) => {
    const height = heightOf(row);
    if (sheet.need(height)) drawHead();
    const rowLook = lookOf(index);
    const shade = isStriped && index % 2 === 1 ? COLOURS.shade : ROW_SHADES[rowLook];
    if (shade !== null) sheet.shade(span.left, sheet.y, span.width, height, shade);
    if (rowLook === 'sum') rule(COLOURS.ink);
    const isStrong = rowLook === 'part' || rowLook === 'sum';
    cells.forEach(({ x, width, style, isMarked = false }, at) =>
      sheet.writeAt(row[at] ?? '', x, sheet.y + padding / 2, width, {
        ...style,
        ...(isStrong || (isMarked && rowLook === 'mark') ? { weight: 'strong' } : {}),
      }),
    );
    sheet.y += height;
    if (!isStriped) rule();
  });
  if (isStriped) rule();
}

/** A table with a caption. */
export interface CaptionedTable {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: Rows;
  readonly look?: TableLook;
}

const CAPTION = { size: 8.5, weight: 'strong' } as const;
const CAPTION_HEIGHT = 16;
const BESIDE_GAP = 12;

/** One table under its caption, over the whole width. */
export function drawCaptioned(sheet: Sheet, { caption, columns, rows, look = {} }: CaptionedTable): void {
  sheet.need(CAPTION_HEIGHT + 3 * HEAD_HEIGHT);
  sheet.writeAt(caption, sheet.left, sheet.y, sheet.width, CAPTION);
  sheet.y += CAPTION_HEIGHT;
  drawTable(sheet, columns, rows, look);
  sheet.y += BESIDE_GAP;
}

/** Tables side by side on one page; one under the other if they are too long for that. */
export function drawBeside(sheet: Sheet, tables: readonly CaptionedTable[]): void {
  const width = (sheet.width - BESIDE_GAP * (tables.length - 1)) / tables.length;
  const spans = tables.map((_, at) => ({ left: sheet.left + at * (width + BESIDE_GAP), width }));
  const heights = tables.map(({ columns, rows, look }, at) => {
    const { heightOf } = layOut(sheet, columns, { ...look, span: spans[at] ?? { left: sheet.left, width } });
    return rows.reduce((sum, row) => sum + heightOf(row), CAPTION_HEIGHT + 3 * HEAD_HEIGHT);
  });
  const highest = Math.max(...heights);
  if (highest > sheet.longest) {
    for (const table of tables) drawCaptioned(sheet, table);
    return;
  }
  sheet.need(highest);
  const top = sheet.y;
  let bottom = top;
  tables.forEach(({ caption, columns, rows, look }, at) => {
    const span = spans[at] ?? { left: sheet.left, width };
    sheet.y = top;
    sheet.writeAt(caption, span.left, sheet.y, width, CAPTION);
    sheet.y += CAPTION_HEIGHT;
    drawTable(sheet, columns, rows, { ...look, span });
    bottom = Math.max(bottom, sheet.y);
  });
  sheet.y = bottom + BESIDE_GAP;
}

export interface Total {
  readonly label: string;
  /** The calculation, in small print. */
  readonly note?: string;
  readonly amount: string;
  readonly isGrand?: true;
}

const TOTALS_WIDTH = 300;
const AMOUNT_WIDTH = 110;

/**
 * Amounts in a column on the right, the last of them in a band, kept on one page. The text `beside` them, such as the
 * sum in words, uses the space on the left.
 */
export function drawTotals(sheet: Sheet, totals: readonly Total[], beside: Fact): void {
  const x = sheet.right - TOTALS_WIDTH;
  const labelWidth = TOTALS_WIDTH - AMOUNT_WIDTH - 2 * CELL_GAP;
  const besideWidth = sheet.width - TOTALS_WIDTH - 16;
  const heightOf = ({ note, isGrand }: Total) =>
    isGrand ? 24 : 16 + (note === undefined ? 0 : sheet.heightOf(note, labelWidth, LABEL));
  const spoken = { size: 9, weight: 'strong' } as const;
  const besideHeight = 10 + sheet.heightOf(beside.value, besideWidth, spoken);
  const height = Math.max(
    totals.reduce((sum, total) => sum + heightOf(total), 0),
    besideHeight,
  );
  sheet.need(height + 6);
  const top = sheet.y + 6;
  const under = sheet.writeAt(beside.label, sheet.left, top + 2, besideWidth, LABEL);
  sheet.writeAt(beside.value, sheet.left, under, besideWidth, spoken);
  let y = top;
  for (const total of totals) {
    const { label, note, amount, isGrand } = total;
    const style: TextStyle = isGrand ? { size: 11, weight: 'strong', colour: COLOURS.accent } : BODY;
    if (isGrand) sheet.shade(x, y, TOTALS_WIDTH, heightOf(total), COLOURS.band);
    const words = y + (isGrand ? 4.5 : 2);
    const below = sheet.writeAt(label, x + CELL_GAP, words, labelWidth, style);
    if (note !== undefined) sheet.writeAt(note, x + CELL_GAP, below, labelWidth, LABEL);
    sheet.writeAt(amount, sheet.right - AMOUNT_WIDTH - CELL_GAP, words, AMOUNT_WIDTH, {
      ...style,
      align: 'right',
    });
    y += heightOf(total);
  }
  sheet.y = top + height + 10;
}

const SMALL_PRINT = { size: 7.8, colour: COLOURS.quiet } as const;
const PARAGRAPH_GAP = 2;

/** Small print, paragraph by paragraph, kept on one page together with the following `keepWith`. */
export function drawSmallPrint(
  sheet: Sheet,
  paragraphs: readonly string[],
  { heading = '', keepWith = 0 }: { readonly heading?: string; readonly keepWith?: number } = {},
): void {
  const heights = paragraphs.map((words) => sheet.heightOf(words, sheet.width, SMALL_PRINT) + PARAGRAPH_GAP);
  sheet.need(heights.reduce((sum, height) => sum + height, keepWith + (heading === '' ? 0 : HEADING_HEIGHT)));
  if (heading !== '') drawHeading(sheet, heading, 0);
  for (const paragraph of paragraphs) {
    sheet.write(paragraph, SMALL_PRINT);
    sheet.y += PARAGRAPH_GAP;
  }
}

export interface Signature {
  /** The party that signs, such as the company; printed above the line. */
  readonly who: string;
  readonly label: string;
}

export const SIGNATURES_HEIGHT = 88;
const SIGNATURE_GAP = 26;

/** Signature lines, side by side. */
export function drawSignatures(sheet: Sheet, signatures: readonly Signature[]): void {
  sheet.need(SIGNATURES_HEIGHT);
  const top = sheet.y + 14;
  const width = (sheet.width - SIGNATURE_GAP * (signatures.length - 1)) / signatures.length;
  signatures.forEach(({ who, label }, index) => {
    const x = sheet.left + index * (width + SIGNATURE_GAP);
    sheet.writeAt(who, x, top, width, { size: 8, weight: 'strong', align: 'centre' });
    sheet.rule(top + 54, { from: x, to: x + width, colour: COLOURS.ink });
    sheet.writeAt(label, x, top + 57, width, { ...SMALL, align: 'centre' });
  });
  sheet.y += SIGNATURES_HEIGHT;
}
