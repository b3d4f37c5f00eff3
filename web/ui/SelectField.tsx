import { Select, type SelectProps } from '@mantine/core';
import { useRef, useState, type InputEvent, type Ref } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './SelectField.module.css';
import { marks, type FieldProps, type OwnProps } from './Field.tsx';
import { steady } from './steady.ts';
import { useDeletedText } from './useDeletedText.ts';
import { useEnterTakesMatch } from './useEnterTakesMatch.ts';
import { useTypingReplaces } from './useTypingReplaces.ts';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps
  extends
    FieldProps,
    Omit<SelectProps, OwnProps | 'data' | 'value' | 'onChange' | 'onOptionSubmit' | 'allowDeselect'> {
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
  classNames: { options: styles.options ?? '', option: styles.option ?? '' },
  comboboxProps: { withinPortal: false, transitionProps: { duration: 0 }, shadow: 'md' },
} as const;

/** A select field that is searched by typing. Typing replaces the chosen entry. */
export const SelectField = /* @__PURE__ */ steady(function SelectField(props: SelectFieldProps) {
  const {
    required,
    error,
    choices,
    clearable = !required,
    onSearchChange,
    onInput,
    onFocus,
    onBlur,
    onClick,
    onKeyDown,
    onDropdownOpen,
    onDropdownClose,
    ...select
  } = props;
  const [isOpen, setOpen] = useState(false);
  // Mantine opens the list whenever the text changes.
  const staysClosed = useRef(false);
  const { typed, isSearch, ...enter } = useEnterTakesMatch({
    choices,
    value: props.value,
    ...(props.filter === undefined ? {} : { filter: props.filter }),
    onChoose: props.onChange,
  });
  const replaces = useTypingReplaces(typed);

  const deleted = useDeletedText(() => {
    if (props.clearable !== false && props.value !== null) props.onChange(null);
  });

  /** The list of a field whose text is deleted closes, so that Enter takes nothing from it. */
  function noteText(event: InputEvent<HTMLInputElement>): void {
    deleted.onInput(event);
    staysClosed.current = event.currentTarget.value === '';
    if (!staysClosed.current) return;
    setOpen(false);
    onDropdownClose?.();
  }
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
      // Enter on the entry that is already chosen must not clear the field.
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': uiText.field.clear }}
      {...DROP_DOWN}
      {...select}
      onSearchChange={(next) => {
        enter.onType(next);
        onSearchChange?.(next);
      }}
      onOptionSubmit={() => {
        deleted.forget();
        enter.onSubmit();
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => {
        if (staysClosed.current) return;
        setOpen(true);
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpen(false);
        onDropdownClose?.();
      }}
      onKeyDownCapture={(event) => {
        // In an open list Enter takes an entry, and Escape closes the list.
        if (!isOpen) deleted.onKeyCapture(event);
      }}
      onKeyDown={(event) => {
        staysClosed.current = false;
        if (!isOpen) deleted.onKey(event);
        onKeyDown?.(event);
        enter.onKey(event);
      }}
      onInput={(event) => {
        replaces.onInput(event);
        noteText(event);
        onInput?.(event);
      }}
      onFocus={(event) => {
        replaces.onFocus(event);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        deleted.onBlur(event);
        onBlur?.(event);
      }}
      onClick={(event) => {
        // The release of the mouse button has taken the selection of the focus away.
        if (!isSearch) event.currentTarget.select();
        staysClosed.current = false;
        onClick?.(event);
      }}
      {...marks({ required, error })}
      data={[...choices]}
    />
  );
});
