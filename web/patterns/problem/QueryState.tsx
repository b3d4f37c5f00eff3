import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { userMessage } from '#web/wire/problems.ts';

interface QueryFailedProps {
  title: string;
  /** Nothing is shown without an error, nor if the session has ended, because the sign-in screen shows that. */
  error: Error | null;
  onRetry?: () => unknown;
  /** Shown instead if there is no message. */
  waiting?: ReactNode;
}

/** Shown in place of data that could not be fetched. */
export function QueryFailed({ title, error, onRetry, waiting = null }: QueryFailedProps) {
  const message = userMessage(error);
  if (message === null) return waiting;
  return (
    <EmptyState
      title={title}
      text={message}
      action={
        onRetry === undefined ? undefined : (
          <Button onClick={() => void onRetry()}>{uiText.common.retry}</Button>
        )
      }
    />
  );
}

/** Shown beside data that could not be fetched. */
export function ProblemNotice({ error }: { error: Error | null }) {
  const message = userMessage(error);
  return message === null ? null : <Notice meaning="refused">{message}</Notice>;
}

interface QueryStateProps<Data> {
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** The title above the reason of a failure. */
  failed: string;
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Shows the fetched data, or the reason of a failure. Data that could not be refetched is not shown as if it were
 * current.
 */
export function QueryState<Data>({
  query,
  failed,
  waiting = <div aria-busy />,
  children,
}: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined && userMessage(error) === null) return children(data);
  return <QueryFailed title={failed} error={error} onRetry={refetch} waiting={waiting} />;
}
