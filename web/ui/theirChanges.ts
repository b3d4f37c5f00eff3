import type { ReactNode } from 'react';
import type { StaleChange } from './StaleDialog.tsx';

/** One field of a draft in words, for telling what someone changed. */
export interface Said {
  readonly label: string;
  readonly value: string;
  /** How it is told, where the value itself says nothing to a person. */
  readonly shown?: ReactNode;
}

/** What someone else has changed since a draft was begun, and what of it this user has changed as well. */
export function theirChanges<Draft>(
  say: (draft: Draft) => readonly Said[],
  base: Draft,
  theirs: Draft,
  mine: Draft,
): StaleChange[] {
  const [before, now, typed] = [say(base), say(theirs), say(mine)];
  const told = (said: Said | undefined) => said?.shown ?? said?.value ?? '';
  return before.flatMap((was, index) => {
    const [is, own] = [now[index], typed[index]];
    if (was.value === is?.value) return [];
    return [
      {
        label: was.label,
        was: told(was),
        now: told(is),
        mine: own?.value === was.value ? null : told(own),
      },
    ];
  });
}
