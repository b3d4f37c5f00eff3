import { IconSearch } from '@tabler/icons-react';
import { MARKS, TRANSACTION_TYPES, TRANSACTION_TYPE_WORDS } from '#domain/audit/codes.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './Transactions.module.css';
import type { TransactionFilters as Filters } from './useTransactionList.ts';

const text = auditWorkText.transactions;

const typeChoices = TRANSACTION_TYPES.map((value) => ({
  value,
  label: `${value} ${TRANSACTION_TYPE_WORDS[value]}`,
}));
const markChoices = [
  { value: 'ALL', label: text.anyStatus },
  ...MARKS.map((value) => ({ value, label: text.markNames[value] })),
];
const limitChoices = ['10', '20', 'ALL'].map((value) => ({
  value,
  label: value === 'ALL' ? text.noLimit : value,
}));

interface TransactionFiltersProps {
  filters: Filters;
  working: boolean;
  /** Lists again with the same filters. */
  onList: () => void;
}

/** Which transactions are listed; they are listed anew when the user presses List. */
export function TransactionFilters({ filters, working, onList }: TransactionFiltersProps) {
  const { field, isSame, submit } = useSubmittedFields(filters);
  const box = (name: string | undefined) => ({ className: name ?? '' });
  return (
    <SearchForm
      label={text.search}
      submit={text.list}
      icon={IconSearch}
      inline
      working={working}
      onSubmit={() => {
        if (isSame) onList();
        else submit();
      }}
    >
      <SelectField
        label={text.type}
        placeholder={text.anyType}
        choices={typeChoices}
        {...field('trantype')}
        {...box(styles.type)}
      />
      <div className={styles.day}>
        <DateInput label={text.from} {...field('tranfrom')} />
      </div>
      <div className={styles.day}>
        <DateInput label={text.to} {...field('tranto')} />
      </div>
      <SelectField label={text.status} choices={markChoices} {...field('tranmark')} {...box(styles.day)} />
      <SelectField label={text.limit} choices={limitChoices} {...field('tranlimit')} {...box(styles.short)} />
    </SearchForm>
  );
}
