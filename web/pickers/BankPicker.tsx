import { bank } from '#contract/masters/bank.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const banks = sourceOf('bank', bank.options);

/** A bank; the value is its serial number. */
export function BankPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={banks} />;
}
