import { sortableFields, type AnyRecord } from '#contract/record.ts';
import type { RecordField } from '#contract/record-fields.ts';
import type { WireColumns } from '../database.ts';
import type { Sorts } from '../db/list.ts';

/** What follows from the fields of a record for its table, whose alias is `m`. */

/** The column of a field: `swift_code` for `swiftCode`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The expressions of the fields of a row that are not columns of its table: names of other records, above all. */
export type Reads = Readonly<Record<string, string>>;

function readOf({ name }: AnyRecord, reads: Reads, shown: string): string {
  const expression = reads[shown];
  if (expression === undefined) throw new Error(`the statements of ${name} do not say how ${shown} is read`);
  return expression;
}

/** A number that a record can be without (its blank is null) is 0 in a row. */
const expressionOf = (field: string, { kind, required, blank }: RecordField): string => {
  const column = `m.${columnOf(field)}`;
  if (kind === 'yes-no' || kind === 'active') return `${column}::integer`;
  const isNumber = kind === 'reference' || kind === 'whole';
  return isNumber && required !== true && blank === null ? `coalesce(${column}, 0)` : column;
};

/** The row of a reply. */
export const rowColumns = (record: AnyRecord, reads: Reads): WireColumns =>
  Object.fromEntries(
    [
      ['srno', 'm.srno'] as const,
      ...Object.entries(record.fields).flatMap(([field, kind]) => [
        [field, reads[field] ?? expressionOf(field, kind)] as const,
        ...(kind.shownAs === undefined ? [] : [[kind.shownAs, readOf(record, reads, kind.shownAs)] as const]),
      ]),
    ].map(([field, expression]) => [record.nameOnWire(field), expression]),
  );

/** The orders of the list. It is ordered by the names that it shows of other records, not by their numbers. */
export function sortsOf(record: AnyRecord, reads: Reads): Sorts {
  const { title, fields, nameInOrders } = record;
  const sorts: Record<string, Sorts[string]> = {};
  for (const field of [title, ...sortableFields(fields).filter((name) => name !== title)]) {
    const { kind, shownAs } = fields[field] ?? {};
    sorts[nameInOrders(field)] =
      shownAs === undefined
        ? { column: `m.${columnOf(field)}`, type: kind === 'whole' ? 'integer' : 'text' }
        : { column: readOf(record, reads, shownAs), type: 'text', isJoined: true };
  }
  return { ...sorts, srno: { column: 'm.srno', type: 'integer' } };
}

/** The messages that users see if a value must be unique and another record has it. */
export function uniqueTexts({ fields }: AnyRecord, table: string): Readonly<Record<string, string>> {
  const [, name = table] = table.split('.');
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { unique }]) =>
      unique === undefined ? [] : [[`${name}_${columnOf(field)}_unique`, unique]],
    ),
  );
}
