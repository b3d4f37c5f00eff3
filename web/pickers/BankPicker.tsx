import { bank } from '#contract/masters/bank.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';
import { useChosen } from './useEntries.ts';

const banks = sourceOf('bank', bank.options);

/** A bank; the value is its serial number. */
export function BankPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={banks} />;
}

/** The name of a picked bank. */
export function BankName({ value }: { value: string }) {
  const [chosen] = useChosen(banks, [value]);
  return chosen?.name ?? '';
}
