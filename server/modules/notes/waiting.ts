import { mayDo } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Share, WaitingSource } from '#server/platform/waiting.ts';
import { countWaiting } from './waiting.sql.ts';

/** The shares of a user, for each branch in scope or for all branches: their own employee, and the vaults if they keep
 * them. */
function sharesOf({ employeeCode, rights, scope }: Caller): readonly Share[] {
  const whose = [
    ...(employeeCode === '' ? [] : [employeeCode]),
    ...(mayDo(rights, 'VAULTSTOCK', 'edit') ? [null] : []),
  ];
  const places = scope === 'all' ? [null] : scope;
  return whose.flatMap((by) => places.map((at) => ({ at, by })));
}

/** Movements to accept, and rejected movements to take back. */
export const notesWaiting: readonly WaitingSource[] = (
  [
    ['accept', 'CNACCEPT'],
    ['return', 'CNRACCEPT'],
  ] as const
).map(([kind, key]) => ({
  kind,
  module: 'notes',
  needs: [
    { key, flag: 'query' },
    { key, flag: 'edit' },
  ],
  sharesOf,
  count: (on, shares) => countWaiting(on, kind, shares),
}));
