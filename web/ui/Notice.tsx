import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './Notice.module.css';
import { meaningIcon } from './StatusBadge.tsx';
import type { Meaning } from './theme.ts';

interface NoticeProps {
  meaning: Meaning;
  children: ReactNode;
  /** Announces the notice to a screen reader at once; for notices that appear while the user works. */
  live?: boolean;
}

/** One line of warning or information inside a page. */
export function Notice({ meaning, children, live = false }: NoticeProps) {
  const Icon = meaningIcon[meaning];
  return (
    <div className={styles.notice} data-meaning={meaning} role={live ? 'status' : undefined}>
      <Icon size={16} stroke={2} className={styles.icon} aria-hidden />
      <span className="visually-hidden">{uiText.meaning[meaning]}: </span>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
