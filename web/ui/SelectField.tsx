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

/** Long lists show this many choices at a time; typing finds the others. */
const MAX_CHOICES_SHOWN = 100;

/** Rendered in place because a portal would be outside every landmark and behind a dialog. */
export const DROP_DOWN = {
  withScrollArea: false,
  classNames: { options: styles.options ?? '' },
  comboboxProps: { withinPortal: false, transitionProps: { duration: 0 }, shadow: 'md' },
} as const;

/** A select field that is searched by typing. */
export function SelectField(props: SelectFieldProps) {
  const { required, error, choices, clearable = !required, onSearchChange, ...select } = props;
  const [typed, setTyped] = useState('');
  return (
    <Select
      searchable
      // Also enabled when the choices arrive after the text was typed: Enter then takes the first match.
      selectFirstOptionOnChange={typed !== '' && choices.length > 0}
      // A list opened by typing would otherwise select the chosen entry, which the typed text has filtered out.
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
