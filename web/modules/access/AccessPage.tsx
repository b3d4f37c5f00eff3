import { Button } from '@mantine/core';
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

/** The layout of the small forms before sign-in. */
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

interface AccessActionsProps {
  submit: string;
  working: boolean;
  /** The link below the button. */
  other: string;
  onOther: () => void;
}

/** The one button of a form before sign-in, and the link to the other form. */
export function AccessActions({ submit, working, other, onOther }: AccessActionsProps) {
  return (
    <div className={styles.actions}>
      <Button type="submit" loading={working} fullWidth>
        {submit}
      </Button>
      <button type="button" className={styles.quiet} onClick={onOther}>
        {other}
      </button>
    </div>
  );
}
