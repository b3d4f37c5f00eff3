import { Button } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { isNotThere, userMessage } from '#web/wire/problems.ts';

interface OpenFailedProps {
  title: string;
  /** Null while the record loads. */
  error: Error | null;
  onRetry: () => void;
  /** The label of the button that goes back. */
  back: string;
  onBack: () => void;
}

/** Shown in place of a record that failed to load. A record that does not exist has no retry. */
export function OpenFailed({ title, error, onRetry, back, onBack }: OpenFailedProps) {
  const message = userMessage(error);
  if (message === null) return null;
  return (
    <EmptyState
      title={title}
      text={message}
      action={
        isNotThere(error) ? (
          <Button onClick={onBack}>{back}</Button>
        ) : (
          <>
            <Button onClick={onRetry}>{uiText.common.retry}</Button>{' '}
            <Button variant="default" onClick={onBack}>
              {back}
            </Button>
          </>
        )
      }
    />
  );
}
