import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import styles from './RecordHeader.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export interface RecordSave {
  readonly onSave: () => void;
  readonly isWorking: boolean;
  /** Why there is nothing to save; undefined while there is. */
  readonly disabledBecause?: string | undefined;
  /** What is not saved, in words, such as "3 rows not saved". */
  readonly unsaved?: string | undefined;
}

export interface RecordHeaderProps {
  back: { readonly label: string; readonly onBack: () => void };
  /** A quiet text at the right of the back link, such as a link to the record before. */
  aside?: ReactNode;
  title: string;
  badge?: ReactNode;
  facts: readonly Fact[];
  /** Secondary actions, to the left of the status. */
  actions?: ReactNode;
  /** A StatusPick; absent for users who cannot change the record. */
  status?: ReactNode;
  /** The one Save of the record; absent for users who cannot change it. */
  save?: RecordSave | undefined;
}

/** The head of one record: the way back, its name and status, its facts, and its one Save. Ctrl+Enter saves, Esc goes back. */
export function RecordHeader(props: RecordHeaderProps) {
  const { back, aside, title, badge, facts, actions, status, save } = props;
  const canSave = save !== undefined && save.disabledBecause === undefined;
  useKeys([
    ...(save === undefined
      ? []
      : [
          {
            keys: 'ctrl+enter',
            does: uiText.keys.save,
            run: () => {
              if (canSave) save.onSave();
            },
          },
        ]),
    { keys: 'escape', does: uiText.keys.back, run: back.onBack },
  ]);
  return (
    <header className={styles.header}>
      <div className={styles.way}>
        <Button
          className={`${styles.back ?? ''} no-print`}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={back.onBack}
        >
          {back.label}
        </Button>
        {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        {badge}
        <div className={`${styles.actions} no-print`} data-docks={canSave || undefined}>
          {save?.unsaved === undefined ? null : (
            <span className={styles.unsaved} role="status">
              {save.unsaved}
            </span>
          )}
          <span className={styles.secondary}>{actions}</span>
          {status}
          {save === undefined ? null : (
            <ActionButton
              onPress={save.onSave}
              busy={save.isWorking}
              disabledBecause={save.disabledBecause}
              rightSection={<Keys keys="ctrl+enter" />}
              classNames={{ section: styles.keys ?? '' }}
            >
              {uiText.record.save}
            </ActionButton>
          )}
        </div>
      </div>
      {facts.length === 0 ? null : (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}
