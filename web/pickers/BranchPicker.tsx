import { allowedBranches } from '#contract/access/session.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

export const branches = sourceOf('branch', allowedBranches);

/** A branch that the user may see; the value is its id. */
export function BranchPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={branches} />;
}
BranchPicker.source = branches;
