import { mayDo } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Share, WaitingSource } from '#server/platform/waiting.ts';
import { countWaiting } from './waiting.sql.ts';

/** For each branch in reach, or for all of them: the user's own employee, where he is there, and the vault, where the user keeps it. */
function sharesOf({ employeeCode, rights, scope }: Caller): readonly Share[] {
  const whose = [
    ...(employeeCode === '' ? [] : [employeeCode]),
    ...(mayDo(rights, 'VAULTSTOCK', 'edit') ? [null] : []),
  ];
  const places = scope === 'all' ? [null] : scope;
  return whose.flatMap((by) => places.map((at) => ({ at, by })));
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
