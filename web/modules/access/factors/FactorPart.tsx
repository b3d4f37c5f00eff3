import type { ReactNode } from 'react';
import { factorsText } from '#web/texts/factors.ts';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './Factors.module.css';

interface FactorPartProps {
  title: string;
  text: string;
  /** Whether the factor is set up; a part that is no factor has no badge. */
  isSetUp?: boolean;
  children: ReactNode;
}

/** One kind of factor: what it is, whether it is set up, and what can be done with it. */
export function FactorPart({ title, text, isSetUp, children }: FactorPartProps) {
  return (
    <Panel label={title}>
      <div className={styles.head}>
        <PanelTitle>{title}</PanelTitle>
        {isSetUp === undefined ? null : (
          <StatusBadge meaning={isSetUp ? 'done' : 'info'}>
            {isSetUp ? factorsText.setUp : factorsText.notSetUp}
          </StatusBadge>
        )}
      </div>
      <p className={styles.text}>{text}</p>
      {children}
    </Panel>
  );
}
