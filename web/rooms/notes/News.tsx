import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './lines/Lines.module.css';

const focus = (news: HTMLElement | null) => news?.focus();

/** What was done; the keyboard goes on from here, since what it stood on is gone. */
export function News({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} className={styles.news}>
      <Notice meaning="done" live>
        {children}
      </Notice>
    </div>
  );
}
