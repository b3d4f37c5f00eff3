import { country } from '#contract/masters/country.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const countries = sourceOf('country', country.options);

/** A country; the value is its serial number. */
export function CountryPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={countries} />;
}
CountryPicker.source = countries;
