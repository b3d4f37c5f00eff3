import { useQuery } from '@tanstack/react-query';
import { currency } from '#contract/masters/currency.ts';
import { call } from '#web/wire/call.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { steady } from '#web/ui/steady.ts';
import type { PickerProps } from './Picker.tsx';

/** An upper limit for the number of currencies in the master. */
const MOST_CURRENCIES = 250;
const FRESH_MS = 60_000;

/** By ISO 4217 a currency's code begins with the code of its country. */
export const flagOfCurrency = (code: string): string => code.slice(0, 2);

/**
 * One currency; the value is its code. Unlike other pickers it loads all its entries at once, so that a typed code and
 * Enter never wait for a reply.
 */
export const CurrencyPicker = /* @__PURE__ */ steady(function CurrencyPicker({
  within: _,
  ...props
}: PickerProps) {
  const { data: options = [] } = useQuery({
    queryKey: ['currency', 'options', 'all'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call(currency.options, { page: { limit: MOST_CURRENCIES } }, { signal })).reply,
  });
  const names = new Map(options.map(({ value, name }) => [value, name]));
  const chosen = props.value;
  const known = [
    ...options,
    ...(chosen === null || names.has(chosen) ? [] : [{ value: chosen, name: chosen }]),
  ];
  return (
    <SelectField
      {...props}
      autoComplete="off"
      choices={known.map(({ value, name }) => ({
        value,
        label: value === name ? value : `${value} ${name}`,
      }))}
      renderOption={({ option }) => (
        <CurrencyName
          code={option.value}
          name={names.get(option.value) ?? ''}
          flag={flagOfCurrency(option.value)}
        />
      )}
    />
  );
});
