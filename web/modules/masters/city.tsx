import { city } from '#contract/masters/city.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { mastersText } from '#web/texts/masters.ts';

/** The country is asked for first, because the states to choose from are those of the country. */
const master = recordMaster({
  record: city,
  texts: mastersText.city,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'picker', picker: CountryPicker, clears: ['state'] },
    { name: 'state', kind: 'picker', picker: StatePicker, within: 'country' },
    { name: 'active', kind: 'active' },
  ],
});

export function CityScreen() {
  return <MasterScreen master={master} />;
}
