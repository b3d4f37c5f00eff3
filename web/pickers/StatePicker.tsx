import { state } from '#contract/masters/state.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const states = sourceOf('state', state.options);

/** A state of the country in `within`; the value is its serial number. */
export function StatePicker({ within, ...props }: PickerProps) {
  return (
    <Picker
      {...props}
      source={states}
      by={within ? { country: within } : {}}
      notYet={within === null ? pickersText.countryFirst : undefined}
    />
  );
}
StatePicker.source = states;
