import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './PrintPage.module.css';

export interface LetterheadProps {
  company: string;
  /** Address, licence and contact, one per line. */
  lines: readonly string[];
  logo?: ReactNode;
  /** The kind of document: "Rate card", "Hand-over slip". */
  title: string;
  /** Number, date, branch: the facts that identify this document. */
  facts?: readonly { label: string; value: string }[];
  /** The heading level, if the letterhead is not the heading of the page itself. */
  level?: 1 | 2 | 3;
}

/** The head of every printed document. */
export function Letterhead({ company, lines, logo, title, facts = [], level = 1 }: LetterheadProps) {
  const Title = `h${level}` as const;
  return (
    <header className={styles.letterhead}>
      <div className={styles.company}>
        {logo}
        <div>
          <p className={styles.company}>{company}</p>
          {lines.map((line) => (
            <p key={line} className={styles.line}>
              {line}
            </p>
          ))}
        </div>
      </div>
      <div className={styles.document}>
        <Title className={styles.title}>{title}</Title>
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}

interface PaperProps {
  letterhead: LetterheadProps;
  children: ReactNode;
  /** The small line at the foot of the document. */
  foot?: ReactNode;
  /** Places to sign, side by side. */
  signatures?: readonly string[];
}

/** A document on A4 below the letterhead of the company. */
export const Paper = ({ letterhead, children, foot, signatures = [] }: PaperProps) => (
  <article className={styles.sheet} tabIndex={0} aria-label={letterhead.title}>
    <Letterhead {...letterhead} />
    <div className={styles.content}>{children}</div>
    {signatures.length > 0 ? (
      <div className={styles.signatures}>
        {signatures.map((who) => (
          <p key={who}>{who}</p>
        ))}
      </div>
    ) : null}
    {foot ? <footer className={styles.foot}>{foot}</footer> : null}
  </article>
);

interface PrintPageProps extends PaperProps {
  /** Buttons beside Print, such as Back. */
  actions?: ReactNode;
}

/** A paper on the screen with its Print button; only the paper is printed. */
export function PrintPage({ actions, ...paper }: PrintPageProps) {
  return (
    <div>
      <div className={`${styles.actions} no-print`}>
        {actions}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {uiText.common.print}
        </Button>
      </div>
      <Paper {...paper} />
    </div>
  );
}
