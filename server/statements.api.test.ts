import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe as group, expect, it } from 'vitest';
import './app.ts';
import { declaredStatements } from './platform/db/statement.ts';
import { describe } from '#tools/testing/describe.ts';
import { relationsOf } from '#tools/testing/relations.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

const { mayEnter } = createRequire(import.meta.url)('../modules.cjs') as {
  mayEnter: Record<string, string[]>;
};

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

/** Test files share their modules, so the statements of others may be declared as well. Their names begin with `test.`. */
const OF_TESTS = 'test.';
const statements = declaredStatements().filter(({ name }) => !name.startsWith(OF_TESTS));
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

it('no statement of the product has a name by which this test would skip it', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const named = files.filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes(`'${OF_TESTS}`),
  );
  expect(named).toEqual([]);
});

group('every statement is prepared by PostgreSQL and has the columns it declares', () => {
  it.each(statements.map((statement) => [statement.name, statement] as const))('%s', async (_, statement) => {
    const { columns } = await describe(database.admin, statement.text);
    const declared = Object.entries(statement.columns);
    expect(columns.map(({ name }) => name)).toEqual(declared.map(([name]) => name));
    for (const [index, [name, type]] of declared.entries()) {
      const column = columns[index];
      expect(column?.type, `${name} is declared as ${type}`).toBe(OIDS[type.replace('?', '')]);
      // A column taken directly from a table tells whether it can be null; views and expressions do not.
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

group('a module reads the tables of another only through its views, and never writes them', () => {
  it.each(statements.map((statement) => [statement.name, statement] as const))(
    '%s',
    async (name, { text }) => {
      const module = name.split('.')[0] ?? '';
      const { read, written } = await relationsOf(text);
      for (const relation of written)
        expect([module, 'platform'], `${name} writes ${relation}`).toContain(relation.split('.')[0]);
      for (const relation of read) {
        const schema = relation.split('.')[0] ?? '';
        if (schema === module || schema === 'platform') continue;
        if (module === 'platform' && (schema === 'migrations' || schema === 'pg_catalog')) continue;
        expect(mayEnter[module] ?? [], `${name} reads ${relation}`).toContain(schema);
        expect(views, `${name} reads the table ${relation} of another module`).toContain(relation);
      }
    },
  );
});

it('no statement sets the columns of a trail entry that the database fills', async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    `select column_name as name from information_schema.column_privileges
     where grantee = 'bureau_writer' and table_schema = 'platform' and table_name = 'trail' and privilege_type = 'INSERT'`,
  );
  const granted = new Set(rows.map(({ name }) => name));
  const inserts = statements.flatMap(({ name, text }) =>
    [...text.matchAll(/insert into platform\.trail\s*(?:\(([^)]*)\))?/g)].map(
      ([, columns]) =>
        [name, columns?.split(',').map((column) => column.trim()) ?? ['every column']] as const,
    ),
  );
  expect(inserts.length).toBeGreaterThan(60);
  expect(
    inserts.flatMap(([name, columns]) =>
      columns.filter((column) => !granted.has(column)).map((column) => `${name}: ${column}`),
    ),
  ).toEqual([]);
});

it('the relations test detects violations', async () => {
  const { read, written } = await relationsOf(
    'with a as (update masters.country set name = $1 returning srno) select * from access.account, a',
  );
  expect([...read]).toEqual(['access.account']);
  expect([...written]).toEqual(['masters.country']);
});
