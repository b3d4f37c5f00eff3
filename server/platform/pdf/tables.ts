import type { CaptionedTable, RowLook, Table, TextStyle } from './description.ts';
import { COLOURS, type Sheet } from './sheet.ts';

const CELL_GAP = 6;
const HEAD_HEIGHT = 19;
const HEAD_SIZE = 7.5;
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

export function drawTable(sheet: Sheet, table: Table, span: Span = wholeWidth(sheet)): void {
  const { isStriped = false, rows: looks = [] } = table.look ?? {};
  const { padding, cells, heightOf } = layOut(sheet, table, span);
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
  table.rows.forEach((row, index) => {
    const height = heightOf(row);
    if (sheet.need(height)) drawHead();
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
  sheet.need(CAPTION_HEIGHT + 3 * HEAD_HEIGHT);
  sheet.writeAt(table.caption, sheet.left, sheet.y, sheet.width, CAPTION);
  sheet.y += CAPTION_HEIGHT;
  drawTable(sheet, table);
  sheet.y += BESIDE_GAP;
}

/** Tables side by side on one page; one under the other if they are too long for that. */
export function drawBeside(sheet: Sheet, tables: readonly CaptionedTable[]): void {
  const width = (sheet.width - BESIDE_GAP * (tables.length - 1)) / tables.length;
  const placed = tables.map((table, at) => ({
    table,
    span: { left: sheet.left + at * (width + BESIDE_GAP), width },
  }));
  const heights = placed.map(({ table, span }) => {
    const { heightOf } = layOut(sheet, table, span);
    return table.rows.reduce((sum, row) => sum + heightOf(row), CAPTION_HEIGHT + 3 * HEAD_HEIGHT);
  });
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
