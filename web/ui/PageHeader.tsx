import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** One line under the title. */
  detail?: ReactNode;
  /** Shown beside the title, such as a status. */
  badge?: ReactNode;
  /** Secondary actions, to the left of the primary one. */
  actions?: ReactNode;
  /** The one primary button of the screen, always top right. */
  primary?: ReactNode;
}

/** The head of every screen: its name, and its one primary button top right. */
export function PageHeader({ title, detail, badge, actions, primary }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {badge}
        </div>
        {detail ? <div className={styles.detail}>{detail}</div> : null}
      </div>
      {actions || primary ? (
        <div className={`${styles.actions} no-print`}>
          {actions}
          {primary}
        </div>
      ) : null}
    </header>
  );
}
