import { MAX_READ_COLUMNS } from '../limits.ts';
import { dayOfSerial } from './date-formats.ts';
import { SheetProblem } from './problem.ts';
import type { Cell } from './sheet.ts';
import { cellText, MAX_WRITTEN_CHARS, openWorkbook, readPart, TextItem, type Workbook } from './workbook.ts';
import { readAttributes, type XmlHandler } from './xml-reader.ts';
import type { ZipParts } from './zip-parts.ts';

/** Receives the rows in order. Rows without cells may be left out. */
export type TakeRow = (rowNumber: number, cells: Cell[]) => void;

/** Reads the rows of the first sheet of an .xlsx, one after the other. A formula is the value that the file holds for it. */
export async function readXlsx(parts: ZipParts, takeRow: TakeRow): Promise<void> {
  const workbook = await openWorkbook(parts);
  await readPart(parts, workbook.sheetPart, new SheetReader(workbook, takeRow));
}

const LETTER_BEFORE_A = 64;
const LAST_LETTER = 26;

/** The column of a reference such as AB12, counted from 0; -1 if it names none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - LETTER_BEFORE_A;
    if (letter < 1 || letter > LAST_LETTER || column > MAX_READ_COLUMNS) break;
    column = LAST_LETTER * column + letter;
  }
  return column - 1;
}

/** The elements of a worksheet by depth: worksheet, sheetData, row, c, then v, f or is. */
class SheetReader implements XmlHandler {
  wantsText = false;
  readonly #workbook: Workbook;
  readonly #takeRow: TakeRow;
  readonly #inline = new TextItem();
  readonly #takeAttribute = (name: string, value: string) => {
    if (name === 'r') this.#column = columnOf(value);
    else if (name === 't') this.#type = value;
    else if (name === 's') this.#format = Number(value);
  };
  #isInData = false;
  #isInRow = false;
  #isInCell = false;
  #row = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #format = 0;
  /** The element of the cell that is open: v, f or is. */
  #field = '';
  #value = '';
  #formula = '';
  #isFormula = false;
  #hasValue = false;
  #hasInline = false;

  constructor(workbook: Workbook, takeRow: TakeRow) {
    this.#workbook = workbook;
    this.#takeRow = takeRow;
  }

  open(name: string, depth: number, attributes: string): void {
    switch (depth) {
      case 0:
        if (name !== 'worksheet') throw new SheetProblem('unreadable');
        return;
      case 1:
        this.#isInData = name === 'sheetData';
        return;
      case 2:
        this.#isInRow = this.#isInData && name === 'row';
        if (this.#isInRow) this.#beginRow(attributes);
        return;
      case 3:
        this.#isInCell = this.#isInRow && name === 'c';
        if (this.#isInCell) this.#beginCell(attributes);
        return;
      case 4:
        if (this.#isInCell) this.#beginField(name, attributes);
        return;
      default:
        if (this.#field !== 'is') return;
        this.#inline.open(name, depth - 5);
        this.wantsText = this.#inline.wantsText;
    }
  }

  close(_name: string, depth: number): void {
    if (depth > 4) {
      this.#inline.close(depth - 5);
      this.wantsText = false;
    } else if (depth === 4) {
      this.#field = '';
      this.wantsText = false;
    } else if (depth === 3 && this.#isInCell) {
      this.#isInCell = false;
      if (this.#column < MAX_READ_COLUMNS) this.#endCell();
    } else if (depth === 2 && this.#isInRow) {
      this.#isInRow = false;
      this.#takeRow(this.#row, this.#cells);
    }
  }

  text(text: string): void {
    if (this.#field === 'is') this.#inline.add(text);
    else if (this.#field === 'v' && this.#value.length < MAX_WRITTEN_CHARS) this.#value += text;
    else if (this.#field === 'f' && this.#formula.length < MAX_WRITTEN_CHARS) this.#formula += text;
  }

  #beginRow(attributes: string): void {
    let row = this.#row + 1;
    readAttributes(attributes, (name, value) => {
      if (name === 'r') row = Number(value);
    });
    // Rows are stored in order. A file in which they are not was made to be read differently by different programs.
    if (!Number.isSafeInteger(row) || row <= this.#row) throw new SheetProblem('unreadable');
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  #beginCell(attributes: string): void {
    this.#column += 1;
    this.#type = 'n';
    this.#format = 0;
    this.#value = '';
    this.#formula = '';
    this.#isFormula = false;
    this.#hasValue = false;
    this.#hasInline = false;
    readAttributes(attributes, this.#takeAttribute);
    if (this.#column < 0) throw new SheetProblem('unreadable');
  }

  #beginField(name: string, attributes: string): void {
    this.#field = name;
    this.wantsText = name === 'v' || name === 'f';
    if (name === 'v') this.#hasValue = true;
    if (name === 'is') {
      this.#hasInline = true;
      this.#inline.begin();
    }
    // A shared formula is written in its first cell only; the others refer to it.
    if (name === 'f')
      readAttributes(attributes, (attribute) => {
        if (attribute === 'si') this.#isFormula = true;
      });
  }

  #endCell(): void {
    const cell = this.#cell();
    if (cell === null) return;
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  #cell(): Cell {
    const value = this.#value;
    if (this.#isFormula || this.#formula !== '') {
      // Programs that do not compute write a formula without its value. A text can be empty.
      const holdsValue = this.#type === 'str' ? this.#hasValue : value.trim() !== '';
      if (!holdsValue) return { is: 'formula', text: cellText(`=${this.#formula}`) };
    }
    switch (this.#type) {
      case 'inlineStr':
        return this.#hasInline ? this.#inline.end() : '';
      case 'str':
        return cellText(value);
      case 'e':
        return { is: 'error', text: '' };
      default:
        return value.trim() === '' ? null : this.#storedValue(value.trim());
    }
  }

  #storedValue(value: string): Cell {
    const error: Cell = { is: 'error', text: '' };
    switch (this.#type) {
      case 's': {
        const text = this.#workbook.sharedTexts[Number(value)];
        if (text === undefined) throw new SheetProblem('unreadable');
        return text;
      }
      case 'b':
        return value === '1' || value === 'true';
      case 'd':
        return /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? error;
      default: {
        const number = Number(value);
        if (!Number.isFinite(number)) return error;
        if (this.#workbook.dateFormats[this.#format] !== true) return number;
        return dayOfSerial(number, this.#workbook.has1904Dates) ?? number;
      }
    }
  }
}
