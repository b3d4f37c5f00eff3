import type { Transaction } from '../database.ts';
import { sweepRows } from '../retention/sweep.ts';
import { statement } from './statement.ts';

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;

interface DayUseOf<Counter extends string> {
  /** The table has the columns account and day as its key, and the counters, each with a named check as its limit. */
  readonly table: string;
  readonly counters: readonly Counter[];
}

/**
 * Counts what a user adds on a day in India. The counters are incremented by one statement, and a check constraint of the
 * table refuses what is too much. Two additions of a user wait for each other at the row of the day.
 */
export function dayUse<Counter extends string>({ table, counters }: DayUseOf<Counter>) {
  const values = counters.map((_, at) => `$${at + 2}::bigint`);
  const added = counters.map((counter) => `${counter} = u.${counter} + excluded.${counter}`);
  const add = statement(
    `${table}.add`,
    {},
    `insert into ${table} as u (account, day, ${counters.join(', ')}) values ($1, ${TODAY}, ${values.join(', ')})
     on conflict (account, day) do update set ${added.join(', ')}`,
  );
  return {
    /** Counts for today; a counter that is left out stays. */
    add: (tx: Transaction, account: number, amounts: Readonly<Partial<Record<Counter, number>>>) =>
      tx.rows(add, [account, ...counters.map((counter) => amounts[counter] ?? 0)]),
    /** Deletes the counts of days that are over. Only those of today are needed. */
    sweep: sweepRows({ subject: 'day_counts', table, at: 'day' }),
  };
}
