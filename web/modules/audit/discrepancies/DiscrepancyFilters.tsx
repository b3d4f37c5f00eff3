import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { listDiscrepancies } from '#contract/audit/discrepancies.ts';
import { auditYears } from '#domain/audit/audit.ts';
import { MONTH_NAMES } from '#domain/audit/codes.ts';
import { areReversed } from '#domain/dates.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import { readFilters } from '#web/patterns/list/filters.ts';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { download } from '#web/wire/download.ts';
import styles from './Discrepancies.module.css';
import { DISCREPANCY_PAGE_FILTERS, wireSearch } from './search.ts';

const text = auditWorkText.discrepancies;
/** The first year that audits can be of, unless the installation is set otherwise. */
const FIRST_YEAR = 2022;

const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));
const monthChoices = MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label }));
const limitChoices = ['10', '20', 'ALL'].map((value) => ({
  value,
  label: value === 'ALL' ? text.noLimit : value,
}));

interface DiscrepancyFiltersProps {
  filters: Filters<typeof DISCREPANCY_PAGE_FILTERS>;
  working: boolean;
  /** Lists again with the same filters. */
  onList: () => void;
}

/** Which discrepancies are listed, or downloaded as a sheet, when the user presses List. */
export function DiscrepancyFilters({ filters, working, onList }: DiscrepancyFiltersProps) {
  const { typed, field, isSame, submit } = useSubmittedFields(filters);
  const [mode, setMode] = useState<'V' | 'D'>('V');
  const [modal, showProblem] = useProblem();
  const box = (name: string | undefined) => ({ className: name ?? '' });
  const isWrong = areReversed(typed.from, typed.to);
  const saving = useSingleRun(async () => {
    const values = readFilters(DISCREPANCY_PAGE_FILTERS, (name) => typed[name]);
    await download(listDiscrepancies, { search: { ...wireSearch(values), mode: 'D' } }).catch(showProblem);
  });
  return (
    <div className={styles.filters}>
      <SearchForm
        inline
        label={text.search}
        submit={text.list}
        icon={IconSearch}
        working={working || saving.working}
        onSubmit={() => {
          if (isWrong && typed.period === 'dates') return;
          if (mode === 'D') saving.run();
          else if (isSame) onList();
          else submit();
        }}
      >
        <div className={styles.branch}>
          <BranchPicker label={text.branch} placeholder={text.anyBranch} preselects {...field('branch')} />
        </div>
        <SelectField
          label={text.period}
          choices={choicesOf(text.periods)}
          {...field('period')}
          {...box(styles.day)}
        />
        {typed.period === 'dates' ? (
          <>
            <div className={styles.day}>
              <DateInput label={text.from} {...field('from')} />
            </div>
            <div className={styles.day}>
              {' '}
              <DateInput label={text.to} {...field('to')} error={isWrong ? text.order : undefined} />
            </div>
          </>
        ) : (
          <>
            <SelectField
              label={text.year}
              placeholder={text.anyTime}
              choices={auditYears(FIRST_YEAR, today()).map((year) => ({
                value: String(year),
                label: String(year),
              }))}
              {...field('year')}
              {...box(styles.short)}
            />
            <SelectField
              label={text.month}
              placeholder={text.anyTime}
              choices={monthChoices}
              {...field('month')}
              {...box(styles.day)}
            />
          </>
        )}
        <SelectField label={text.limit} choices={limitChoices} {...field('limit')} {...box(styles.short)} />
        <SelectField
          label={text.mode}
          choices={choicesOf(text.modes)}
          clearable={false}
          {...box(styles.choice)}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'D' ? 'D' : 'V')}
        />
      </SearchForm>
      {modal}
    </div>
  );
}
