import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { listDocuments } from '#contract/library/documents.ts';
import { areReversed } from '#domain/dates.ts';
import { CATEGORY_WORDS } from '#domain/library/codes.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import { readFilters } from '#web/patterns/list/filters.ts';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { libraryText } from '#web/texts/library.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { download } from '#web/wire/download.ts';
import styles from './Library.module.css';
import { LIBRARY_FILTERS, searchOf } from './search.ts';

const text = libraryText.search;
const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const categories = choicesOf({ ALL: text.all, ...CATEGORY_WORDS });
/** Numbers as keys of an object would come first. */
const actives = (['ALL', '1', '0'] as const).map((value) => ({ value, label: text.actives[value] }));
const limits = LIBRARY_FILTERS.limit.values.map((value) => ({
  value,
  label: value === 'ALL' ? text.all : value,
}));

interface LibraryFiltersProps {
  filters: Filters<typeof LIBRARY_FILTERS>;
  mayAdd: boolean;
  working: boolean;
  /** Lists again with the same filters. */
  onList: () => void;
}

/** Which documents are listed, or downloaded as a sheet, when the user presses List. */
export function LibraryFilters({ filters, mayAdd, working, onList }: LibraryFiltersProps) {
  const { typed, field, isSame, submit } = useSubmittedFields(filters);
  const [mode, setMode] = useState<'V' | 'D'>('V');
  const [modal, showProblem] = useProblem();
  const isPeriod = typed.search === 'PERIOD';
  const isWrong = isPeriod && areReversed(typed.from, typed.to);
  const saving = useSingleRun(async () => {
    const values = readFilters(LIBRARY_FILTERS, (name) => typed[name]);
    const page = values.q === '' ? {} : { page: { q: values.q } };
    const search = { ...searchOf(values, mayAdd), mode: 'D' } as const;
    await download(listDocuments, { search, ...page }).catch(showProblem);
  });
  const box = (name: string | undefined) => ({ className: name ?? '' });
  return (
    <>
      <SearchForm
        inline
        label={text.label}
        submit={libraryText.list}
        icon={IconSearch}
        working={working || saving.working}
        onSubmit={() => {
          if (isWrong) return;
          if (mode === 'D') saving.run();
          else if (isSame) onList();
          else submit();
        }}
      >
        <SelectField
          label={text.period}
          choices={choicesOf(text.periods)}
          {...field('search')}
          {...box(styles.short)}
        />
        {isPeriod ? (
          <>
            <div className={styles.day}>
              <DateInput label={text.from} {...field('from')} />
            </div>
            <div className={styles.day}>
              <DateInput label={text.to} {...field('to')} error={isWrong ? text.order : undefined} />
            </div>
          </>
        ) : null}
        <SelectField
          label={text.category}
          choices={categories}
          {...field('category')}
          {...box(styles.choice)}
        />
        {mayAdd ? (
          <SelectField label={text.active} choices={actives} {...field('active')} {...box(styles.short)} />
        ) : null}
        <SelectField label={text.limit} choices={limits} {...field('limit')} {...box(styles.tiny)} />
        <SelectField
          label={text.mode}
          choices={choicesOf(text.modes)}
          clearable={false}
          {...box(styles.short)}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'D' ? 'D' : 'V')}
        />
      </SearchForm>
      {modal}
    </>
  );
}
