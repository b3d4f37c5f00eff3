import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  /** Names the panel for a screen reader. */
  label: string;
  title: ReactNode;
  /** Beside the title, such as the status. */
  badge?: ReactNode;
  /** The place of the record in the list, such as 4 of 13. */
  place?: string;
  previous?: { readonly label: string; readonly onPress: (() => void) | undefined };
  next?: { readonly label: string; readonly onPress: (() => void) | undefined };
  /** Absent if the panel is always open. */
  close?: { readonly label: string; readonly onPress: () => void };
  children: ReactNode;
}

/** What is open beside a list: one record of it, or a form. */
export function SidePanel({ label, title, badge, place, previous, next, close, children }: SidePanelProps) {
  return (
    <section className={styles.panel} aria-label={label}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>{title}</h2>
          {badge}
        </div>
        {place === undefined ? null : <span className={styles.quiet}>{place}</span>}
        {previous === undefined ? null : (
          <Tool {...previous}>
            <IconChevronUp size={16} aria-hidden />
          </Tool>
        )}
        {next === undefined ? null : (
          <Tool {...next}>
            <IconChevronDown size={16} aria-hidden />
          </Tool>
        )}
        {close === undefined ? null : (
          <Tool {...close}>
            <IconX size={16} aria-hidden />
          </Tool>
        )}
      </header>
      {children}
    </section>
  );
}

interface ToolProps {
  label: string;
  onPress: (() => void) | undefined;
  children: ReactNode;
}

function Tool({ label, onPress, children }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={label}
      title={label}
      disabled={onPress === undefined}
      onClick={() => onPress?.()}
    >
      {children}
    </ActionIcon>
  );
}
