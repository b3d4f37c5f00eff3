import { mayDo } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Share, WaitingSource } from '#server/platform/waiting.ts';
import { countWaiting } from './waiting.sql.ts';

/** One share for the user's own employee, and one for each vault that he keeps, or for all of them. */
function sharesOf({ employeeCode, rights, scope }: Caller): readonly Share[] {
  const own: readonly Share[] = employeeCode === '' ? [] : [{ at: null, by: employeeCode }];
  if (!mayDo(rights, 'VAULTSTOCK', 'edit')) return own;
  return [...own, ...(scope === 'all' ? [{ at: null, by: null }] : scope.map((at) => ({ at, by: null })))];
}

/** Lines that wait to be accepted, and refused ones that wait to be taken back. */
export const notesWaiting: readonly WaitingSource[] = (
  [
    ['accept', 'CNACCEPT'],
    ['return', 'CNRACCEPT'],
  ] as const
).map(([kind, key]) => ({
  kind,
  room: 'notes',
  needs: [
    { key, flag: 'query' },
    { key, flag: 'edit' },
  ],
  sharesOf,
  count: (on, shares) => countWaiting(on, kind, shares),
}));
