import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useScreenRights } from '#web/wire/rights.ts';
import { budgetText } from '#web/texts/budget.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SearchFilters } from '#web/patterns/list/FilterBar.tsx';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { lacksOne, useBudgetFilters } from '../budgetSearch.ts';
import { BudgetSearchFields } from '../BudgetSearchFields.tsx';
import { budgetMaster } from './budgetMaster.ts';
import { CopyYear } from './CopyYear.tsx';

/** The budget master: the search first, then list and form. */
export function BudgetScreen() {
  const { data: may } = useScreenRights('BUDGET');
  const client = useQueryClient();
  const filters = useBudgetFilters();
  const search = filters.values;
  const [isCopying, setCopying] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const master = useMemo(() => budgetMaster(search), [search]);
  const listAgain = () => client.invalidateQueries({ queryKey: [master.id, 'list'] });

  return (
    <MasterScreen
      master={master}
      actions={
        may?.add === true ? (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => setCopying(true)}
          >
            {budgetText.copy.open}
          </Button>
        ) : null
      }
      above={
        <>
          <SearchFilters
            filters={filters}
            label={budgetText.search}
            submit={budgetText.list}
            isValid={(typed) => !lacksOne(typed)}
            onSearch={() => {
              setDone(null);
              void listAgain();
            }}
          >
            {({ typed, change, isAsked }) => (
              <BudgetSearchFields search={typed} isAsked={isAsked} onChange={change} />
            )}
          </SearchFilters>
          {done === null ? null : (
            <Notice meaning="done" live>
              {done}
            </Notice>
          )}
          {isCopying ? (
            <CopyYear
              year={search.year}
              onDone={(message) => {
                setDone(message);
                void listAgain();
              }}
              onClose={() => setCopying(false)}
            />
          ) : null}
        </>
      }
    />
  );
}
