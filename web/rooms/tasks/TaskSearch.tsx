import { areReversed } from '#domain/dates.ts';
import { tasksText as text } from '#web/texts/tasks.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SearchForm, useTypedSearch } from '#web/ui/SearchForm.tsx';

/** Empty where there is no such end. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days; they count when List or Enter is pressed. */
export function TaskSearch({ days, onSearch }: { days: Days; onSearch: (days: Days) => void }) {
  const [typed, setTyped] = useTypedSearch(days);
  const isWrongWay = areReversed(typed.from, typed.to);
  return (
    <SearchForm
      label={text.search}
      submit={text.list}
      onSubmit={() => {
        if (!isWrongWay) onSearch(typed);
      }}
    >
      <DateInput label={text.from} value={typed.from} onChange={(_, from) => setTyped({ ...typed, from })} />
      <DateInput
        label={text.to}
        value={typed.to}
        onChange={(_, to) => setTyped({ ...typed, to })}
        error={isWrongWay ? text.order : undefined}
      />
    </SearchForm>
  );
}
