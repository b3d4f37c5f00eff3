import { expect, test } from 'vitest';
import { city } from '#contract/masters/city.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { recordMaster } from './recordMaster.ts';

const shared = { record: city, texts: mastersText.city };
const pickers = { state: StatePicker, country: CountryPicker };

test('a field that refers to another record needs its picker', () => {
  expect(() => recordMaster({ ...shared, pickers: { country: CountryPicker } })).toThrow(
    'state of city has no picker',
  );
  expect(recordMaster({ ...shared, pickers }).fields).toHaveLength(4);
});

test('a form by hand has every field of the record, so that none is saved unseen', () => {
  const fields = [{ name: 'name', kind: 'text' }] as const;
  expect(() => recordMaster({ ...shared, pickers, fields })).toThrow(
    'the form of city has no state, country, active',
  );
});
