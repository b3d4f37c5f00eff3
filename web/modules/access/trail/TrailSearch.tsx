import { useQuery } from '@tanstack/react-query';
import { trailKinds, trailUsers } from '#contract/access/trail.ts';
import { LiveFilters } from '#web/patterns/list/FilterBar.tsx';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { call } from '#web/wire/call.ts';
import { Picker } from '#web/pickers/Picker.tsx';
import { sourceOf } from '#web/pickers/source.ts';
import { trailText } from '#web/texts/trail.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { TRAIL_FILTERS } from './trailFilters.ts';
import { wordOf } from './words.ts';

const users = sourceOf('trail', trailUsers);
const MAX_ID_CHARS = 100;

const choicesOf = (names: readonly string[], chosen: string) =>
  [...new Set(chosen === '' ? names : [...names, chosen])].map((name) => ({
    value: name,
    label: wordOf(name),
  }));

/** The search fields; all of them must match. */
export function TrailSearch({ filters }: { filters: Filters<typeof TRAIL_FILTERS> }) {
  const { action, record } = filters.values;
  const { data: kinds = { records: [], actions: [] } } = useQuery({
    queryKey: ['trail', 'kinds'],
    queryFn: async ({ signal }) => (await call(trailKinds, {}, { signal })).reply,
  });
  return (
    <LiveFilters filters={filters} label={trailText.search} clear={trailText.clear}>
      {(field) => (
        <>
          <Picker source={users} label={trailText.user} {...field('user')} />
          <SelectField
            label={trailText.action}
            choices={choicesOf(kinds.actions, action)}
            {...field('action')}
          />
          <SelectField
            label={trailText.record}
            choices={choicesOf(kinds.records, record)}
            {...field('record')}
          />
          <TextField label={trailText.recordId} maxLength={MAX_ID_CHARS} {...field('recordid')} />
          <DateInput label={trailText.from} {...field('from')} />
          <DateInput label={trailText.to} {...field('to')} />
        </>
      )}
    </LiveFilters>
  );
}
