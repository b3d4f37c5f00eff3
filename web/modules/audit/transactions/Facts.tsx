import { flagsOfTransaction } from '#contract/audit/flags.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { FLAG_WORDS } from '#domain/audit/flags.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './Transactions.module.css';

const text = auditWorkText.panel;

/** What the register knows of the customer; the numbers come with a mask. */
export const personOf = ({
  type,
  nationality,
  pan,
  idNumber,
}: AuditTransaction): readonly (readonly [string, string])[] => [
  [text.nationality, nationality],
  [text.pan, pan === '' && type === 'SP' ? text.noPan : pan],
  [text.id, idNumber],
];

/** The flags of a transaction, for the quick filter. */
export const flagWordsOf = (row: AuditTransaction): string =>
  flagsOfTransaction(row)
    .map((flag) => FLAG_WORDS[flag])
    .join(', ');

/** The flags of a transaction in its row. */
export function Flags({ row }: { row: AuditTransaction }) {
  return (
    <span className={styles.flags}>
      {flagsOfTransaction(row).map((flag) => (
        <StatusBadge key={flag} meaning={flag === 'cash' ? 'waiting' : 'refused'}>
          {FLAG_WORDS[flag]}
        </StatusBadge>
      ))}
    </span>
  );
}

/** The reasons to look, above the figures. */
export function WhyFlagged({ row }: { row: AuditTransaction }) {
  const flags = flagsOfTransaction(row);
  if (flags.length === 0) return null;
  return (
    <Notice meaning="waiting">
      {flags.map((flag) => (
        <span key={flag} className={styles.why}>
          {text.flags[flag]}
        </span>
      ))}
    </Notice>
  );
}
