import { currencies } from './CurrencyPicker.tsx';
import { ManyPicker, type ManyPickerProps } from './ManyPicker.tsx';

/** Some currencies; the values are their codes. */
export function CurrenciesPicker(props: ManyPickerProps) {
  return <ManyPicker {...props} source={currencies} labelOf={({ value, name }) => `${value} ${name}`} />;
}
