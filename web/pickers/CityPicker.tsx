import { city } from '#contract/masters/city.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const cities = sourceOf('city', city.options);

/** A city of the state in `within`; the value is its serial number. */
export function CityPicker({ within, ...props }: PickerProps) {
  return (
    <Picker
      {...props}
      source={cities}
      by={within ? { state: within } : {}}
      notYet={within === null ? pickersText.stateFirst : undefined}
    />
  );
}
CityPicker.source = cities;
