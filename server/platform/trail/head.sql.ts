import type { Executor } from '../database.ts';
import { statement, type RowOf } from '../db/statement.ts';
import { preciseMoment } from '../moment.ts';

const columns = { seq: 'text', hash: 'text', now: 'text' } as const;

const read = statement(
  'platform.trail.head',
  columns,
  `select seq::text, encode(hash, 'hex') as hash, ${preciseMoment('now()')} as now
   from platform.trail_seal order by seq desc limit 1`,
);

/** The last seal of the chain; undefined before the first. */
export const readHead = (on: Executor): Promise<RowOf<typeof columns> | undefined> => on.maybe(read);
