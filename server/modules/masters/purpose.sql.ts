import type { PurposeDraft } from '#domain/masters/purpose.ts';
import { recordStatements } from '#server/platform/db/record.ts';
import { PURPOSE_ROW } from './purpose.present.ts';

const SEARCH = "(m.value || ' ' || m.name)";

export const purposeStatements = recordStatements<PurposeDraft>({
  record: 'purpose',
  table: 'masters.purpose',
  columns: { value: 'value', name: 'name', active: 'active' },
  row: PURPOSE_ROW,
  sorts: {
    name: { column: 'm.name', type: 'text' },
    value: { column: 'm.value', type: 'text' },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: SEARCH,
  options: { value: 'm.value', name: 'm.name', search: SEARCH },
});

export const PURPOSE_CONSTRAINTS = {
  purpose_value_unique: 'This value is already taken by another purpose.',
  purpose_name_unique: 'This purpose is already in the list.',
} as const;
