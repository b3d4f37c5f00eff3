import type { RequestRow } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './Desk.module.css';
import { statusOf } from './state.ts';

interface StatusBadgesProps {
  request: Pick<RequestRow, 'submitted' | 'status'>;
}

/** The status of a request in the specification's word, with a badge if it is a draft. */
export function StatusBadges({ request }: StatusBadgesProps) {
  const { word, meaning, isDraft } = statusOf(request);
  return (
    <span className={styles.badges}>
      <StatusBadge meaning={meaning}>{word}</StatusBadge>
      {isDraft ? <StatusBadge meaning="info">{deskText.draft}</StatusBadge> : null}
    </span>
  );
}
