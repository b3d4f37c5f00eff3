import { useState } from 'react';
import { isSameBudgetSearch, lacksOne, type BudgetSearch } from '#web/pickers/budgetSearch.ts';
import { BudgetSearchFields } from '#web/pickers/BudgetSearchFields.tsx';
import { budgetText as text } from '#web/texts/budget.ts';
import { SearchForm, useTypedSearch } from '#web/ui/SearchForm.tsx';

interface BudgetSearchFormProps {
  search: BudgetSearch;
  onSearch: (search: BudgetSearch) => void;
}

/** Which budgets are listed; it counts when List or Enter is pressed. */
export function BudgetSearchForm({ search, onSearch }: BudgetSearchFormProps) {
  const [typed, setTyped] = useTypedSearch(search, isSameBudgetSearch);
  const [isAsked, setAsked] = useState(false);
  return (
    <SearchForm
      label={text.search}
      submit={text.list}
      onSubmit={() => {
        setAsked(true);
        if (!lacksOne(typed)) onSearch(typed);
      }}
    >
      <BudgetSearchFields search={typed} isAsked={isAsked} onChange={setTyped} />
    </SearchForm>
  );
}
