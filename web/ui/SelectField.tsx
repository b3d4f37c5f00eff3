import { Select, type SelectProps } from '@mantine/core';
import type { Ref } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { marks, type FieldProps, type OwnProps } from './Field.tsx';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps
  extends FieldProps, Omit<SelectProps, OwnProps | 'data' | 'value' | 'onChange'> {
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Long lists show this many choices at a time; typing finds the rest. */
const MAX_CHOICES_SHOWN = 100;

/** One of a list, found by typing. */
export function SelectField({ required, error, choices, clearable = !required, ...props }: SelectFieldProps) {
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      limit={MAX_CHOICES_SHOWN}
      nothingFoundMessage={uiText.field.nothingFound}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': uiText.field.clear }}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      {...props}
      {...marks({ required, error })}
      data={[...choices]}
    />
  );
}
