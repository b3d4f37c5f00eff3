import { purpose } from '#contract/masters/purpose.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { recordStatements } from '#server/platform/record/statements.ts';

const SEARCH = "(m.value || ' ' || m.name)";
const table = 'masters.purpose';

export const purposeStatements = recordStatements(purpose, {
  table,
  search: SEARCH,
  options: { value: 'm.value', name: 'm.name', search: SEARCH },
});

export const purposeImport = recordImport(purpose, { table, key: (row) => [`lower(${row}.value)`] });
