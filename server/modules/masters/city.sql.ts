import { city } from '#contract/masters/city.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { BY_SRNO, recordStatements } from '#server/platform/record/statements.ts';
import { FIND_COUNTRY } from './country.sql.ts';

const table = 'masters.city';

export const cityStatements = recordStatements(city, {
  table,
  reads: { stateName: 's.name', countryName: 'c.name' },
  joins: 'join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country',
  search: 'm.name',
  parents: { table: 'masters.state', name: 'name', column: 'm.state' },
  options: {
    ...BY_SRNO,
    name: 'm.name',
    search: 'm.name',
    narrow: {
      state: (state) => `m.state = ${state}::text::integer`,
      country: (country) => `m.country = ${country}::text::integer`,
    },
  },
});

const FIND_STATE = `(select s.srno from masters.state s join masters.country c on c.srno = s.country
    where lower(s.name) = lower(g."state") and lower(c.name) = lower(g."country"))`;

export const cityImport = recordImport(city, {
  table,
  finds: { state: FIND_STATE, country: FIND_COUNTRY },
  key: (row) => [`${row}.state`, `lower(${row}.name)`],
});

export const CITY_CONSTRAINTS = {
  city_state_of_country: 'This state is not in the list of this country.',
  city_state_active: 'This state is not active.',
} as const;
