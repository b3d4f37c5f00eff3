import { useId, type ReactNode } from 'react';
import styles from './Home.module.css';

interface SectionProps {
  title: string;
  /** A link to the full screen, to the right of the title. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of the home screen under its heading. */
export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
