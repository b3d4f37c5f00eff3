import { country } from '#contract/masters/country.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { BY_SRNO, recordStatements } from '#server/platform/record/statements.ts';

const SEARCH = "(m.name || ' ' || m.nationality || ' ' || m.swift_code)";
const table = 'masters.country';

export const countryStatements = recordStatements(country, {
  table,
  search: SEARCH,
  options: { ...BY_SRNO, name: 'm.name', search: SEARCH },
});

export const countryImport = recordImport(country, { table, key: (row) => [`lower(${row}.name)`] });

/** The country that the cell of a sheet names. */
export const FIND_COUNTRY = `(select c.srno from masters.country c where lower(c.name) = lower(g."country"))`;
