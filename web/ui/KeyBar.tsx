import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Keys } from './KeyCaps.tsx';
import styles from './KeyBar.module.css';
import { useSingleKeys } from './keys.ts';
import { bottomBar } from './stickyBars.ts';

interface KeyBarProps {
  /** The keys that matter most on this screen, in the order in which they are needed. */
  keys: readonly { readonly keys: string; readonly does: string }[];
  /** A short text at the end of the bar. */
  children?: ReactNode;
}

/**
 * The keys of a screen at its foot. It is hidden on touch screens and while single keys are off. It binds nothing: the
 * components that handle the keys do, and the list of keys has all of them, so a screen reader skips the bar.
 */
export function KeyBar({ keys, children }: KeyBarProps) {
  const [isOn] = useSingleKeys();
  if (!isOn) return null;
  return (
    <div ref={bottomBar} className={`${styles.bar} no-print`}>
      <div className={styles.keys} aria-hidden>
        {keys.map(({ keys: stroke, does }) => (
          <span key={stroke} className={styles.key}>
            <Keys keys={stroke} />
            {does}
          </span>
        ))}
      </div>
      {children === undefined ? (
        <span className={styles.key} aria-hidden>
          <Keys keys="?" />
          {uiText.keyBar.all}
        </span>
      ) : (
        <span className={styles.words}>{children}</span>
      )}
    </div>
  );
}
