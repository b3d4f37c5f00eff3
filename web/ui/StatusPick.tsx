import { Select } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import { DROP_DOWN } from './SelectField.tsx';
import styles from './StatusPick.module.css';
import { useEnterTakesMatch } from './useEnterTakesMatch.ts';

interface StatusPickProps<State extends string> {
  label?: string;
  /** The statuses that can be chosen, the present one included. */
  states: readonly State[];
  words: Readonly<Record<State, string>>;
  value: State;
  onChange: (state: State) => void;
  id?: string;
}

/** The status of a record as a select that has its label inside; it takes effect with the Save button beside it. */
export function StatusPick<State extends string>(props: StatusPickProps<State>) {
  const { label = uiText.record.status, states, words, value, onChange, id } = props;
  const choices = states.map((state) => ({ value: state as string, label: words[state] }));
  function choose(chosen: string | null): void {
    const state = states.find((each) => each === chosen);
    if (state !== undefined) onChange(state);
  }
  const enter = useEnterTakesMatch({ choices, value, onChoose: choose });
  return (
    <Select
      {...DROP_DOWN}
      // A select without typing takes Ctrl+Enter, which saves, to open its choices.
      searchable
      selectFirstOptionOnChange
      onFocus={(event) => event.currentTarget.select()}
      {...(id === undefined ? {} : { id })}
      classNames={{ ...DROP_DOWN.classNames, input: styles.input ?? '', section: styles.label ?? '' }}
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={60}
      leftSectionPointerEvents="none"
      allowDeselect={false}
      w={176}
      data={choices}
      value={value}
      onChange={choose}
      onSearchChange={enter.onType}
      onOptionSubmit={enter.onSubmit}
      onKeyDown={enter.onKey}
    />
  );
}
