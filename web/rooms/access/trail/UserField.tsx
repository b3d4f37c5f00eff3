import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trailUsers } from '#contract/access/trail.ts';
import { call } from '#web/app/call.ts';
import { SelectField } from '#web/ui/SelectField.tsx';

const PAUSE_MS = 200;

interface UserFieldProps {
  label: string;
  /** The user id. */
  value: string | null;
  onChange: (userId: string | null) => void;
}

/** One user, searched for on the server by id or name. */
export function UserField({ label, value, onChange }: UserFieldProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const { data = [] } = useQuery({
    queryKey: ['trail', 'users', q],
    queryFn: async ({ signal }) => (await call(trailUsers, { q: q.split(' · ')[0] ?? '' }, { signal })).reply,
    placeholderData: keepPreviousData,
  });
  const found = data.map((option) => ({ value: option.value, label: option.name }));
  // The chosen one is always among the choices, or it would have no name.
  const choices =
    value === null || found.some((each) => each.value === value)
      ? found
      : [{ value, label: value }, ...found];
  return (
    <SelectField
      label={label}
      choices={choices}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
    />
  );
}
