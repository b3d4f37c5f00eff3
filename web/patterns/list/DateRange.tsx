import { areReversed } from '#domain/dates.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import type { ComponentProps } from 'react';

type FieldProps = Pick<ComponentProps<typeof DateInput>, 'value' | 'onChange'>;

interface DateRangeProps {
  text: { readonly from: string; readonly to: string; readonly order: string };
  field: (name: 'from' | 'to') => FieldProps;
  typed: { readonly from: string; readonly to: string };
}

/** The first and the last day of a list; a range in the wrong order is marked. */
export function DateRange({ text, field, typed }: DateRangeProps) {
  return (
    <>
      <DateInput label={text.from} {...field('from')} />
      <DateInput
        label={text.to}
        {...field('to')}
        error={areReversed(typed.from, typed.to) ? text.order : undefined}
      />
    </>
  );
}
