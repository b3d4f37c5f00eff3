import type { WrongCell } from '#contract/sheets.ts';
import { MAX_COVERED } from '#domain/uploads/batches.ts';
import { CELL_TEXTS, MAX_WRONG_KEPT, monthOfDay } from '#domain/cells.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { FieldProblem } from '#domain/rules.ts';
import type { Transaction } from '#server/platform/database.ts';
import { findColumns, isBlank, readRow, type SheetShape } from '#server/platform/imports/rows.ts';
import { wrongCellOf, wrongHeadings } from '#server/platform/imports/wrong-cells.ts';
import type { Cell, Sheet, SheetBatch } from '#server/platform/xlsx/sheet.ts';
import { Known, type ResolvedRow } from './known.ts';
import { shapeOf, type RowTexts } from './sheets.ts';
import { storeRows, type BranchMonth, type StoredRow } from './store.sql.ts';

/** Reads the rows of a sheet batch by batch, and stores them as long as nothing is wrong. */

const HEADING_ROW = 1;

interface ReadRow {
  readonly n: number;
  readonly cells: readonly Cell[];
  readonly draft: RowTexts;
  readonly wrong: readonly FieldProblem[];
}

export interface SheetReading {
  /** Rows that are not empty. */
  readonly rows: number;
  /** The wrong cells in the order of the sheet. Reading ends when there are as many as can be kept. */
  readonly wrong: readonly WrongCell[];
  readonly months: readonly BranchMonth[];
}

interface Work {
  readonly tx: Transaction;
  readonly batch: number;
  readonly today: IsoDate;
  /** Called before each batch of rows with the rows that are done; throws to end the work. */
  readonly onBatch: (doneRows: number) => void;
}

/** Reads a sheet of one kind. */
class SheetReader {
  readonly #kind: UploadKind;
  readonly #shape: SheetShape<RowTexts>;
  readonly #known: Known;
  readonly #wrong: WrongCell[] = [];
  readonly #months = new Map<string, BranchMonth>();
  /** The rows of each purpose, month and branch; a sheet of purposes has each once. */
  readonly #purposes = new Map<string, number>();
  #places: readonly number[] | null = null;
  #rows = 0;

  constructor(kind: UploadKind, shape: SheetShape<RowTexts>, known: Known) {
    this.#kind = kind;
    this.#shape = shape;
    this.#known = known;
  }

  get reading(): SheetReading {
    return { rows: this.#rows, wrong: this.#wrong, months: [...this.#months.values()] };
  }
  get rows(): number {
    return this.#rows;
  }
  /** Whether nothing more can be learned: the headings are wrong, or as much is wrong as can be kept. */
  get isDone(): boolean {
    return this.#places === null || this.#wrong.length >= MAX_WRONG_KEPT;
  }

  /** The rows that can be stored; none as soon as anything is wrong. */
  async take(tx: Transaction, { firstRow, rows }: SheetBatch): Promise<readonly StoredRow[]> {
    const read: ReadRow[] = [];
    for (const [index, cells] of rows.entries()) {
      const n = firstRow + index;
      if (n === HEADING_ROW) {
        if (!this.#findColumns(cells)) return [];
      } else if (!cells.every(isBlank)) read.push(this.#read(n, cells));
    }
    this.#rows += read.length;
    await this.#known.lookUp(tx, read);
    const stored = read.map((row) => this.#resolve(row));
    return this.#wrong.length > 0 ? [] : stored;
  }

  /** Finds the headings in the first row. */
  #findColumns(header: readonly Cell[]): boolean {
    const places = findColumns(header, this.#shape);
    if ('errors' in places) {
      this.#wrong.push(...wrongHeadings(places.errors));
      return false;
    }
    this.#places = places.at;
    return true;
  }

  #read(n: number, cells: readonly Cell[]): ReadRow {
    const own = (this.#places ?? []).map((place) => cells[place] ?? null);
    return { n, cells: own, ...readRow(this.#shape, own) };
  }

  #resolve(read: ReadRow): StoredRow {
    const { row, problems } = this.#known.resolve(read);
    const ownProblems = [...read.wrong, ...problems];
    const month = read.draft['month'] ?? monthOfDay(read.draft['date'] ?? '');
    if (ownProblems.length === 0) ownProblems.push(...this.#count(read, row, month));
    for (const problem of ownProblems) {
      if (this.isDone) break;
      this.#wrong.push(wrongCellOf(this.#shape, { row: read.n, cells: read.cells }, problem));
    }
    return { n: read.n, ...read.draft, ...row };
  }

  /** Counts the month of a row that is right, and finds what is wrong with it beside the rows before. */
  #count({ n, draft }: ReadRow, { branch, purpose }: ResolvedRow, month: string): FieldProblem[] {
    const key = `${branch} ${month}`;
    if (!this.#months.has(key)) {
      if (this.#months.size >= MAX_COVERED)
        return [{ field: 'branch', message: CELL_TEXTS.tooManyMonths(MAX_COVERED) }];
      this.#months.set(key, { branch, branchId: draft['branch'] ?? '', month });
    }
    if (this.#kind !== 'P') return [];
    const first = this.#purposes.get(`${key} ${purpose}`);
    if (first !== undefined) return [{ field: 'purpose', message: CELL_TEXTS.repeated(first) }];
    this.#purposes.set(`${key} ${purpose}`, n);
    return [];
  }
}

export async function readSheetRows(kind: UploadKind, sheet: Sheet, work: Work): Promise<SheetReading> {
  const { tx, batch, today, onBatch } = work;
  const reader = new SheetReader(kind, shapeOf(kind, today), await Known.of(tx, kind));
  for await (const rows of sheet.batches()) {
    onBatch(reader.rows);
    const stored = await reader.take(tx, rows);
    if (stored.length > 0) await storeRows(tx, kind, batch, stored);
    if (reader.isDone) break;
  }
  return reader.reading;
}
