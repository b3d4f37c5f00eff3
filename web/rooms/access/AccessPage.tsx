import type { ReactNode, SubmitEvent } from 'react';
import { appText } from '#web/texts/app.ts';
import styles from './Access.module.css';
import { Guilloche } from './Guilloche.tsx';

interface AccessFormProps {
  title: string;
  intro?: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

/** One of the small forms before the door. */
export function AccessForm({ title, intro, onSubmit, children }: AccessFormProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {intro === undefined ? null : <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
    </form>
  );
}

/** The page before sign-in. */
export function AccessPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Guilloche />
      <main className={styles.card}>
        <div className={styles.product}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          {appText.product}
        </div>
        {children}
      </main>
      <footer className={styles.footer}>{appText.copyright}</footer>
    </div>
  );
}
