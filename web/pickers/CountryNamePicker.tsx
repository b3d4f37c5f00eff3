import { country } from '#contract/masters/country.ts';
import { call } from '#web/wire/call.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import type { Source } from './source.ts';

const countries: Source = {
  id: 'countryname',
  ask: async ({ value, ...page }, signal) => {
    if (value !== undefined) return { options: [{ value, name: value }], hasMore: false };
    const { reply, next } = await call(country.options, { page }, { signal });
    return { options: reply.map(({ name }) => ({ value: name, name })), hasMore: next !== null };
  },
};

/** A country, for records that store the country's name. */
export function CountryNamePicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={countries} />;
}
