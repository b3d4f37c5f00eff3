import { currency } from '#contract/masters/currency.ts';
import { ManyPicker, type ManyPickerProps } from './ManyPicker.tsx';
import { sourceOf } from './source.ts';

const currencies = sourceOf('currency', currency.options);

/** Several currencies; the values are their codes. */
export function CurrenciesPicker(props: ManyPickerProps) {
  return <ManyPicker {...props} source={currencies} labelOf={({ value, name }) => `${value} ${name}`} />;
}
CurrenciesPicker.source = currencies;
