import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './lines/Lines.module.css';

const focus = (news: HTMLElement | null) => news?.focus();

/** The result of a step. It takes the focus because the focused element is gone. */
export function News({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} className={styles.news}>
      <Notice meaning="done" live>
        {children}
      </Notice>
    </div>
  );
}
