import { mastersText } from '#web/texts/masters.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

/** Active is the usual state and has no badge; inactive has one. */
export function activeBadge(isActive: boolean) {
  return isActive ? mastersText.active : <StatusBadge meaning="waiting">{mastersText.inactive}</StatusBadge>;
}
