import type pg from 'pg';
import { openClient } from './client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateInIndia } from '#domain/dates.ts';
import { systemActing } from '../database.ts';
import { partOf } from '../trail/months.ts';
import { openDatabase } from './pool.ts';
import { statement } from './statement.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

const PART = partOf(dateInIndia(Date.now()).slice(0, 7));

let database: TestDatabase;
const clients: Record<string, pg.Client> = {};

beforeAll(async () => {
  database = await cloneDatabase();
  for (const role of ['writer', 'reader', 'jobs'] as const) {
    clients[role] = await openClient(database.urls[role]);
  }
});
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()));
  await database.drop();
});

const run = (role: string, text: string) => clients[role]?.query(text);

/** The columns that the database fills from the transaction and its settings. */
const TRAIL_COLUMNS_OF_THE_DATABASE = [
  ['id', '1'],
  ['at', `'2020-01-01'`],
  ['xid', `'1'`],
  ['actor', '1'],
  ['call', `'user.save'`],
  ['request', `'r'`],
  ['address', `'10.0.0.1'`],
] as const;

describe('the application roles', () => {
  it('own nothing', async () => {
    const { rows } = await database.admin.query(
      `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
       where r.rolname in ('bureau_writer', 'bureau_reader', 'bureau_test_writer', 'bureau_test_reader')`,
    );
    expect(rows).toEqual([]);
  });

  it.each<[string, string]>([
    [
      'reader',
      `insert into masters.country (name, nationality, swift_code, fatf, active) values ('x', 'x', 'x', false, true)`,
    ],
    ['reader', 'update masters.country set active = false'],
    ['reader', 'select hash from access.password'],
    ['reader', 'select secret from access.draft_secret'],
    ['reader', "select platform.add_job('x', '{}')"],
    ['reader', "select platform.add_jobs('x', '{}')"],
    ['reader', "select platform.retry_jobs('{1}')"],
    ['reader', "select platform.drop_failed_jobs('{1}')"],
    ['reader', 'select payload from graphile_worker._private_jobs'],
    ['writer', 'delete from masters.country'],
    ['writer', 'truncate masters.country'],
    ['writer', "update platform.trail set action = 'x'"],
    ['writer', 'delete from platform.trail'],
    ['writer', 'select * from platform.trail'],
    ['writer', `delete from platform.${PART}`],
    ['writer', 'select platform.seal_trail(1)'],
    [
      'writer',
      "insert into platform.trail_seal (seq, part, is_drained, previous_hash, hash) values (1, 'x', true, '', '')",
    ],
    ['writer', 'select * from graphile_worker._private_jobs'],
    ['writer', 'alter table masters.country disable row level security'],
    ['writer', 'create table masters.mine (x integer)'],
    ['writer', 'create table public.mine (x integer)'],
    ['writer', 'set role bureau_owner'],
    ['writer', "update platform.installation set kind = 'business'"],
    ...TRAIL_COLUMNS_OF_THE_DATABASE.map(([column, value]): [string, string] => [
      'writer',
      `insert into platform.trail (action, record, record_id, ${column})
       ${column === 'id' ? 'overriding system value' : ''} values ('x', 'x', 'x', ${value})`,
    ]),
    ['writer', `insert into platform.${PART} (action, record, record_id) values ('x', 'x', 'x')`],
    ['writer', 'select * from platform.trail_key'],
    ['reader', 'select * from platform.trail_key'],
    ['jobs', 'select * from masters.country'],
    ['jobs', 'delete from platform.trail'],
  ])('%s may not: %s', async (role, text) => {
    await expect(run(role, text)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('row-level security', () => {
  const seen = async (scope: string | null) => {
    await run('writer', 'begin');
    try {
      if (scope !== null) await run('writer', `set local bureau.scope = '${scope}'`);
      const found = await run('writer', 'select id from masters.entity order by srno');
      return found?.rows.map((row: { id: string }) => row.id);
    } finally {
      await run('writer', 'rollback');
    }
  };

  it('without a scope no rows are visible', async () => {
    expect(await seen(null)).toEqual([]);
    expect(await seen('')).toEqual([]);
    expect(await seen('{}')).toEqual([]);
  });

  it('a branch sees itself and the entities that it controls; head office sees everything', async () => {
    const srno = async (id: string) =>
      (await database.admin.query<{ srno: number }>('select srno from masters.entity where id = $1', [id]))
        .rows[0]?.srno;
    expect(await seen(`{${await srno('MUM')}}`)).toEqual(['MUM', 'GOA']);
    expect(await seen(`{${await srno('MUM')},${await srno('PUN')}}`)).toEqual(['MUM', 'PUN', 'GOA']);
    expect(await seen(`{${await srno('GOA')}}`)).toEqual(['GOA']);
    expect(await seen('all')).toHaveLength(9);
  });

  it('rows outside the scope can be neither changed nor added', async () => {
    await run('writer', `begin; set local bureau.scope = '{2}'`);
    const changed = await run('writer', `update masters.entity set name = 'Taken' where id = 'DEL'`);
    expect(changed?.rowCount).toBe(0);
    await expect(
      run('writer', `insert into masters.entity (id, type, name) values ('NEW', 'B', 'X')`),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await run('writer', 'rollback');
  });
});

describe('transactions', () => {
  const addTrail = statement(
    'test.trail.add',
    {},
    `insert into platform.trail (action, record, record_id) values ('test', 'test', $1)`,
  );
  const open = () =>
    openDatabase({
      readUrl: database.urls.reader,
      writeUrl: database.urls.writer,
      maxConnections: 2,
      statementTimeoutMs: 5_000,
      onError: () => {},
    });

  it('count their trail entries, take actor and call from their settings, and leave no settings behind', async () => {
    const db = open();
    const acting = systemActing('test.call', { actor: 7, request: 'abc-1', address: '10.1.2.3' });
    const entries = await db.write(acting, async (tx) => {
      await tx.rows(addTrail, ['one']);
      return tx.trailEntries;
    });
    expect(entries).toBe(1);
    const { rows } = await database.admin.query(
      `select actor, call, request, host(address) as address from platform.trail where record_id = 'one'`,
    );
    expect(rows).toEqual([{ actor: 7, call: 'test.call', request: 'abc-1', address: '10.1.2.3' }]);
    await db.close();
  });

  it('are rolled back when the work fails, and cannot be used afterwards', async () => {
    const db = open();
    let escaped: { rows: typeof db.read.rows } | undefined;
    await expect(
      db.write(systemActing('test'), async (tx) => {
        escaped = tx;
        await tx.rows(addTrail, ['undone']);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const { rowCount } = await database.admin.query(`select from platform.trail where record_id = 'undone'`);
    expect(rowCount).toBe(0);
    await expect(escaped?.rows(addTrail, ['late'])).rejects.toThrow(/after its transaction had ended/);
    await db.close();
  });

  it('refuse a setting that could end its literal', async () => {
    const db = open();
    await expect(db.write(systemActing(`x'; drop`), async () => 1)).rejects.toThrow(/must not have/);
    await db.close();
  });
});
