import { asText, inWords, type AnyRecord } from '#contract/record.ts';
import type { ExportColumn } from '../xlsx/export.ts';

const FLAGS = { yes: 'Yes', no: 'No', active: 'Active', inactive: 'Inactive' } as const;

/** The columns of a record's export. A reference by id has two: the id, which an import reads, and the name. */
export const sheetColumns = <Row extends object>({
  fields,
}: Pick<AnyRecord, 'fields'>): readonly ExportColumn<Row>[] =>
  Object.entries(fields).flatMap(([field, kind]) => {
    const { label, header = label, sheet, ids } = kind;
    const text = (heading: string, width: number, value: (row: Row) => string) =>
      ({ header: heading, kind: 'text', width, value }) as const;
    return [
      ...(ids === undefined ? [] : [text(ids.header, ids.sheet, (row) => asText(row[field as keyof Row]))]),
      text(header, sheet, (row) => inWords(fields, field, row, FLAGS)),
    ];
  });

/** The name of a record's sheets: `Gateway banks`. */
export const sheetName = ({ plural }: Pick<AnyRecord, 'plural'>): string =>
  plural.slice(0, 1).toUpperCase() + plural.slice(1);
