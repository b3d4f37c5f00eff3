import { purposesForAudit } from '#contract/masters/purpose.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const purposes = sourceOf('purpose', purposesForAudit);

/** The purpose of buying or selling money; the value is the key of the purpose. */
export function PurposePicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={purposes} />;
}
