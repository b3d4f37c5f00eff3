import { Button } from '@mantine/core';
import { appText } from '#web/texts/app.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { messageOf, SessionEndedError } from './problems.ts';

interface RightsAwaitedProps {
  error: Error | null;
  onRetry: () => void;
}

/** In place of what hangs on rights that are not known: nothing while they are on their way, else why they did not come. */
export function RightsAwaited({ error, onRetry }: RightsAwaitedProps) {
  if (error === null || error instanceof SessionEndedError) return <div aria-busy />;
  return (
    <EmptyState
      title={appText.rightsFailed}
      text={messageOf(error)}
      action={<Button onClick={onRetry}>{uiText.common.retry}</Button>}
    />
  );
}
