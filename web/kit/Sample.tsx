import type { ReactNode } from 'react';
import styles from './Sample.module.css';

/** One component in one state, under its name. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.sample} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  );
}

/** Samples side by side. */
export function Samples({ children }: { children: ReactNode }) {
  return <div className={styles.samples}>{children}</div>;
}

/** Small components in a row. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
