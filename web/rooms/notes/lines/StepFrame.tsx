import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NoteSummary } from '#contract/notes/notes.ts';
import { sayable } from '#web/app/problems.ts';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './Lines.module.css';
import { Summary } from './Summary.tsx';

interface StepAction {
  readonly label: string;
  readonly run: () => void | Promise<unknown>;
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
}

interface StepFrameProps {
  title: string;
  detail: string;
  summary: UseQueryResult<NoteSummary>;
  withProduct: boolean;
  /** Whether the keyboard begins at the summary; otherwise a field below it takes it. */
  beginsAtSummary?: boolean;
  onBack: () => void;
  /** What can be done with the lines; Ctrl+Enter does the primary one. */
  actions: readonly StepAction[];
  children?: ReactNode;
}

/** The step after the selection: the summary, and below it what to do and the way back. */
export function StepFrame(props: StepFrameProps) {
  const { summary, withProduct, beginsAtSummary = false, onBack, actions } = props;
  const isReady = summary.data !== undefined;
  const primary = actions.find(({ isPrimary }) => isPrimary);
  useKeys([
    { keys: 'escape', does: uiText.keys.back, run: onBack },
    ...(primary === undefined || !isReady
      ? []
      : [{ keys: 'ctrl+enter', does: primary.label, run: () => void primary.run() }]),
  ]);
  const said = summary.error === null ? null : sayable(summary.error);
  return (
    <>
      <PageHeader title={props.title} detail={props.detail} />
      {said === null ? (
        <div className={styles.proceed} aria-busy={!isReady}>
          {summary.data === undefined ? null : (
            <Summary sums={summary.data} withProduct={withProduct} takesFocus={beginsAtSummary} />
          )}
          {props.children}
        </div>
      ) : (
        <EmptyState
          title={notesText.summary.failed}
          text={said}
          action={<Button onClick={() => void summary.refetch()}>{uiText.common.retry}</Button>}
        />
      )}
      <div className={`${styles.bar} ${styles.stepBar}`}>
        <Button variant="default" onClick={onBack}>
          {uiText.common.back}
        </Button>
        <div className={styles.steps}>
          {isReady
            ? actions.map(({ label, run, isPrimary = false, isBusy = false }) => (
                <ActionButton
                  key={label}
                  onPress={run}
                  busy={isBusy}
                  {...(isPrimary ? {} : { variant: 'default', color: 'refused' })}
                >
                  {label}
                </ActionButton>
              ))
            : null}
        </div>
      </div>
    </>
  );
}
