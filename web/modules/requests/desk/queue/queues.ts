import type { RequestFilter, RequestRow } from '#contract/requests/desk.ts';
import { sumDecimals } from '#domain/numbers.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { isSale } from '#domain/requests/codes.ts';
import { stateOf, typeOf } from '../state.ts';

/** The queue of each approval step. */
export const QUEUE_OF = { BM: 'APRBM', ZM: 'APRZM', CM: 'APRCM', FM: 'APRFUND' } as const satisfies Record<
  Level,
  RequestFilter
>;

/** The step of a queue that the user may take; null if the list is no such queue. */
export const queueLevel = (status: RequestFilter, levels: readonly Level[]): Level | null =>
  levels.find((level) => QUEUE_OF[level] === status) ?? null;

/** Whether a request waits for a step. */
export const isWaitingFor = (level: Level | null, row: RequestRow): boolean =>
  level !== null && isDue(level, stateOf(row)).ok;

/** The row to work on after this one: the next that waits, otherwise the next row. */
export function nextWaiting(rows: readonly RequestRow[], srno: number, level: Level): RequestRow | undefined {
  const after = rows.slice(rows.findIndex((row) => row.srno === srno) + 1);
  return after.find((row) => isWaitingFor(level, row)) ?? after[0];
}

export interface TotalsByKind {
  /** Null if there is no request of the kind. */
  readonly sales: string | null;
  readonly purchases: string | null;
}

/** Sales and purchases are never added together. Requests without a type belong to neither. */
export function totalsByKind<Row extends Pick<RequestRow, 'type'>>(
  rows: readonly Row[],
  amount: (row: Row) => string,
): TotalsByKind {
  const total = (wanted: boolean) => {
    const amounts = rows.flatMap((row) => {
      const type = typeOf(row);
      return type !== null && isSale(type) === wanted ? [amount(row)] : [];
    });
    return amounts.length === 0 ? null : sumDecimals(amounts);
  };
  return { sales: total(true), purchases: total(false) };
}
