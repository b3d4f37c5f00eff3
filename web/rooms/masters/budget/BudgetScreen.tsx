import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useScreenRights } from '#web/app/rights.ts';
import { budgetText } from '#web/texts/budget.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { MasterScreen } from '../MasterScreen.tsx';
import { budgetMaster } from './budgetMaster.ts';
import { BudgetSearchForm } from './BudgetSearchForm.tsx';
import { CopyYear } from './CopyYear.tsx';
import { useBudgetAddress } from './useBudgetAddress.ts';

/** The budget master: which budgets first, then list and form. */
export function BudgetScreen() {
  const { data: may } = useScreenRights('BUDGET');
  const client = useQueryClient();
  const { search, setSearch } = useBudgetAddress();
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
          <BudgetSearchForm
            search={search}
            onSearch={(next) => {
              setDone(null);
              setSearch(next);
              void listAgain();
            }}
          />
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
