import { state as calls, type StateRow } from '#contract/masters/state.ts';
import { STATE_RULES, type StateDraft } from '#domain/masters/state.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const state = masterOf<typeof calls, StateRow, StateDraft>({
  id: 'state',
  right: 'STATE',
  texts: mastersText.state,
  calls,
  columns: [
    numberColumn((row) => row.sta_srno),
    { ...textColumn('name', STATE_RULES.name.label, 220, (row) => row.sta_name), hideable: false },
    textColumn('country', STATE_RULES.country.label, 200, (row) => row.sta_countryname),
    activeColumn(STATE_RULES.active.label, (row) => row.sta_active),
  ],
  srnoOf: (row) => row.sta_srno,
  nameOfRow: (row) => row.sta_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'picker', picker: CountryPicker },
    { name: 'active', kind: 'active' },
  ],
  rules: STATE_RULES,
  blank: { name: '', country: null, active: true },
  draftOf: (row) => ({
    name: row.sta_name,
    country: String(row.sta_country),
    active: row.sta_active === 1,
  }),
  writtenOf: (draft) => ({
    sta_name: draft.name.trim(),
    sta_country: draft.country,
    sta_active: bitOf(draft.active),
  }),
});

export function StateScreen() {
  return <MasterScreen master={state} />;
}
