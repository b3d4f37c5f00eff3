import { currency } from '#contract/masters/currency.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

export const currencies = sourceOf('currency', currency.options);

/** A currency by flag, code and name; the value is its code. */
export function CurrencyPicker({ within: _, ...props }: PickerProps) {
  return (
    <Picker
      {...props}
      source={currencies}
      labelOf={({ value, name }) => `${value} ${name}`}
      entry={({ value, name, flag = '' }) => <CurrencyName code={value} name={name} flag={flag} />}
    />
  );
}
