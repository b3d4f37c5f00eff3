import type { StateDraft } from '#domain/masters/state.ts';
import { BY_SRNO, recordStatements } from '#server/platform/db/record.ts';
import { STATE_ROW } from './state.present.ts';

export const stateStatements = recordStatements<StateDraft>({
  record: 'state',
  table: 'masters.state',
  columns: { name: 'name', country: 'country', active: 'active' },
  row: STATE_ROW,
  joins: 'join masters.country c on c.srno = m.country',
  sorts: {
    name: { column: 'm.name', type: 'text' },
    country: { column: 'c.name', type: 'text', isJoined: true },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: 'm.name',
  parents: { table: 'masters.country', name: 'name', column: 'm.country' },
  options: {
    ...BY_SRNO,
    name: 'm.name',
    search: 'm.name',
    narrow: { country: (country) => `m.country = ${country}::text::integer` },
  },
});

export const STATE_CONSTRAINTS = {
  state_name_unique: 'This state is already in the list of its country.',
  state_country_known: 'This country is not in the list.',
  state_country_active: 'This country is not active.',
} as const;
