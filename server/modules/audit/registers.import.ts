import { PARTY_TYPE_WORDS, type RegisterType } from '#domain/audit/codes.ts';
import {
  REGISTER_ROW_TEXTS,
  REGISTER_RULES,
  registerRowRules,
  type RegisterField,
  type RegisterRow,
} from '#domain/audit/register-rows.ts';
import { parseAmount } from '#domain/numbers.ts';
import type { FieldProblem } from '#domain/rules.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import { asCode, asDate, asOneOf, asText, fromText } from '#server/platform/imports/cells.ts';
import type { CellReader } from '#server/platform/imports/cells.ts';
import {
  findColumns,
  headerOf,
  isBlank,
  MAX_ERRORS_TOLD,
  readRow,
  type RowError,
  type SheetShape,
} from '#server/platform/imports/rows.ts';
import type { Sheet } from '#server/platform/xlsx/sheet.ts';
import { isWithPublic, type RegisterLine, type RegisterTransaction } from './registers.sheet.ts';

/** Reads an uploaded register: its rows become transactions. */

interface KnownCodes {
  readonly currencies: ReadonlySet<string>;
  readonly purposes: ReadonlyMap<string, string>;
}

/** Most cells are plain already, and a sheet has hundreds of thousands of them. */
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A number as it is typed, without its separators; other text stays and fails the rules. */
const asNumber: CellReader = fromText((text) =>
  PLAIN_NUMBER.test(text) ? text : (parseAmount(text, { places: 8, negative: true }) ?? text),
);
const asDay: CellReader = (cell) =>
  typeof cell === 'string' && PLAIN_DAY.test(cell) ? { value: cell } : asDate(cell);
const READS: Readonly<Partial<Record<RegisterField, CellReader>>> = {
  date: asDay,
  pan: asCode,
  currency: asCode,
  partyType: asOneOf(PARTY_TYPE_WORDS, ''),
  product: asOneOf(PRODUCTS, 'CN'),
  quantity: asNumber,
  rate: asNumber,
  amount: asNumber,
};
const FIELDS = Object.keys(REGISTER_RULES) as RegisterField[];
const COLUMNS = FIELDS.map((field) => ({
  field,
  reads: READS[field] ?? asText,
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
  | { readonly transactions: readonly RegisterTransaction[] }
  | { readonly errors: readonly RowError[] };

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
  type: RegisterType,
  month: { readonly year: number; readonly month: number },
  knownCodes: () => Promise<KnownCodes>,
): Promise<RegisterReading> {
  const shape: SheetShape<RegisterRow> = {
    columns: COLUMNS,
    rules: REGISTER_RULES,
    problems: registerRowRules(month),
  };
  const transactions = new Transactions();
  const errors: RowError[] = [];
  let at: readonly number[] | null = null;
  for await (const { firstRow, rows } of sheet.batches()) {
    const known = await knownCodes();
    for (const [index, cells] of rows.entries()) {
      if (at === null) {
        const places = findColumns(cells, shape);
        if ('errors' in places) return { errors: places.errors.slice(0, MAX_ERRORS_TOLD) };
        at = places.at;
        continue;
      }
      if (cells.every(isBlank)) continue;
      const row = firstRow + index;
      const { draft, wrong } = readRow(
        shape,
        at.map((place) => cells[place] ?? null),
      );
      const isTold = ({ field }: FieldProblem) => wrong.some((problem) => problem.field === field);
      for (const { field, message } of [
        ...wrong,
        ...transactions.add(row, draft, known).filter((problem) => !isTold(problem)),
      ])
        errors.push({ row, column: headerOf(shape, field), text: message });
      if (errors.length >= MAX_ERRORS_TOLD) return { errors: errors.slice(0, MAX_ERRORS_TOLD) };
    }
  }
  if (at === null) {
    const empty = findColumns([], shape);
    return { errors: 'errors' in empty ? empty.errors : [] };
  }
  return errors.length > 0 ? { errors } : { transactions: transactions.all(type) };
}
