import type { AnyRecord } from '#contract/record.ts';
import type { FieldKind, RecordField } from '#contract/record-fields.ts';
import * as cells from '../imports/cells.ts';
import { importStatements, type ImportedColumn, type ImportTable } from '../imports/import.sql.ts';
import type { ImportColumn } from '../imports/rows.ts';
import { columnOf } from './columns.ts';

/** What follows from the fields of a record for its import from a sheet. */

function readerOf({ kind, required, ids, words = {}, blank }: RecordField): cells.CellReader {
  switch (kind) {
    case 'yes-no':
      return required === true ? cells.asYesNo : cells.asYesIfSaid;
    case 'active':
      return required === true ? cells.asActive : cells.asActiveUnlessSaid;
    case 'choice':
      return cells.asOneOf(words, String(blank));
    case 'references':
      return cells.asCodes;
    case 'reference':
      return ids === undefined ? cells.asText : cells.asCode;
    case 'code':
      return cells.asCode;
    case 'text':
    case 'whole':
      return cells.asText;
  }
}

/** The columns of the sheet, under the headings of the export. */
export const importColumns = ({ fields }: Pick<AnyRecord, 'fields'>): readonly ImportColumn<unknown>[] =>
  Object.entries(fields).map(([field, kind]) => {
    const header = kind.ids?.header ?? kind.header;
    return {
      field: field as never,
      reads: readerOf(kind),
      example: kind.example,
      ...(header === undefined ? {} : { header }),
      ...(kind.mayLackColumn === true ? { optional: true } : {}),
    };
  });

/** The headings of the export that an import passes over: the names of records that it knows by their ids. */
export const passedOver = ({ fields }: Pick<AnyRecord, 'fields'>): readonly string[] =>
  Object.values(fields).flatMap(({ ids, label }) => (ids === undefined ? [] : [label]));

const TYPES: Readonly<Record<Exclude<FieldKind, 'references'>, ImportedColumn['type']>> = {
  text: 'text',
  code: 'text',
  choice: 'text',
  'yes-no': 'boolean',
  active: 'boolean',
  whole: 'integer',
  reference: 'integer',
};

interface RecordImport<Draft> extends Omit<ImportTable<Draft>, 'record' | 'columns'> {
  /** How the record that a cell names is found, and what a cell means that is not simply stored. */
  readonly finds?: Readonly<Partial<Record<keyof Draft & string, string>>>;
}

/** The statements of a record's import. */
export function recordImport<Draft>(
  { name, fields }: AnyRecord & { readonly blank: Draft },
  { finds, ...table }: RecordImport<Draft>,
) {
  const columns: Record<string, ImportedColumn> = {};
  for (const [field, { kind }] of Object.entries(fields)) {
    if (kind === 'references') continue;
    const find = finds?.[field as keyof Draft & string];
    columns[field] = { column: columnOf(field), type: TYPES[kind], ...(find === undefined ? {} : { find }) };
  }
  return importStatements<Draft>({
    ...table,
    record: name,
    columns: columns as ImportTable<Draft>['columns'],
  });
}
