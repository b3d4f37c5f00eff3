import { purposesForAudit } from '#contract/masters/purpose.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const purposes = sourceOf('purpose', purposesForAudit);

/** What money is bought or sold for; the value is the purpose's own. */
export function PurposePicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={purposes} />;
}
