import type { FormHTMLAttributes, HTMLAttributes, ReactNode } from 'react';
import styles from './Panel.module.css';

type PanelProps = { label: string } & (
  | ({ as?: 'section' } & HTMLAttributes<HTMLElement>)
  | ({ as: 'form' } & FormHTMLAttributes<HTMLFormElement>)
);

/** A framed part of a page with its own content or form. */
export function Panel({ label, as: Element = 'section', ...rest }: PanelProps) {
  return <Element className={styles.panel} aria-label={label} {...rest} />;
}

export function PanelTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}
