import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { useLiveFields, useSubmittedFields, type FieldOf } from './filterFields.ts';
import type { FilterKinds } from './filters.ts';
import styles from './FilterBar.module.css';
import type { Filters } from './useFilters.ts';

interface LiveFiltersProps<Kinds extends FilterKinds> {
  filters: Filters<Kinds>;
  label: string;
  /** The label of the button that clears every filter; without it there is no button. */
  clear?: string;
  className?: string | undefined;
  children: (field: FieldOf<Kinds>) => ReactNode;
}

/** Filters above a list; each one takes effect at once. */
export function LiveFilters<Kinds extends FilterKinds>(props: LiveFiltersProps<Kinds>) {
  const { filters, label, clear, className = styles.filters, children } = props;
  const field = useLiveFields(filters);
  return (
    <search aria-label={label} className={`${className ?? ''} no-print`}>
      {children(field)}
      {clear === undefined || filters.isInitial ? null : (
        <Button variant="default" className={styles.clear ?? ''} onClick={filters.reset}>
          {clear}
        </Button>
      )}
    </search>
  );
}

type SubmittedFields<Kinds extends FilterKinds> = ReturnType<typeof useSubmittedFields<Kinds>>;

interface SearchFiltersProps<Kinds extends FilterKinds> {
  filters: Filters<Kinds>;
  label: string;
  submit: string;
  icon?: Icon;
  /** Whether the typed filters are complete enough for a search. */
  isValid?: (typed: SubmittedFields<Kinds>['typed']) => boolean;
  /** Called when the user searches; if the search is the same as before, the list must be fetched again. */
  onSearch: (isSame: boolean) => void;
  /** `isAsked` is true after the first attempt to search; from then on missing fields are marked. */
  children: (fields: SubmittedFields<Kinds> & { readonly isAsked: boolean }) => ReactNode;
}

/** Filters above a list; they take effect when the user presses the button or Enter. */
export function SearchFilters<Kinds extends FilterKinds>(props: SearchFiltersProps<Kinds>) {
  const { filters, label, submit, icon, isValid, onSearch, children } = props;
  const fields = useSubmittedFields(filters);
  const [isAsked, setAsked] = useState(false);
  return (
    <SearchForm
      label={label}
      submit={submit}
      {...(icon === undefined ? {} : { icon })}
      onSubmit={() => {
        setAsked(true);
        if (isValid?.(fields.typed) === false) return;
        onSearch(fields.isSame);
        if (!fields.isSame) fields.submit();
      }}
    >
      {children({ ...fields, isAsked })}
    </SearchForm>
  );
}
