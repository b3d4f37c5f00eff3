import { masterHeads } from '#contract/access/users.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const heads = sourceOf('masterhead', masterHeads);

/** An entity that a user can belong to, of the type in `within`; the value is its id. */
export function MasterHeadPicker({ within, ...props }: PickerProps) {
  return (
    <Picker
      {...props}
      source={heads}
      {...(within ? { by: { type: within } } : { notYet: pickersText.entityTypeFirst })}
      entry={({ value, name }) => `${name} (${value})`}
    />
  );
}
MasterHeadPicker.source = heads;
