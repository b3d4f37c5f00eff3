import { Select, type SelectProps } from '@mantine/core';
import { useState, type Ref } from 'react';
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
export function SelectField(props: SelectFieldProps) {
  const { required, error, choices, clearable = !required, onSearchChange, ...select } = props;
  const [typed, setTyped] = useState('');
  return (
    <Select
      searchable
      // Turned on also when the choices come after the text was typed: Enter then takes the first that fits.
      selectFirstOptionOnChange={typed !== '' && choices.length > 0}
      // A list that is opened by typing would otherwise go back to the chosen entry, which the typed text has filtered out.
      selectFirstOptionOnDropdownOpen={props.openOnFocus === false}
      limit={MAX_CHOICES_SHOWN}
      nothingFoundMessage={uiText.field.nothingFound}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': uiText.field.clear }}
      {...DROP_DOWN}
      {...select}
      onSearchChange={(next) => {
        setTyped(next);
        onSearchChange?.(next);
      }}
      {...marks({ required, error })}
      data={[...choices]}
    />
  );
}
