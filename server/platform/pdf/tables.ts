import {
  SHORT_TABLE_ROWS,
  type CaptionedTable,
  type RowLook,
  type Table,
  type TablesBeside,
  type TextStyle,
} from './description.ts';
import { COLOURS, type Sheet } from './sheet.ts';

const CELL_GAP = 6;
const HEAD_HEIGHT = 19;
const HEAD_SIZE = 7.5;
const HEAD_TEXT_HEIGHT = 10;
/** As many rows as stand together at the end of a table. */
const ROWS_TOGETHER = 3;
const ROW_SHADES: Readonly<Record<RowLook, string | null>> = {
  part: COLOURS.shade,
  mark: COLOURS.mark,
  sum: null,
  '': null,
};

/** A part of the width of a sheet. */
interface Span {
  readonly left: number;
  readonly width: number;
}

const wholeWidth = (sheet: Sheet): Span => ({ left: sheet.left, width: sheet.width });

/** The cells of a table: their places, and the heights of the rows. */
function layOut(sheet: Sheet, { columns, look = {} }: Table, span: Span) {
  const { size = 9, padding = 7, gap = CELL_GAP } = look;
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
  return { padding, cells, heightOf };
}

/** The height of a table on one page. */
export function heightOfTable(sheet: Sheet, table: Table, span: Span = wholeWidth(sheet)): number {
  const { heightOf } = layOut(sheet, table, span);
  return table.rows.reduce((height, row) => height + heightOf(row), table.look?.head ?? HEAD_HEIGHT);
}

/** What must fit on the page for a table to begin there: all of a short table, the head and two rows of a longer one. */
const beginning = (sheet: Sheet, table: Table, span: Span): number =>
  table.rows.length < SHORT_TABLE_ROWS
    ? Math.min(heightOfTable(sheet, table, span), sheet.longest)
    : 3 * (table.look?.head ?? HEAD_HEIGHT);

export function drawTable(sheet: Sheet, table: Table, span: Span = wholeWidth(sheet)): void {
  const { isStriped = false, rows: looks = [] } = table.look ?? {};
  const head = table.look?.head ?? HEAD_HEIGHT;
  const { padding, cells, heightOf } = layOut(sheet, table, span);
  const rule = (colour: string = COLOURS.hairline) =>
    sheet.rule(sheet.y, { from: span.left, to: span.left + span.width, colour });
  const drawHead = () => {
    sheet.shade(span.left, sheet.y, span.width, head, COLOURS.accent);
    for (const { head: words, x, width, style } of cells)
      sheet.writeAt(words, x, sheet.y + (head - HEAD_TEXT_HEIGHT) / 2, width, {
        ...style,
        size: Math.min(HEAD_SIZE, style.size),
        weight: 'strong',
        colour: '#ffffff',
      });
    sheet.y += head;
  };
  sheet.need(beginning(sheet, table, span));
  drawHead();
  table.rows.forEach((row, index) => {
    // The last rows stay together, so that no page has one row alone.
    const isLastFew = index === table.rows.length - ROWS_TOGETHER;
    const height = heightOf(row);
    const needed = isLastFew
      ? table.rows.slice(index).reduce((sum, each) => sum + heightOf(each), 0)
      : height;
    if (sheet.need(Math.min(needed, sheet.longest))) drawHead();
    const rowLook = looks[index] ?? '';
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

const CAPTION = { size: 8.5, weight: 'strong' } as const;
const CAPTION_HEIGHT = 16;
const BESIDE_GAP = 12;

/** One table under its caption, over the whole width. */
export function drawCaptioned(sheet: Sheet, table: CaptionedTable): void {
  sheet.need(Math.min(CAPTION_HEIGHT + beginning(sheet, table, wholeWidth(sheet)), sheet.longest));
  sheet.writeAt(table.caption, sheet.left, sheet.y, sheet.width, CAPTION);
  sheet.y += CAPTION_HEIGHT;
  drawTable(sheet, table);
  sheet.y += BESIDE_GAP;
}

/** Tables side by side on one page; one under the other if they are too long for that. */
export function drawBeside(sheet: Sheet, { tables, places = tables.length }: TablesBeside): void {
  const width = (sheet.width - BESIDE_GAP * (places - 1)) / places;
  const placed = tables.map((table, at) => ({
    table,
    span: { left: sheet.left + at * (width + BESIDE_GAP), width },
  }));
  const heights = placed.map(({ table, span }) => CAPTION_HEIGHT + heightOfTable(sheet, table, span));
  const highest = Math.max(...heights);
  if (highest > sheet.longest) {
    for (const table of tables) drawCaptioned(sheet, table);
    return;
  }
  sheet.need(highest);
  const top = sheet.y;
  let bottom = top;
  for (const { table, span } of placed) {
    sheet.y = top;
    sheet.writeAt(table.caption, span.left, sheet.y, width, CAPTION);
    sheet.y += CAPTION_HEIGHT;
    drawTable(sheet, table, span);
    bottom = Math.max(bottom, sheet.y);
  }
  sheet.y = bottom + BESIDE_GAP;
}
