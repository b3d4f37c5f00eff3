import { useId, type ReactNode } from 'react';
import styles from './Home.module.css';

interface SectionProps {
  title: string;
  /** How many rows it has, to the right of the title. */
  count?: string;
  /** A link to the full screen, to the right of the title. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of the home screen under its heading. */
export function Section({ title, count, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {count === undefined ? null : <span className={styles.headCount}>{count}</span>}
        {more}
      </div>
      {children}
    </section>
  );
}
