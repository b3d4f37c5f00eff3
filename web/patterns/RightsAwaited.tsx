import { appText } from '#web/texts/app.ts';
import { QueryFailed } from './problem/QueryState.tsx';

interface RightsAwaitedProps {
  error: Error | null;
  onRetry: () => void;
}

/** Shown in place of content that needs rights: empty while they load, otherwise the reason of the failure. */
export function RightsAwaited({ error, onRetry }: RightsAwaitedProps) {
  return (
    <QueryFailed title={appText.rightsFailed} error={error} onRetry={onRetry} waiting={<div aria-busy />} />
  );
}
