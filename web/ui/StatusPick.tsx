import { Select } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import { DROP_DOWN } from './SelectField.tsx';
import styles from './StatusPick.module.css';

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
  return (
    <Select
      {...DROP_DOWN}
      // A select without typing takes Ctrl+Enter, which saves, to open its choices.
      searchable
      {...(id === undefined ? {} : { id })}
      classNames={{ ...DROP_DOWN.classNames, input: styles.input ?? '', section: styles.label ?? '' }}
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={60}
      leftSectionPointerEvents="none"
      allowDeselect={false}
      w={176}
      data={states.map((state) => ({ value: state, label: words[state] }))}
      value={value}
      onChange={(chosen) => {
        const state = states.find((each) => each === chosen);
        if (state !== undefined) onChange(state);
      }}
    />
  );
}
