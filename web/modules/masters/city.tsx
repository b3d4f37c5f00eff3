import { city as calls, type CityRow } from '#contract/masters/city.ts';
import { CITY_RULES, type CityDraft } from '#domain/masters/city.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const city = masterOf<typeof calls, CityRow, CityDraft>({
  id: 'city',
  right: 'CITY',
  texts: mastersText.city,
  calls,
  columns: [
    numberColumn((row) => row.cty_srno),
    { ...textColumn('name', CITY_RULES.name.label, 200, (row) => row.cty_name), hideable: false },
    textColumn('state', CITY_RULES.state.label, 200, (row) => row.cty_statename),
    {
      id: 'country',
      header: CITY_RULES.country.label,
      value: (row) => row.cty_countryname,
      width: 160,
    },
    activeColumn(CITY_RULES.active.label, (row) => row.cty_active),
  ],
  srnoOf: (row) => row.cty_srno,
  nameOfRow: (row) => row.cty_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'picker', picker: CountryPicker, clears: ['state'] },
    { name: 'state', kind: 'picker', picker: StatePicker, within: 'country' },
    { name: 'active', kind: 'active' },
  ],
  rules: CITY_RULES,
  blank: { name: '', country: null, state: null, active: true },
  draftOf: (row) => ({
    name: row.cty_name,
    country: String(row.cty_country),
    state: String(row.cty_state),
    active: row.cty_active === 1,
  }),
  writtenOf: (draft) => ({
    cty_name: draft.name.trim(),
    cty_country: draft.country,
    cty_state: draft.state,
    cty_active: bitOf(draft.active),
  }),
});

export function CityScreen() {
  return <MasterScreen master={city} />;
}
