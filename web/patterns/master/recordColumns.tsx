import { inWords, sortableFields, type AnyRecord } from '#contract/record.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { activeBadge } from './activeBadge.tsx';

const FLAGS = {
  ...uiText.common,
  active: mastersText.active,
  inactive: mastersText.inactive,
};

/** The columns of a record's list. Their ids are the orders of the server. */
export function recordColumns<Row extends { readonly srno: number }>(
  record: AnyRecord,
  cells: Readonly<Record<string, Column<Row>['cell']>>,
): readonly Column<Row>[] {
  const sortable = sortableFields(record.fields);
  const number: Column<Row> = {
    id: 'srno',
    header: mastersText.number,
    value: ({ srno }) => String(srno),
    align: 'end',
    width: 64,
    sortable: true,
  };
  const others = Object.entries(record.fields).flatMap(([field, declared]): Column<Row>[] => {
    if (declared.list === undefined) return [];
    const cell =
      declared.kind === 'active'
        ? (row: Row) => activeBadge((row as Readonly<Record<string, unknown>>)[field] === true)
        : cells[field];
    return [
      {
        id: record.nameInOrders(field),
        header: declared.label,
        value: (row) => inWords(record.fields, field, row, FLAGS),
        ...(cell === undefined ? {} : { cell }),
        width: declared.list,
        ...(sortable.includes(field) ? { sortable: true } : {}),
        ...(field === record.title ? { hideable: false } : {}),
      },
    ];
  });
  return [number, ...others];
}
