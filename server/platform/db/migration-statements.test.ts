import { parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { readMigrations } from './declarations.ts';
import {
  concurrentIndexOf,
  runsOutsideTransaction,
  statementsOf,
  waitsForOthers,
} from './migration-statements.ts';

describe('the statements of a migration', () => {
  it.each([
    ['select 1; select 2', ['select 1', 'select 2']],
    [
      "-- One; two\nselect ';', 'it''s;'; -- three;\nselect \"a;b\";",
      ["select ';', 'it''s;'", 'select "a;b"'],
    ],
    [
      'create function f() returns int language sql as $$ select 1; select 2; $$; /* a;b */ select 1;',
      ['create function f() returns int language sql as $$ select 1; select 2; $$', 'select 1'],
    ],
    ['do $a$ begin perform $$;$$; end $a$;', ['do $a$ begin perform $$;$$; end $a$']],
    ['-- Nothing else.', []],
  ])('%j', (text, statements) => {
    expect(statementsOf(text)).toEqual(statements);
  });

  it('are those that PostgreSQL finds, in every migration', async () => {
    const found = await Promise.all(
      (await readMigrations()).map(async ({ name, text }) => {
        const { stmts = [] } = (await parse(text)) as { stmts?: unknown[] };
        const parsed = await Promise.all(statementsOf(text).map((statement) => parse(statement)));
        return [name, stmts.length, parsed.map((one) => (one as { stmts: unknown[] }).stmts.length)] as const;
      }),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const [name, count, each] of found)
      expect([name, each]).toEqual([name, Array<number>(count).fill(1)]);
  });
});

it.each([
  ['create index concurrently a_b on m.a (b)', true, true],
  ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_b on m.a (b)', true, true],
  ['drop index concurrently if exists m.a_b', true, true],
  [`call platform.update_in_batches('m.a', 'b', 'c = 1', 'c is null')`, true, false],
  ['vacuum m.a', true, true],
  ['create index a_b on m.a (b)', false, false],
  ['alter table m.a validate constraint c', false, false],
  [`insert into m.a values ('index concurrently')`, false, false],
])('%j: outside a transaction %s, waits for others %s', (statement, isOutside, waits) => {
  expect([runsOutsideTransaction(statement), waitsForOthers(statement)]).toEqual([isOutside, waits]);
});

it.each([
  ['create index concurrently a_b on m.a (b)', { index: 'm.a_b', table: 'm.a' }],
  [
    'create unique index concurrently if not exists a_b\n  on m.a using btree (b)',
    { index: 'm.a_b', table: 'm.a' },
  ],
  ['create index a_b on m.a (b)', null],
])('the index that is built by %j', (statement, index) => {
  expect(concurrentIndexOf(statement)).toEqual(index);
});
