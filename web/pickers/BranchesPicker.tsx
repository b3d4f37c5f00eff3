import { branches } from './BranchPicker.tsx';
import { ManyPicker, type ManyPickerProps } from './ManyPicker.tsx';

/** Several branches in the user's scope; the values are their ids. */
export function BranchesPicker(props: ManyPickerProps) {
  return <ManyPicker {...props} source={branches} />;
}
BranchesPicker.source = branches;
