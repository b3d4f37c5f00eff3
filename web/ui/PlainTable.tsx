import type { ReactNode, Ref } from 'react';
import styles from './PlainTable.module.css';

interface PlainTableProps {
  label: string;
  /** Classes of the screen, which override those of the plain table. */
  className?: string | undefined;
  /** The element that takes the focus and scrolls. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A small table inside a page. It scrolls horizontally if it does not fit, also by keyboard. */
export function PlainTable({ label, className, ref, children }: PlainTableProps) {
  return (
    <div ref={ref} className={styles.box} role="group" aria-label={label} tabIndex={0}>
      <table
        className={className === undefined ? styles.plain : `${styles.plain} ${className}`}
        aria-label={label}
      >
        {children}
      </table>
    </div>
  );
}
