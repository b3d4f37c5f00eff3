import { Button, CloseButton } from '@mantine/core';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { nameOf } from './columns.tsx';
import { useStore } from './stores.ts';
import styles from './Transactions.module.css';
import type { Marks } from './useMarks.ts';

const text = auditWorkText.transactions;

interface RefusalsProps {
  marks: Marks;
  onGoTo: (lineNo: number) => void;
}

/** The marks that the server refused. Their rows are as they were before. */
export function Refusals({ marks, onGoTo }: RefusalsProps) {
  const refusals = useStore(marks.refusals);
  if (refusals.length === 0) return null;
  return (
    <div className={styles.refusals} role="alert">
      <Notice meaning="refused">
        {text.refusedTitle}
        <ul>
          {refusals.map(({ id, row, why }) => (
            <li key={id}>
              {text.refused(nameOf(row), why)}
              <Button variant="default" size="compact-xs" onClick={() => onGoTo(row.lineNo)}>
                {text.goTo}
              </Button>
              <CloseButton
                size="sm"
                aria-label={text.dismiss}
                onClick={() => marks.refusals.set(refusals.filter((each) => each.id !== id))}
              />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
