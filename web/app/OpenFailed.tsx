import { Button } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { isNotThere, messageOf, SessionEndedError } from './problems.ts';

interface OpenFailedProps {
  title: string;
  /** Null while the record is on its way. */
  error: Error | null;
  onRetry: () => void;
  /** The word of the way back. */
  back: string;
  onBack: () => void;
}

/** In the place of a record that did not come; for one that is not there trying again is no use. */
export function OpenFailed({ title, error, onRetry, back, onBack }: OpenFailedProps) {
  if (error === null || error instanceof SessionEndedError) return null;
  return (
    <EmptyState
      title={title}
      text={messageOf(error)}
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
