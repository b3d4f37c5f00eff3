import { MultiSelect, type ComboboxItem, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { uiText } from '#web/texts/ui.ts';
import { marks, type FieldProps } from '#web/ui/Field.tsx';
import { DROP_DOWN } from '#web/ui/SelectField.tsx';
import type { Source } from './source.ts';
import { earlyNotice, useChooseFirst, useChosen, useEntries } from './useEntries.ts';

/** The properties of every picker of several values, so that a form can use any of them. */
export interface ManyPickerProps extends FieldProps {
  id?: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  readOnly?: boolean;
}

interface SourceManyPickerProps extends ManyPickerProps {
  source: Source;
  /** The label of an entry; its name by default. */
  labelOf?: (option: Option) => string;
}

const NO_NARROWING = {};

/** Several records of a master, searched on the server. */
export function ManyPicker(props: SourceManyPickerProps) {
  const { source, labelOf = ({ name }) => name, value, onChange, required, error, ...field } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = useChosen(source, value);
  const { found, isSettled, isFailed } = useEntries(source, NO_NARROWING, search, isOpen);
  const { chooseFirst, giveUp, early } = useChooseFirst(source, NO_NARROWING, (added) => {
    if (!value.includes(added)) onChange([...value, added]);
  });
  const options = new Map([...found, ...chosen].map((option) => [option.value, labelOf(option)]));
  const shown = new Set(found.map((option) => option.value));
  const onlyFound: MultiSelectProps['filter'] = (input) =>
    (input.options as ComboboxItem[]).filter((option) => shown.has(option.value));
  return (
    <MultiSelect
      {...field}
      {...marks({ required, error: earlyNotice(early) ?? error })}
      searchable
      hidePickedOptions
      autoComplete="off"
      value={[...value]}
      onChange={onChange}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      filter={onlyFound}
      searchValue={search}
      onSearchChange={setSearch}
      onInput={giveUp}
      onKeyDown={(event) => {
        const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey;
        if (!isPlainEnter || isSettled || search.trim() === '') return;
        // The entries are still on their way; the first match is added when it arrives.
        event.preventDefault();
        setSearch('');
        void chooseFirst(search);
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      selectFirstOptionOnChange={search !== '' && isSettled}
      nothingFoundMessage={
        isFailed ? pickersText.failed : isSettled ? uiText.field.nothingFound : pickersText.searching
      }
      {...DROP_DOWN}
    />
  );
}
