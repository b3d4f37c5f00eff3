import type { ReactNode } from 'react';
import type { StaleChange } from './StaleDialog.tsx';

/** One field of a draft in words, to report the changes of another user. */
export interface FieldChange {
  readonly label: string;
  readonly value: string;
  /** How the value is shown, if the value itself is not readable. */
  readonly shown?: ReactNode;
}

/**
 * The changes of another user since a draft was started, and the ones among them that this user has changed as well.
 */
export function theirChanges<Draft>(
  say: (draft: Draft) => readonly FieldChange[],
  base: Draft,
  theirs: Draft,
  mine: Draft,
): StaleChange[] {
  const [before, now, typed] = [say(base), say(theirs), say(mine)];
  const told = (said: FieldChange | undefined) => said?.shown ?? said?.value ?? '';
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
