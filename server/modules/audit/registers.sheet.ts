import { PARTY_TYPE_WORDS, type Format, type PartyType, type RegisterType } from '#domain/audit/codes.ts';
import { REGISTER_RULES, type RegisterField } from '#domain/audit/register-rows.ts';
import { shortDecimal } from '#domain/numbers.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import type { Sending } from '#server/platform/dispatch/handler.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import type { SheetColumn, SheetOptions } from '#server/platform/xlsx/write.ts';

/** A register as a sheet: one row for each line of a transaction. What is written here can be uploaded again. */

const SHAPES: Readonly<Record<RegisterField, Omit<SheetColumn, 'header'>>> = {
  date: { kind: 'date', width: 12 },
  number: { kind: 'text', width: 12 },
  name: { kind: 'text', width: 30 },
  nationality: { kind: 'text', width: 16 },
  id: { kind: 'text', width: 20 },
  pan: { kind: 'text', width: 14 },
  purpose: { kind: 'text', width: 12 },
  partyType: { kind: 'text', width: 18 },
  product: { kind: 'text', width: 10 },
  currency: { kind: 'text', width: 10 },
  quantity: { kind: 'number', width: 14 },
  rate: { kind: 'number', width: 14 },
  amount: { kind: 'money', width: 16 },
  payment: { kind: 'text', width: 16 },
};
const FIELDS = Object.keys(REGISTER_RULES) as RegisterField[];
const COLUMNS: readonly SheetColumn[] = FIELDS.map((field) => ({
  header: REGISTER_RULES[field].label,
  ...SHAPES[field],
}));

export interface RegisterLine {
  readonly product: string;
  readonly isd: string;
  readonly quantity: string;
  readonly rate: string;
  readonly amount: string;
}

/** A transaction of a register, as it is stored. */
export interface RegisterTransaction {
  readonly type: RegisterType;
  readonly tran_no: string;
  readonly tran_date: string;
  readonly traveller: string;
  readonly party: string;
  readonly nationality: string;
  readonly id_number: string;
  readonly pan: string;
  readonly purpose: string;
  readonly party_type: string;
  readonly paid_by: string;
  readonly lines: readonly RegisterLine[];
}

/** The public is named by the traveller, a dealer by the firm. */
export const isWithPublic = (type: RegisterType): boolean => type === 'PP' || type === 'SP';
const nameOf = ({ type, traveller, party }: RegisterTransaction): string =>
  isWithPublic(type) ? traveller || party : party || traveller;

/** The rows of one transaction. */
export const registerRows = (transaction: RegisterTransaction): readonly (readonly unknown[])[] =>
  transaction.lines.map((line) => {
    const values: Readonly<Record<RegisterField, string>> = {
      date: transaction.tran_date,
      number: transaction.tran_no,
      name: nameOf(transaction),
      nationality: transaction.nationality,
      id: transaction.id_number,
      pan: transaction.pan,
      purpose: transaction.purpose,
      partyType: PARTY_TYPE_WORDS[transaction.party_type as PartyType] ?? '',
      product: PRODUCTS[line.product as keyof typeof PRODUCTS] ?? line.product,
      currency: line.isd,
      quantity: shortDecimal(line.quantity),
      rate: shortDecimal(line.rate),
      amount: shortDecimal(line.amount),
      payment: transaction.paid_by,
    };
    return FIELDS.map((field) => values[field]);
  });

/** A register as a file. */
export const registerFile = (fileName: string, format: Format, rows: SheetOptions['rows']): Sending =>
  exportRows({ fileName, sheet: format, columns: COLUMNS, rows });
