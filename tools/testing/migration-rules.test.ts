import { describe, expect, it } from 'vitest';
import { migrationOf } from '#server/platform/db/declarations.ts';
import { migrationFaults } from './migration-rules.ts';

const EACH = '-- transaction: each statement\n';
const faultsOf = (...texts: readonly string[]) =>
  migrationFaults(
    texts.map((text, index) => migrationOf(`${9001 + index}_masters_x`, `-- oldest program: 0056\n${text}`)),
  );

describe('is refused:', () => {
  it.each([
    ['an index that keeps saves waiting', 'create index i on a.b (c);', 'saves wait while i is built'],
    [
      'a concurrent build in a transaction',
      'create index concurrently i on a.b (c);',
      'cannot be in a transaction',
    ],
    ['an index without a name', `${EACH}create index concurrently on a.b (c);`, 'needs a name'],
    ['an index dropped under a lock', 'drop index a.i;', 'drop an index concurrently'],
    ['a drop that cannot be repeated', `${EACH}drop index concurrently a.i;`, 'if exists'],
    ['a checked constraint', 'alter table a.b add constraint k check (c > 0);', 'k is checked for all rows'],
    [
      'a checked foreign key',
      'alter table a.b add constraint k foreign key (c) references a.b (d);',
      'k is checked',
    ],
    ['a new unique constraint', 'alter table a.b add constraint u unique (c);', 'the index of u is built'],
    [
      'a column with a check',
      'alter table a.b add column c int check (c > 0);',
      'the constraint of c is checked',
    ],
    [
      'a column with its own number',
      'alter table a.b add column c int generated always as identity;',
      'written into every row',
    ],
    ['a serial column', 'alter table a.b add column c serial;', 'written into every row'],
    [
      'a default that differs by row',
      'alter table a.b add column c uuid default gen_random_uuid();',
      'written into every row',
    ],
    ['a unique column', 'alter table a.b add column c int unique;', 'the index of c is built'],
    ['a column that must have a value', 'alter table a.b add column c int not null;', 'c needs a default'],
    ['another type', 'alter table a.b alter column c type bigint;', 'another type for c'],
    ['not null without a check', 'alter table a.b alter column c set not null;', 'all rows are read for c'],
    [
      'not null with a check that is not validated',
      `${EACH}alter table a.b add constraint k check (c is not null) not valid; alter table a.b alter column c set not null;`,
      'all rows are read for c',
    ],
    ['an update of a whole table', 'update a.b set c = 1;', 'any number of rows of a.b'],
    [
      'an update of rows that lack something',
      'update a.b set c = 1 where c is null;',
      'any number of rows of a.b',
    ],
    ['an update by a flag', 'update a.b set c = 1 where active = true;', 'any number of rows of a.b'],
    ['a delete of a whole table', 'delete from a.b;', 'any number of rows of a.b'],
    [
      'a delete within a statement',
      'with gone as (delete from a.b returning c) insert into a.d select c from gone;',
      'any number of rows of a.b',
    ],
    ['a table that is emptied', 'truncate a.b;', 'written anew'],
    ['a block of statements', `do $$ begin execute 'drop table a.b'; end $$;`, 'a do block hides'],
    ['a new name', 'alter table a.b rename column c to d;', 'no older program knows the new name'],
    [
      'a kind of statement that nobody has judged',
      `${EACH}reindex table a.b;`,
      'nothing is known about the locks of ReindexStmt',
    ],
    [
      'a constraint validated under its own lock',
      'alter table a.b add constraint k check (c > 0) not valid; alter table a.b validate constraint k;',
      'validate it in a transaction of its own',
    ],
  ])('%s', async (_, sql, fault) => {
    expect(await faultsOf(sql)).toContainEqual(expect.stringContaining(fault));
  });

  it.each([
    [
      'an index, then an exclusive lock on its table, as in the first 0029',
      'create index i on a.b (c); drop trigger t on a.b;',
      'a.b is locked more than before while it is locked',
    ],
    [
      'two tables, one after the other',
      'alter table a.b add column c int; alter table a.d add column c int;',
      'a.d is waited for while a.b is locked',
    ],
    [
      'two tables by one lock',
      'lock table a.b, a.d in access exclusive mode;',
      'a.d is waited for while a.b is locked',
    ],
    [
      'a new table that refers to two',
      'create table a.n (c int references a.b, d int references a.d);',
      'a.d is waited for while a.b is locked',
    ],
    [
      'a foreign key between two tables',
      `${EACH}alter table a.b add constraint k foreign key (c) references a.d (e) not valid;`,
      'a.d is waited for while a.b is locked',
    ],
    [
      'two views that are replaced',
      'create or replace view a.v as select 1 as c; create or replace view a.w as select 1 as c;',
      'a.w is waited for while a.v is locked',
    ],
    [
      'a table under row-level security beside another',
      `alter table a.b add column c int; select platform.protect_rows('a.d', 'true');`,
      'a.d is waited for while a.b is locked',
    ],
    [
      'rows changed while another table is locked',
      `alter table a.b add column c int; update a.d set e = 1 where f = 'x';`,
      'rows of a.d are waited for while a.b is locked',
    ],
    [
      'a table that is waited for while rows of another are changed',
      `update a.d set e = 1 where f = 'x'; alter table a.b add column c int;`,
      'a.b is waited for while a.d is locked',
    ],
    [
      'a table that is waited for while its own rows are changed',
      `update a.b set e = 1 where f = 'x'; alter table a.b add column c int;`,
      'a.b is locked more than before while it is locked',
    ],
    [
      'several tables named in an array',
      `select platform.protect_rows(target, 'true') from unnest('{a.b, a.d}'::regclass[]) as target;`,
      'a.d is waited for while a.b is locked',
    ],
  ])('what can deadlock with a save: %s', async (_, sql, fault) => {
    expect(await faultsOf(sql)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('is allowed:', () => {
  it.each([
    ['a concurrent index', `${EACH}create index concurrently i on a.b (c);`],
    ['dropping one', `${EACH}drop index concurrently if exists a.i;`],
    [
      'a new table with all that belongs to it',
      `create table a.n (c int primary key check (c > 0), d int references a.b);
      create index n_d on a.n (d); select platform.protect_rows('a.n', 'true'); grant select on a.n to bureau_reader;
      insert into a.n select 1, null; update a.n set d = 1; create view a.v as select c from a.n;`,
    ],
    [
      'a column with a constant',
      'alter table a.b add column c int not null default 0, add column d timestamptz default now();',
    ],
    ['a column that refers to its own table', 'alter table a.b add column c int references a.b;'],
    [
      'a constraint in two steps',
      `${EACH}alter table a.b add constraint k check (c > 0) not valid; alter table a.b validate constraint k;`,
    ],
    [
      'a trigger that is replaced',
      'create or replace trigger t after update on a.b for each row execute function a.f();',
    ],
    ['rows in batches', `${EACH}call platform.update_in_batches('a.b', 'srno', 'c = 1', 'c is null');`],
    ['rows by their value', `update a.b set c = 1 where code in ('X', 'Y') and d is null;`],
    [
      'a statement in a function',
      'create function a.f() returns void language sql begin atomic\n  update a.b set c = 1;\nend;',
    ],
    [
      'two tables, one transaction each',
      `${EACH}alter table a.b add column c int; alter table a.d add column c int;`,
    ],
    [
      'two tables, the second without waiting',
      `lock table a.b in share row exclusive mode; lock table a.d in share row exclusive mode nowait;
       alter table a.b add constraint k foreign key (c) references a.d (e) not valid;`,
    ],
    [
      'rows of a table that is locked',
      `lock table a.b in exclusive mode; update a.b set c = 1 where code = 'X';`,
    ],
  ])('%s', async (_, sql) => {
    expect(await faultsOf(sql)).toEqual([]);
  });

  it('not null after a check that an earlier migration validated', async () => {
    expect(
      await faultsOf(
        `${EACH}alter table a.b add constraint k check (c is not null) not valid; alter table a.b validate constraint k;`,
        'alter table a.b alter column c set not null;',
      ),
    ).toEqual([]);
  });
});
