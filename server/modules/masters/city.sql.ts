import type { CityDraft } from '#domain/masters/city.ts';
import { CITY_ROW } from './city.present.ts';
import { BY_SRNO, recordStatements } from '#server/platform/db/record.ts';

export const cityStatements = recordStatements<CityDraft>({
  record: 'city',
  table: 'masters.city',
  columns: { name: 'name', country: 'country', state: 'state', active: 'active' },
  row: CITY_ROW,
  joins: 'join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country',
  sorts: {
    name: { column: 'm.name', type: 'text' },
    state: { column: 's.name', type: 'text', isJoined: true },
    srno: { column: 'm.srno', type: 'integer' },
  },
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

export const CITY_CONSTRAINTS = {
  city_name_unique: 'This city is already in the list of its state.',
  city_state_of_country: 'This state is not in the list of this country.',
  city_state_active: 'This state is not active.',
} as const;
