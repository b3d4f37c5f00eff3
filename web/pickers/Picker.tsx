import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { By, Source } from './source.ts';
import { useChosen, useEntries } from './useEntries.ts';

/** What every picker takes, so that a form can hold any of them. */
export interface PickerProps extends FieldProps {
  id?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The value of the parent it is narrowed to; null while none is chosen. */
  within?: string | null | undefined;
  readOnly?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** Whether the list opens when the field is reached; otherwise when one types or presses the arrow down. */
  openOnFocus?: boolean;
}

interface SourcePickerProps extends Omit<PickerProps, 'within'> {
  source: Source;
  by?: By;
  /** Why nothing can be picked yet. */
  notYet?: string | undefined;
  /** How an entry reads in the field and in the list; its name unless said otherwise. */
  labelOf?: (option: Option) => string;
  entry?: (option: Option) => ReactNode;
}

const NO_NARROWING: By = {};
const nameOf = ({ name }: Option) => name;

/** One record of a master, searched for on the server. */
export function Picker(props: SourcePickerProps) {
  const { source, by = NO_NARROWING, notYet, labelOf = nameOf, entry, value, onChange, ...field } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen] = useChosen(source, value === null ? [] : [value]);
  // The field shows the chosen name as its text; that is not something to search for.
  const isTyping = chosen === undefined ? search !== '' : search !== labelOf(chosen);
  const { found, hasMore, isSettled, isFailed } = useEntries(source, by, isTyping ? search : '', isOpen);

  const options = new Map([...found, ...(chosen ? [chosen] : [])].map((option) => [option.value, option]));
  const shown = new Set(found.map((option) => option.value));
  const onlyFound: SelectProps['filter'] = (input) =>
    (input.options as ComboboxItem[]).filter((option) => shown.has(option.value));

  return (
    <SelectField
      {...field}
      {...(notYet === undefined ? {} : { disabled: true, placeholder: notYet })}
      autoComplete="off"
      value={value}
      onChange={(next) => {
        // Choosing the same again is not a wish to have none.
        if (next !== value) onChange(next);
      }}
      allowDeselect={false}
      choices={[...options.values()].map((option) => ({ value: option.value, label: labelOf(option) }))}
      filter={onlyFound}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // Turned on when the answer is there: only then is there a first entry to stand on.
      selectFirstOptionOnChange={isTyping && isSettled}
      nothingFoundMessage={
        isFailed ? pickersText.failed : isSettled ? uiText.field.nothingFound : pickersText.searching
      }
      description={isOpen && isSettled && hasMore ? pickersText.typeMore : field.description}
      {...(entry === undefined
        ? {}
        : {
            renderOption: ({ option }) => {
              const given = options.get(option.value);
              return given === undefined ? option.label : entry(given);
            },
          })}
    />
  );
}
