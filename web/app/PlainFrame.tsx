import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSignOut } from '#web/modules/access/signOut.ts';
import { appText } from '#web/texts/app.ts';
import styles from './PlainFrame.module.css';

/** A screen with only a sign-out button around it. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const signOut = useSignOut();
  return (
    <div className={styles.frame}>
      <header className={`${styles.bar} no-print`}>
        <span className={styles.product}>{appText.product}</span>
        <Button variant="default" onClick={signOut}>
          {appText.franchiseLogout}
        </Button>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={`${styles.footer} no-print`}>{appText.copyright}</footer>
    </div>
  );
}
