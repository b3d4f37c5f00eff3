import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { auditDetailQuery } from '../auditQueries.ts';

interface Fill {
  readonly run: () => Promise<void>;
  /** The result of the last run, and the message of a failure. */
  readonly told: ReactNode;
}

/** Has the server compute figures of an audit, and shows the audit that it returns. */
export function useFill(
  srno: number,
  done: string,
  ask: () => Promise<{ readonly detail: AuditDetail }>,
): Fill {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  const [modal, showProblem] = useProblem();
  return {
    run: async () => {
      setDone(false);
      try {
        const { detail } = await ask();
        client.setQueryData(auditDetailQuery(srno).queryKey, detail);
        setDone(true);
      } catch (error) {
        showProblem(error);
      }
    },
    told: (
      <>
        {isDone ? (
          <Notice meaning="done" live>
            {done}
          </Notice>
        ) : null}
        {modal}
      </>
    ),
  };
}
