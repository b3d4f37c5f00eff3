import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NoteSummary } from '#contract/notes/notes.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { userMessage } from '#web/wire/problems.ts';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { bottomBar } from '#web/ui/stickyBars.ts';
import styles from './Lines.module.css';
import { Summary } from './Summary.tsx';

interface StepAction {
  readonly label: string;
  readonly run: () => void | Promise<unknown>;
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
  /** Whether a dialog names the notes before the action takes effect. The action then does not wait for the summary. */
  readonly asksFirst?: boolean;
  /** The reason why the action is not possible. */
  readonly disabledBecause?: string | undefined;
}

interface StepFrameProps {
  title: string;
  detail: string;
  summary: UseQueryResult<NoteSummary>;
  withProduct: boolean;
  /** Whether the summary takes the initial focus; otherwise a field below it does. */
  beginsAtSummary?: boolean;
  onBack: () => void;
  /** The actions on the lines; Ctrl+Enter triggers the primary one. */
  actions: readonly StepAction[];
  children?: ReactNode;
}

/** The step after the selection: the summary, and below it the actions and the way back. */
export function StepFrame(props: StepFrameProps) {
  const { summary, withProduct, beginsAtSummary = false, onBack } = props;
  const isReady = summary.data !== undefined;
  const failure = userMessage(summary.error);
  const actions = props.actions.filter(({ asksFirst }) => isReady || (asksFirst && failure === null));
  const primary = actions.find(({ isPrimary }) => isPrimary);
  useKeys([
    { keys: 'escape', does: uiText.keys.back, run: onBack },
    ...(primary === undefined || primary.disabledBecause !== undefined
      ? []
      : [{ keys: 'ctrl+enter', does: primary.label, run: () => void primary.run() }]),
  ]);
  return (
    <>
      <PageHeader title={props.title} detail={props.detail} />
      {failure === null ? (
        <div className={styles.proceed} aria-busy={!isReady}>
          {summary.data === undefined ? null : (
            <Summary sums={summary.data} withProduct={withProduct} takesFocus={beginsAtSummary} />
          )}
          {props.children}
        </div>
      ) : (
        <QueryFailed title={notesText.summary.failed} error={summary.error} onRetry={summary.refetch} />
      )}
      <div ref={bottomBar} className={`${styles.bar} ${styles.stepBar}`}>
        <Button variant="default" onClick={onBack}>
          {uiText.common.back}
        </Button>
        <div className={styles.steps}>
          {actions.map(({ label, run, isPrimary = false, isBusy = false, disabledBecause }) => (
            <ActionButton
              key={label}
              onPress={run}
              busy={isBusy}
              disabledBecause={disabledBecause}
              {...(isPrimary ? {} : { variant: 'default', color: 'refused' })}
            >
              {label}
            </ActionButton>
          ))}
        </div>
      </div>
    </>
  );
}
