import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { requiredDocuments, type Requirement } from '#contract/licences/links.ts';
import { LICENCE_FLOW } from '#domain/licences/licences.ts';
import { licencesText } from '#web/texts/licences.ts';
import { call } from '#web/wire/call.ts';
import styles from './Approval.module.css';

const text = licencesText.view;
const ICONS = { '': IconCircleDashed, P: IconClock, A: IconCircleCheck, R: IconAlertCircle } as const;
const wordOf = (status: Requirement['status']) => (status === '' ? text.missing : LICENCE_FLOW.words[status]);

/** The key of the query of an entity's required documents. */
export const requirementsKey = (entity: string) => ['licences', 'required', entity] as const;

/** Every kind of document with whether it is required of the entity. */
export const useRequirements = (entity: string) =>
  useQuery({
    queryKey: requirementsKey(entity),
    queryFn: async ({ signal }) => (await call(requiredDocuments, { entity: { entity } }, { signal })).reply,
  });

interface RequiredChipsProps {
  rows: readonly Requirement[];
  /** The kind of the document that is shown. */
  shown: number;
}

/** How each required document of an entity stands, in one line. */
export function RequiredChips({ rows, shown }: RequiredChipsProps) {
  return (
    <ul className={styles.required} aria-label={text.required}>
      {rows.map(({ kind, kindName, status }) => {
        const Icon = ICONS[status];
        return (
          <li key={kind} data-status={status} aria-current={kind === shown || undefined}>
            <Icon size={14} aria-hidden />
            {kindName}
            <span className="visually-hidden">, {wordOf(status)}</span>
          </li>
        );
      })}
    </ul>
  );
}
