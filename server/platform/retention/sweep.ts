import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';

/** What one batch of a sweep has removed, with the moments of the oldest and the newest of it. */
export interface Swept {
  readonly removed: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
}

/** Removes what is older than its rule allows, at most `limit` things at a time. */
export interface Sweep {
  /** The subject of platform.retention whose rule is in force. */
  readonly subject: string;
  readonly sweep: (tx: Transaction, days: number, limit: number) => Promise<Swept>;
}

/** The columns that the statement of a sweep returns. */
export const SWEPT = { removed: 'int4', oldest: 'timestamptz?', newest: 'timestamptz?' } as const;
/** Counts the rows of `gone`, which has the moment of each in the column `at`. */
export const COUNT_GONE = `select count(*)::integer as removed, min(at) as oldest, max(at) as newest from gone`;
/** The moment before which things go, from the days of the rule. */
export const CUT = 'now() - make_interval(days => $1::integer)';

interface OldRows {
  readonly subject: string;
  readonly table: string;
  /** The column by which the age counts. It has an index. */
  readonly at: string;
  /** A condition on a row `t` that stays although it is old, such as a hold. */
  readonly unless?: string;
}

/** A sweep that deletes the rows of a table by their age, the oldest first. */
export function sweepRows({ subject, table, at, unless = 'false' }: OldRows): Sweep {
  const remove = statement(
    `${table}.sweep`,
    SWEPT,
    `with gone as (
       delete from ${table} where ctid = any (array(
         select t.ctid from ${table} t where t.${at} < ${CUT} and not (${unless}) order by t.${at} limit $2::integer))
       returning ${at}::timestamptz as at
     )
     ${COUNT_GONE}`,
  );
  return { subject, sweep: (tx, days, limit) => tx.one(remove, [days, limit]) };
}
