import { canDeliver } from '#domain/notes/steps.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { QueueRow, QueueSource } from '#server/platform/queue.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';
import { countStops, listStops, type Stop } from './stops.sql.ts';

const STOPS: readonly Stop[] = ['deliver', 'collect'];
const NEEDS: readonly RightNeed[] = [
  { key: 'TRANREQUESTDETAIL', flag: 'query' },
  { key: 'HANDOVER', flag: 'edit' },
];

/** Deliveries and collections that wait for the employee whom the user is. */
export const stopsWaiting: readonly WaitingSource[] = STOPS.map((kind) => ({
  kind,
  module: 'requests',
  otherModule: 'notes',
  needs: NEEDS,
  sharesOf: ({ employeeCode, scope }) =>
    employeeCode === ''
      ? []
      : (scope === 'all' ? [null] : scope).map((at) => ({ at, by: employeeCode.toLowerCase() })),
  count: (on, shares) => countStops(on, kind, shares),
}));

async function readStops(
  on: Executor,
  kind: Stop,
  caller: Caller,
  proof: boolean,
): Promise<readonly QueueRow[]> {
  const found = await listStops(on, kind, caller);
  return found.map(({ row, stop, type, status, delivery_executive, note_lines, holders, employee }) => {
    const onTheRoad = holders as readonly (number | null)[];
    const answer = canDeliver(
      {
        type,
        status,
        handover: 'DEL',
        approved: true,
        withdrawn: false,
        deliveryExecutive: delivery_executive,
        noteLines: note_lines,
        onTheRoad,
      },
      { employee, rights: caller.rights },
    );
    const can = { ok: answer.ok, why: answer.ok ? '' : answer.why };
    const state = !answer.ok && onTheRoad.includes(null) ? 'transit' : '';
    return {
      ...(row as QueueRow),
      state,
      stop: { ...(stop as Omit<NonNullable<QueueRow['stop']>, 'can' | 'proof'>), can, proof },
    };
  });
}

export const stopsQueue = (asksProof: boolean): readonly QueueSource[] =>
  STOPS.map((kind) => ({
    kind,
    needs: NEEDS,
    read: (on, caller) => readStops(on, kind, caller, asksProof),
  }));
