import { mastersText } from '#web/texts/masters.ts';
import { peopleText } from '#web/texts/people.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

interface State {
  readonly umEnable: 0 | 1;
  readonly umActive: 0 | 1;
}

export const stateWord = ({ umEnable, umActive }: State): string =>
  umActive === 0 ? mastersText.inactive : umEnable === 0 ? peopleText.user.blocked : mastersText.active;

/** Active and enabled is the usual state and has no badge; a state that blocks the user has one. */
export function stateBadge(row: State) {
  const word = stateWord(row);
  if (row.umActive === 1 && row.umEnable === 1) return word;
  return <StatusBadge meaning={row.umActive === 0 ? 'waiting' : 'refused'}>{word}</StatusBadge>;
}
