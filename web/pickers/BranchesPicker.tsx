import { branches } from './BranchPicker.tsx';
import { ManyPicker, type ManyPickerProps } from './ManyPicker.tsx';

/** Some of the branches that the user may see; the values are their ids. */
export function BranchesPicker(props: ManyPickerProps) {
  return <ManyPicker {...props} source={branches} />;
}
BranchesPicker.source = branches;
