import { mastersText } from '#web/texts/masters.ts';
import { peopleText } from '#web/texts/people.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

interface State {
  readonly enabled: boolean;
  readonly active: boolean;
}

export const stateWord = ({ enabled, active }: State): string =>
  !active ? mastersText.inactive : enabled ? mastersText.active : peopleText.user.blocked;

/** Active and enabled is the usual state and has no badge; a state that blocks the user has one. */
export function stateBadge(row: State) {
  const word = stateWord(row);
  if (row.active && row.enabled) return word;
  return <StatusBadge meaning={row.active ? 'refused' : 'waiting'}>{word}</StatusBadge>;
}
