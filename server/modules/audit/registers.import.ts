import type { WrongCell } from '#contract/sheets.ts';
import { PARTY_TYPE_WORDS, type RegisterType } from '#domain/audit/codes.ts';
import {
  AMOUNT_PLACES,
  amountWarning,
  QUANTITY_PLACES,
  RATE_PLACES,
  REGISTER_ROW_TEXTS,
  REGISTER_RULES,
  registerRowRules,
  type RegisterField,
  type RegisterRow,
} from '#domain/audit/register-rows.ts';
import { MAX_WRONG_KEPT, MAX_WRONG_SHOWN } from '#domain/cells.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { FieldProblem } from '#domain/rules.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import { asCode, asDay, asDecimal, asOneOf, asText } from '#server/platform/imports/cells.ts';
import type { CellReader } from '#server/platform/imports/cells.ts';
import {
  findColumns,
  isBlank,
  readRow,
  type ImportColumn,
  type SheetShape,
} from '#server/platform/imports/rows.ts';
import { wrongCellOf, wrongHeadings } from '#server/platform/imports/wrong-cells.ts';
import type { Cell, Sheet } from '#server/platform/xlsx/sheet.ts';
import { isWithPublic, type RegisterLine, type RegisterTransaction } from './registers.sheet.ts';

/** Reads an uploaded register: its rows become transactions. */

interface KnownCodes {
  readonly currencies: ReadonlySet<string>;
  readonly purposes: ReadonlyMap<string, string>;
}

const READS: Readonly<Partial<Record<RegisterField, CellReader>>> = {
  pan: asCode,
  currency: asCode,
  partyType: asOneOf(PARTY_TYPE_WORDS, ''),
  product: asOneOf(PRODUCTS, 'CN'),
  quantity: asDecimal(QUANTITY_PLACES),
  rate: asDecimal(RATE_PLACES),
  amount: asDecimal(AMOUNT_PLACES),
};
const FIELDS = Object.keys(REGISTER_RULES) as RegisterField[];
const columnsOn = (today: IsoDate): readonly ImportColumn<RegisterRow>[] =>
  FIELDS.map((field) => ({
    field,
    reads: field === 'date' ? asDay(today) : (READS[field] ?? asText),
    example: '',
    optional: !('required' in REGISTER_RULES[field]),
  }));

/** The fields that all rows of a transaction share. */
const SHARED = ['date', 'name', 'nationality', 'id', 'pan', 'purpose', 'partyType', 'payment'] as const;

interface Begun {
  /** The first row of the transaction. */
  readonly at: number;
  /** What its rows so far say of it. */
  row: RegisterRow;
  readonly lines: RegisterLine[];
}

export type RegisterReading =
  | {
      readonly transactions: readonly RegisterTransaction[];
      /** The first amounts that are not quantity × rate, and how many there are. */
      readonly warnings: readonly WrongCell[];
      readonly warningCount: number;
    }
  | { readonly errors: readonly WrongCell[] };

const lineOf = ({ product, currency, quantity, rate, amount }: RegisterRow): RegisterLine => ({
  product,
  isd: currency,
  quantity,
  rate,
  amount,
});

function transactionOf(type: RegisterType, { row, lines }: Begun): RegisterTransaction {
  const isPublic = isWithPublic(type);
  return {
    type,
    tran_no: row.number,
    tran_date: row.date,
    traveller: isPublic ? row.name : '',
    party: isPublic ? '' : row.name,
    nationality: row.nationality,
    id_number: row.id,
    pan: row.pan,
    purpose: row.purpose,
    party_type: row.partyType,
    paid_by: row.payment,
    lines,
  };
}

interface RegisterOf {
  readonly type: RegisterType;
  readonly year: number;
  readonly month: number;
  /** The day on which the sheet came. */
  readonly today: IsoDate;
}

/** The transactions of a register, as its rows come. */
class Transactions {
  readonly #begun = new Map<string, Begun>();

  /** Adds a row, and returns what is wrong with it that its own rules do not tell. */
  add(n: number, draft: RegisterRow, { currencies, purposes }: KnownCodes): FieldProblem<RegisterField>[] {
    const problems: FieldProblem<RegisterField>[] = [];
    const purpose = draft.purpose === '' ? '' : purposes.get(draft.purpose.toLowerCase());
    if (!currencies.has(draft.currency))
      problems.push({ field: 'currency', message: REGISTER_ROW_TEXTS.noCurrency });
    if (purpose === undefined) problems.push({ field: 'purpose', message: REGISTER_ROW_TEXTS.noPurpose });
    const row = { ...draft, purpose: purpose ?? '' };
    const first = this.#begun.get(row.number);
    if (first === undefined) {
      this.#begun.set(row.number, { at: n, row, lines: [lineOf(row)] });
      return problems;
    }
    for (const field of SHARED) {
      if (first.row[field] === '' && row[field] !== '') first.row = { ...first.row, [field]: row[field] };
      else if (row[field] !== '' && row[field] !== first.row[field])
        problems.push({ field, message: REGISTER_ROW_TEXTS.differs(first.at) });
    }
    first.lines.push(lineOf(row));
    return problems;
  }

  all(type: RegisterType): RegisterTransaction[] {
    return [...this.#begun.values()].map((one) => transactionOf(type, one));
  }
}

/**
 * The transactions of a sheet, in the order of their first rows, or what is wrong with it. The rows of one number are one
 * transaction, wherever they are. The known codes are asked for with each batch of rows: PostgreSQL ends a transaction
 * that does nothing while a long sheet is read.
 */
export async function readRegister(
  sheet: Sheet,
  { type, year, month, today }: RegisterOf,
  knownCodes: () => Promise<KnownCodes>,
): Promise<RegisterReading> {
  const shape: SheetShape<RegisterRow> = {
    columns: columnsOn(today),
    rules: REGISTER_RULES,
    problems: registerRowRules({ year, month }),
  };
  const transactions = new Transactions();
  const found = new FoundCells(shape);
  let at: readonly number[] | null = null;
  for await (const { firstRow, rows } of sheet.batches()) {
    const known = await knownCodes();
    for (const [index, all] of rows.entries()) {
      if (at === null) {
        const places = findColumns(all, shape);
        if ('errors' in places) return { errors: wrongHeadings(places.errors) };
        at = places.at;
        continue;
      }
      if (all.every(isBlank)) continue;
      const [row, cells] = [firstRow + index, at.map((place) => all[place] ?? null)];
      const { draft, wrong } = readRow(shape, cells);
      const isTold = ({ field }: FieldProblem) => wrong.some((problem) => problem.field === field);
      const more = transactions.add(row, draft, known).filter((problem) => !isTold(problem));
      found.add({ row, cells }, draft, [...wrong, ...more]);
      if (found.isFull) return { errors: found.errors };
    }
  }
  if (at === null) {
    const empty = findColumns([], shape);
    return { errors: 'errors' in empty ? wrongHeadings(empty.errors) : [] };
  }
  return found.errors.length > 0
    ? { errors: found.errors }
    : { transactions: transactions.all(type), warnings: found.warnings, warningCount: found.warningCount };
}

/** What is wrong with the rows, and what only looks wrong. */
class FoundCells {
  readonly #shape: SheetShape<RegisterRow>;
  readonly errors: WrongCell[] = [];
  readonly warnings: WrongCell[] = [];
  warningCount = 0;

  constructor(shape: SheetShape<RegisterRow>) {
    this.#shape = shape;
  }

  /** Whether as much is wrong as is kept. */
  get isFull(): boolean {
    return this.errors.length >= MAX_WRONG_KEPT;
  }

  add(
    place: { readonly row: number; readonly cells: readonly Cell[] },
    draft: RegisterRow,
    problems: readonly FieldProblem[],
  ): void {
    for (const problem of problems) {
      if (this.isFull) return;
      this.errors.push(wrongCellOf(this.#shape, place, problem));
    }
    const message = problems.length === 0 ? amountWarning(draft) : null;
    if (message === null) return;
    this.warningCount += 1;
    if (this.warnings.length < MAX_WRONG_SHOWN)
      this.warnings.push(wrongCellOf(this.#shape, place, { field: 'amount', message }));
  }
}
