import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe as group, expect, it } from 'vitest';
import './app.ts';
import { declaredStatements } from './platform/db/statement.ts';
import { describe } from '#tools/testing/describe.ts';
import { relationsOf } from '#tools/testing/relations.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

const { mayEnter } = createRequire(import.meta.url)('../rooms.cjs') as { mayEnter: Record<string, string[]> };

const OIDS: Record<string, number> = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int4: 23,
  text: 25,
  json: 114,
  'int4[]': 1007,
  'text[]': 1009,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
};

const statements = declaredStatements();
let database: TestDatabase;
let nullable: Set<string>;
let views: Set<string>;

beforeAll(async () => {
  database = await cloneDatabase();
  const columns = await database.admin.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnum > 0 and not attnotnull`,
  );
  nullable = new Set(columns.rows.map(({ key }) => key));
  const found = await database.admin.query<{ name: string }>(
    `select schemaname || '.' || viewname as name from pg_views where schemaname !~ '^pg_'`,
  );
  views = new Set(found.rows.map(({ name }) => name));
});
afterAll(() => database.drop());

it('there are statements to check', () => {
  expect(statements.length).toBeGreaterThan(40);
});

group('every statement is prepared by PostgreSQL and has the columns it declares', () => {
  it.each(statements.map((statement) => [statement.name, statement] as const))('%s', async (_, statement) => {
    const { columns } = await describe(database.admin, statement.text);
    const declared = Object.entries(statement.columns);
    expect(columns.map(({ name }) => name)).toEqual(declared.map(([name]) => name));
    for (const [index, [name, type]] of declared.entries()) {
      const column = columns[index];
      expect(column?.type, `${name} is declared as ${type}`).toBe(OIDS[type.replace('?', '')]);
      // A column taken straight from a table tells whether it can be null; views and expressions do not.
      const isNullable =
        column !== undefined && column.table !== 0 && nullable.has(`${column.table}.${column.column}`);
      const isViewColumn = isNullable && (await isView(column.table));
      if (isNullable && !isViewColumn) expect(type, `${name} can be null`).toMatch(/\?$/);
    }
  });
});

async function isView(oid: number): Promise<boolean> {
  const found = await database.admin.query<{ relkind: string }>(
    'select relkind from pg_class where oid = $1',
    [oid],
  );
  return found.rows[0]?.relkind === 'v';
}

group('a room reads the tables of another only through its views, and never writes them', () => {
  it.each(statements.map((statement) => [statement.name, statement] as const))(
    '%s',
    async (name, { text }) => {
      const room = name.split('.')[0] ?? '';
      const { read, written } = await relationsOf(text);
      for (const relation of written)
        expect([room, 'platform'], `${name} writes ${relation}`).toContain(relation.split('.')[0]);
      for (const relation of read) {
        const schema = relation.split('.')[0] ?? '';
        if (schema === room || schema === 'platform' || (room === 'platform' && schema === 'migrations'))
          continue;
        expect(mayEnter[room] ?? [], `${name} reads ${relation}`).toContain(schema);
        expect(views, `${name} reads the table ${relation} of another room`).toContain(relation);
      }
    },
  );
});

it('the relations test sees what it must refuse', async () => {
  const { read, written } = await relationsOf(
    'with a as (update masters.country set name = $1 returning srno) select * from access.account, a',
  );
  expect([...read]).toEqual(['access.account']);
  expect([...written]).toEqual(['masters.country']);
});
