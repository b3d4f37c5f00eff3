import { group } from '#contract/access/groups.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const groups = sourceOf('rightgroup', group.options);

/** A right group; the value is its number. */
export function RightGroupPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={groups} />;
}
RightGroupPicker.source = groups;

const ASSIGNABLE = { assignable: '1' };

/** A right group that the user may assign to others. */
export function AssignableGroupPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={groups} by={ASSIGNABLE} />;
}
AssignableGroupPicker.source = groups;
