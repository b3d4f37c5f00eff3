import type pg from 'pg';
import type { Transaction } from '#server/platform/database.ts';
import type { Statement } from '#server/platform/db/statement.ts';

/** Runs the product's statements on the connection of the demo. */
export function executorOn(client: pg.Client): Transaction {
  const rows = async <Row>(statement: Statement<Row>, values: readonly unknown[] = []) =>
    (await client.query<pg.QueryResultRow>(statement.text, [...values])).rows as Row[];
  const maybe: Transaction['maybe'] = async (statement, values) => (await rows(statement, values))[0];
  return {
    trailEntries: 0,
    rows,
    maybe,
    async one(statement, values) {
      const row = await maybe(statement, values);
      if (row === undefined) throw new Error(`${statement.name} found nothing`);
      return row;
    },
  };
}
