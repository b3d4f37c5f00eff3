import { Select, type SelectProps } from '@mantine/core';
import type { Ref } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './SelectField.module.css';
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

/** In place rather than in a portal, which would be outside of every landmark and behind a dialog. */
export const DROP_DOWN = {
  withScrollArea: false,
  classNames: { options: styles.options ?? '' },
  comboboxProps: { withinPortal: false, transitionProps: { duration: 0 }, shadow: 'md' },
} as const;

/** One of a list, found by typing. */
export function SelectField({ required, error, choices, clearable = !required, ...props }: SelectFieldProps) {
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      // A list that is opened by typing would otherwise go back to the chosen entry, which the typed text has filtered out.
      selectFirstOptionOnDropdownOpen={props.openOnFocus === false}
      limit={MAX_CHOICES_SHOWN}
      nothingFoundMessage={uiText.field.nothingFound}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': uiText.field.clear }}
      {...DROP_DOWN}
      {...props}
      {...marks({ required, error })}
      data={[...choices]}
    />
  );
}
