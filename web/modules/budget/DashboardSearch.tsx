import { IconDownload, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { lacksOne, type BudgetSearch } from './budgetSearch.ts';
import { BudgetSearchFields } from './BudgetSearchFields.tsx';
import { budgetText, dashboardText as text } from '#web/texts/budget.ts';
import { SearchForm, useTypedSearch } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';

type Mode = keyof typeof text.modes;
const modeChoices = (Object.keys(text.modes) as Mode[]).map((value) => ({ value, label: text.modes[value] }));

interface DashboardSearchProps {
  search: BudgetSearch;
  onView: (search: BudgetSearch) => void;
  onDownload: (search: BudgetSearch) => Promise<void>;
}

/** Mode and search; they take effect when the user presses List or Enter. */
export function DashboardSearch({ search, onView, onDownload }: DashboardSearchProps) {
  const [typed, setTyped] = useTypedSearch(search);
  const [mode, setMode] = useState<Mode>('View');
  const [isAsked, setAsked] = useState(false);
  const { working, run } = useSingleRun(async () => {
    if (mode === 'View') onView(typed);
    else await onDownload(typed);
  });
  return (
    <SearchForm
      label={text.search}
      submit={budgetText.list}
      icon={mode === 'View' ? IconList : IconDownload}
      working={working}
      onSubmit={() => {
        setAsked(true);
        if (!lacksOne(typed)) run();
      }}
    >
      <SelectField
        label={text.mode}
        choices={modeChoices}
        value={mode}
        clearable={false}
        onChange={(chosen) => setMode(chosen === 'Download' ? 'Download' : 'View')}
      />
      <BudgetSearchFields search={typed} isAsked={isAsked} onChange={setTyped} />
    </SearchForm>
  );
}
