import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { MAX_CELL_CHARS, MAX_SHEET_COLUMNS, MAX_SHEET_NAME_CHARS, MAX_SHEET_ROWS } from '../limits.ts';
import { cellXml, headerXml, SheetError } from './cells.ts';
import type { ColumnKind } from './cells.ts';
import { fixedParts, SHEET_PATH, sheetEnd, sheetStart } from './parts.ts';

export interface SheetColumn {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters. */
  readonly width: number;
}

export interface SheetOptions {
  readonly sheet: string;
  /** Lines above the table, such as whose sheet it is. */
  readonly above?: readonly string[];
  readonly columns: readonly SheetColumn[];
  /** One value for each column; read only when the file is read, and only as fast. */
  readonly rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
}

/** The XML collected before it goes to the packer: enough to be fast, little to hold. */
const CHUNK_CHARS = 64 * 1024;
/** Rows compress well at any level; this low level takes half the time of the default. */
const COMPRESSION_LEVEL = 3;

/**
 * An .xlsx of one sheet as a stream. Only the current row is held in memory. A value that does not fit its column, or a
 * row beyond Excel's last, ends the stream with SheetError, because a truncated file must not look complete.
 */
export function writeXlsx({ sheet, above = [], columns, rows }: SheetOptions): Readable {
  checkSheet(sheet, columns);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const content = Readable.from(sheetXml(above, columns, rows), {
    objectMode: false,
    highWaterMark: CHUNK_CHARS,
  });
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  content.once('error', fail);
  // A reader that disconnects also ends the reading of rows, and with it the query behind them.
  output.once('close', () => content.destroy());
  for (const [path, xml] of Object.entries(fixedParts(sheet))) zip.addBuffer(Buffer.from(xml), path);
  zip.addReadStream(content, SHEET_PATH, { compressionLevel: COMPRESSION_LEVEL });
  zip.end();
  return output;
}

async function* sheetXml(
  above: readonly string[],
  columns: readonly SheetColumn[],
  rows: SheetOptions['rows'],
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => columnLetters(index));
  // An empty row parts the lines above from the table.
  const headerRow = above.length === 0 ? 1 : above.length + 2;
  let xml = sheetStart(
    columns.map((column) => column.width),
    headerRow,
  );
  xml += above
    .map((line, index) => `<row r="${index + 1}">${headerXml(line, `A${index + 1}`)}</row>`)
    .join('');
  xml += `<row r="${headerRow}">${columns.map(({ header }, index) => headerXml(header, `${letters[index]}${headerRow}`)).join('')}</row>`;
  let row = headerRow;
  for await (const values of rows) {
    row += 1;
    if (row > MAX_SHEET_ROWS) throw new SheetError(`more than ${MAX_SHEET_ROWS} rows`);
    xml += rowXml(columns, letters, values, row);
    if (xml.length < CHUNK_CHARS) continue;
    yield Buffer.from(xml);
    xml = '';
  }
  yield Buffer.from(xml + sheetEnd(headerRow, `${letters.at(-1)}${row}`));
}

function rowXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  values: readonly unknown[],
  row: number,
): string {
  if (values.length !== columns.length)
    throw new SheetError(`row ${row} has ${values.length} values for ${columns.length} columns`);
  let xml = `<row r="${row}">`;
  for (const [index, column] of columns.entries()) {
    const reference = `${letters[index]}${row}`;
    try {
      xml += cellXml(column.kind, values[index], reference);
    } catch (error) {
      // The position, not the value: errors are logged, and cells contain personal data.
      if (error instanceof SheetError)
        throw new SheetError(`cell ${reference} (${column.header}): ${error.message}`);
      throw error;
    }
  }
  return `${xml}</row>`;
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function checkSheet(sheet: string, columns: readonly SheetColumn[]): void {
  const isNameRight =
    sheet !== '' && sheet.length <= MAX_SHEET_NAME_CHARS && !/[[\]:*?/\\\p{Cc}]|^'|'$/u.test(sheet);
  if (!isNameRight) throw new SheetError('a sheet name that Excel does not take');
  if (columns.length === 0 || columns.length > MAX_SHEET_COLUMNS)
    throw new SheetError(`a sheet has 1 to ${MAX_SHEET_COLUMNS} columns`);
  if (columns.some(({ header }) => header.length > MAX_CELL_CHARS))
    throw new SheetError('a header is too long');
}
