import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { requiredDocuments, saveRequired, type Requirement } from '#contract/licences/links.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import type { ShowProblem } from '#web/patterns/problem/useProblem.tsx';
import { useChoices } from '#web/patterns/useChoices.ts';
import { licencesText } from '#web/texts/licences.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { call } from '#web/wire/call.ts';
import { STATUS_MEANING } from '../words.ts';
import styles from './RenewalLink.module.css';

const text = licencesText.link;

interface RequiredListProps {
  id: string;
  onSaved: (words: string) => void;
  onFailure: ShowProblem;
}

/** Which documents are required of one entity, and how each stands. */
export function RequiredList({ id, onSaved, onFailure }: RequiredListProps) {
  const client = useQueryClient();
  const queryKey = ['licences', 'required', id];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(requiredDocuments, { entity: { entity: id } }, { signal })).reply,
  });

  const choices = useChoices<boolean>();

  async function save({ kind, kindName }: Requirement, isRequired: boolean): Promise<void> {
    try {
      await call(saveRequired, { requirement: { entity: id, kind, isRequired } });
      onSaved(text.saved(kindName, isRequired));
    } catch (error) {
      onFailure(error);
    }
    await client.invalidateQueries({ queryKey });
  }

  function choose(row: Requirement, isRequired: boolean): void {
    void choices.show(row.kind, isRequired, () => save(row, isRequired));
  }

  return (
    <details className={styles.required}>
      <summary>{text.required}</summary>
      <p className={styles.quiet}>{text.requiredDetail}</p>
      <QueryState query={query} failed={licencesText.view.requiredFailed}>
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((row) => (
              <li key={row.kind}>
                <Checkbox
                  label={row.kindName}
                  checked={choices.choiceOf(row.kind) ?? row.isRequired}
                  onChange={(event) => choose(row, event.currentTarget.checked)}
                />
                {row.status === '' ? null : (
                  <StatusBadge meaning={STATUS_MEANING[row.status]}>
                    {licencesText.statuses[row.status]}
                  </StatusBadge>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </details>
  );
}
