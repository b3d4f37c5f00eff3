import { mastersText } from '#web/texts/masters.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

/** Active is the usual state and stays quiet; what is inactive is marked. */
export function activeBadge(isActive: boolean) {
  return isActive ? mastersText.active : <StatusBadge meaning="waiting">{mastersText.inactive}</StatusBadge>;
}
