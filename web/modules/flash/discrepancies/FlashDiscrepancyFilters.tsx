import { Checkbox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { areReversed } from '#domain/dates.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { flashText } from '#web/texts/flash.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import styles from './FlashDiscrepancies.module.css';
import type { FLASH_DISCREPANCY_FILTERS } from './search.ts';

const text = flashText.discrepancies;

interface FlashDiscrepancyFiltersProps {
  filters: Filters<typeof FLASH_DISCREPANCY_FILTERS>;
  working: boolean;
  /** Lists again with the same filters. */
  onList: () => void;
}

/** Which discrepancies are listed when the user presses List. */
export function FlashDiscrepancyFilters(props: FlashDiscrepancyFiltersProps) {
  const { filters, working, onList } = props;
  const { typed, field, isSame, submit } = useSubmittedFields(filters);
  const isWrong = areReversed(typed.from, typed.to);
  return (
    <div className={styles.filters}>
      <SearchForm
        inline
        label={text.search}
        submit={text.list}
        icon={IconSearch}
        working={working}
        onSubmit={() => {
          if (isWrong) return;
          if (isSame) onList();
          else submit();
        }}
      >
        <div className={styles.branch}>
          <BranchPicker label={text.branch} placeholder={text.anyBranch} preselects {...field('branch')} />
        </div>
        <div className={styles.day}>
          <DateInput label={text.from} {...field('from')} />
        </div>
        <div className={styles.day}>
          <DateInput label={text.to} {...field('to')} error={isWrong ? text.order : undefined} />
        </div>
        <Checkbox className={styles.open ?? ''} label={text.openOnly} {...field('open')} />
      </SearchForm>
    </div>
  );
}
