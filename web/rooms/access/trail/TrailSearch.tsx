import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trailKinds, trailUsers } from '#contract/access/trail.ts';
import type { IsoDate } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { Picker } from '#web/pickers/Picker.tsx';
import { sourceOf } from '#web/pickers/source.ts';
import { trailText } from '#web/texts/trail.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './Trail.module.css';
import type { useTrailAddress } from './useTrailAddress.ts';
import { wordOf } from './words.ts';

const users = sourceOf('trail', trailUsers);
const PAUSE_MS = 300;
const MAX_ID_CHARS = 100;

const choicesOf = (names: readonly string[], chosen: string | undefined) =>
  [...new Set(chosen === undefined ? names : [...names, chosen])].map((name) => ({
    value: name,
    label: wordOf(name),
  }));

/** What to look for: each field narrows what the others leave. */
export function TrailSearch({ address }: { address: ReturnType<typeof useTrailAddress> }) {
  const { filter, setFilter, clear } = address;
  const { data: kinds = { records: [], actions: [] } } = useQuery({
    queryKey: ['trail', 'kinds'],
    queryFn: async ({ signal }) => (await call(trailKinds, {}, { signal })).reply,
  });
  /** The list stays as it is while a date cannot be read. */
  const setDay = (name: 'from' | 'to') => (day: IsoDate | null, written: string) => {
    if (day !== null || written === '') setFilter(name, day);
  };
  return (
    <search aria-label={trailText.search} className={`${styles.search} no-print`}>
      <Picker
        source={users}
        label={trailText.user}
        value={filter.user ?? null}
        onChange={(userId) => setFilter('user', userId)}
      />
      <SelectField
        label={trailText.action}
        choices={choicesOf(kinds.actions, filter.action)}
        value={filter.action ?? null}
        onChange={(action) => setFilter('action', action)}
      />
      <SelectField
        label={trailText.record}
        choices={choicesOf(kinds.records, filter.record)}
        value={filter.record ?? null}
        onChange={(record) => setFilter('record', record)}
      />
      <IdField value={filter.recordid ?? ''} onChange={(id) => setFilter('recordid', id)} />
      <DateInput label={trailText.from} value={filter.from ?? ''} onChange={setDay('from')} />
      <DateInput label={trailText.to} value={filter.to ?? ''} onChange={setDay('to')} />
      {Object.keys(filter).length === 0 ? null : (
        <Button variant="default" className={styles.clear ?? ''} onClick={clear}>
          {trailText.clear}
        </Button>
      )}
    </search>
  );
}

/** Typed at once, searched for when the typing pauses. */
function IdField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const tell = useDebouncedCallback(onChange, PAUSE_MS);
  // The address changed, and not by what is typed here.
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <TextField
      label={trailText.recordId}
      autoComplete="off"
      maxLength={MAX_ID_CHARS}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}
