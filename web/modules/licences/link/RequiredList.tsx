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

  const choices = useChoices<Requirement['required']>();

  async function save({ docid, docname }: Requirement, required: Requirement['required']): Promise<void> {
    try {
      await call(saveRequired, { requirement: { entity: id, docid, required } });
      onSaved(text.saved(docname, required === 1));
    } catch (error) {
      onFailure(error);
    }
    await client.invalidateQueries({ queryKey });
  }

  function choose(row: Requirement, isRequired: boolean): void {
    const required = isRequired ? 1 : 0;
    void choices.show(row.docid, required, () => save(row, required));
  }

  return (
    <details className={styles.required}>
      <summary>{text.required}</summary>
      <p className={styles.quiet}>{text.requiredDetail}</p>
      <QueryState query={query} failed={licencesText.view.requiredFailed}>
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((row) => (
              <li key={row.docid}>
                <Checkbox
                  label={row.docname}
                  checked={(choices.choiceOf(row.docid) ?? row.required) === 1}
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
