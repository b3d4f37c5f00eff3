import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { steady } from '#web/ui/steady.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import type { By, Source } from './source.ts';
import {
  earlyNotice,
  useChooseFirst,
  useChosen,
  useCountWaiting,
  useEntries,
  useIsChoiceAwaited,
} from './useEntries.ts';

/** The properties of every picker, so that a form can use any of them. */
export interface PickerProps extends FieldProps {
  id?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The value of the parent that limits the entries; null while none is chosen. */
  within?: string | null | undefined;
  readOnly?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** Whether the list opens on focus. Otherwise it opens when the user types or presses the down arrow. */
  openOnFocus?: boolean;
}

interface SourcePickerProps extends Omit<PickerProps, 'within'> {
  source: Source;
  by?: By;
  /** The reason why nothing can be picked yet. */
  notYet?: string | undefined;
  /** The label of an entry in the field and in the list; its name by default. */
  labelOf?: (option: Option) => string;
  entry?: (option: Option) => ReactNode;
}

const NO_NARROWING: By = {};
const nameOf = ({ name }: Option) => name;

/**
 * A field that depends on another one is disabled until that one is chosen. It can be filled while that choice is on its
 * way; its own choice then waits for it.
 */
function useParent(notYet: string | undefined, chooseFirst: (text: string) => unknown) {
  const isParentAwaited = useIsChoiceAwaited();
  const [isFocused, setFocused] = useState(false);
  const [waiting, setWaiting] = useState<string | null>(null);
  const choose = useLatest((text: string) => void chooseFirst(text));
  const isReady = notYet === undefined;
  const isMissing = waiting !== null && !isReady && !isParentAwaited;
  // It counts until it is asked for, so that a save which waits for the other choice waits for this one, too.
  useCountWaiting(waiting !== null && !isMissing);
  useEffect(() => {
    if (!isReady || waiting === null) return;
    queueMicrotask(() => {
      setWaiting(null);
      choose(waiting);
    });
  }, [isReady, waiting, choose]);
  return {
    isUsable: isReady || isParentAwaited || isFocused,
    /** Whether the user has typed and gone on although the other field is empty. */
    isMissing,
    wait: setWaiting,
    forget: () => setWaiting(null),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** One record of a master, searched on the server. */
export const Picker = /* @__PURE__ */ steady(function Picker(props: SourcePickerProps) {
  const { source, by = NO_NARROWING, notYet, labelOf = nameOf, entry, value, onChange, ...field } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen] = useChosen(source, value === null ? [] : [value]);
  // The field shows the chosen name as its text, which is not a search text.
  const isTyping = chosen === undefined ? search !== '' : search !== labelOf(chosen);
  const isAsking = isOpen && notYet === undefined;
  const { found, hasMore, isFailed, ...entries } = useEntries(source, by, isTyping ? search : '', isAsking);
  const isSettled = entries.isSettled && notYet === undefined;
  const { chooseFirst, giveUp, early } = useChooseFirst(source, by, onChange);
  const { isUsable, wait, ...parent } = useParent(notYet, chooseFirst);
  const notice = (parent.isMissing ? notYet : undefined) ?? earlyNotice(early);

  function forget(): void {
    giveUp();
    parent.forget();
  }

  const options = new Map([...found, ...(chosen ? [chosen] : [])].map((option) => [option.value, option]));
  const shown = new Set(found.map((option) => option.value));
  const onlyFound: SelectProps['filter'] = (input) =>
    (input.options as ComboboxItem[]).filter((option) => shown.has(option.value));

  return (
    <SelectField
      {...field}
      {...(notYet === undefined
        ? {}
        : { disabled: field.disabled === true || !isUsable, placeholder: notYet })}
      {...(notice === undefined ? {} : { error: notice, errorProps: { role: 'alert' } })}
      autoComplete="off"
      value={value}
      onChange={(next) => {
        // Choosing the same entry again must not clear the field.
        forget();
        if (next !== value) onChange(next);
      }}
      choices={[...options.values()].map((option) => ({ value: option.value, label: labelOf(option) }))}
      filter={onlyFound}
      searchValue={search}
      onSearchChange={setSearch}
      onInput={forget}
      onFocus={parent.onFocus}
      onBlur={parent.onBlur}
      onKeyDown={(event) => {
        const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey;
        if (!isPlainEnter || !isTyping || isSettled || search.trim() === '') return;
        // The entries are still on their way. The field counts as chosen, so that Enter goes on at once.
        event.preventDefault();
        if (notYet === undefined) void chooseFirst(search);
        else wait(search);
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // Enabled when the reply has arrived, because only then is there a first entry to select.
      selectFirstOptionOnChange={isTyping && isSettled}
      nothingFoundMessage={
        notYet ??
        (isFailed ? pickersText.failed : isSettled ? uiText.field.nothingFound : pickersText.searching)
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
});
