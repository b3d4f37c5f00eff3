import { state } from '#contract/masters/state.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { BY_SRNO, recordStatements } from '#server/platform/record/statements.ts';
import { FIND_COUNTRY } from './country.sql.ts';

const table = 'masters.state';

export const stateStatements = recordStatements(state, {
  table,
  reads: { countryName: 'c.name' },
  joins: 'join masters.country c on c.srno = m.country',
  search: 'm.name',
  parents: { table: 'masters.country', name: 'name', column: 'm.country' },
  options: {
    ...BY_SRNO,
    name: 'm.name',
    search: 'm.name',
    narrow: { country: (country) => `m.country = ${country}::text::integer` },
  },
});

export const stateImport = recordImport(state, {
  table,
  finds: { country: FIND_COUNTRY },
  key: (row) => [`${row}.country`, `lower(${row}.name)`],
});

export const STATE_CONSTRAINTS = {
  state_country_known: 'This country is not in the list.',
  state_country_active: 'This country is not active.',
} as const;
