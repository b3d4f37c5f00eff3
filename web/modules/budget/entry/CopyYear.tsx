import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { budget } from '#contract/budget/budget.ts';
import { financialYearName, otherFinancialYear } from '#domain/budget/budget.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { budgetText } from '#web/texts/budget.ts';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import { isReadable } from '#web/ui/readable.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import styles from './Budget.module.css';

const text = budgetText.copy;

interface CopyYearProps {
  year: string;
  /** Called with the result message. */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Copies last year's budgets to the shown year, changed by a percentage. */
export function CopyYear({ year, onDone, onClose }: CopyYearProps) {
  const [percent, setPercent] = useState('');
  const [submission] = useState(makeSubmission);
  const [modal, showProblem] = useProblem();
  const [from, to] = [financialYearName(otherFinancialYear(year, -1)), financialYearName(year)];
  const { working, run } = useSingleRun(async () => {
    try {
      const copy = { finYear: year, percent };
      const { reply } = await call(budget.copyYear, { copy }, { idempotencyKey: submission.keyFor(copy) });
      onDone(reply.msg);
      onClose();
    } catch (error) {
      showProblem(error);
    }
  });
  return (
    <Dialog opened onClose={onClose} title={text.title(to)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReadable(event.currentTarget)) run();
        }}
      >
        <p>{text.text(from, to)}</p>
        <div className={styles.percent}>
          <MoneyInput
            label={text.percent}
            description={text.percentHelp}
            negative
            value={percent}
            onChange={setPercent}
          />
        </div>
        <Group justify="flex-end" gap={8} mt={16}>
          <Button variant="default" onClick={onClose} disabled={working}>
            {uiText.common.cancel}
          </Button>
          <Button type="submit" loading={working}>
            {text.confirm}
          </Button>
        </Group>
      </form>
      {modal}
    </Dialog>
  );
}
