import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActing } from '../database.ts';
import { openDatabase } from './pool.ts';
import { statement } from './statement.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

let database: TestDatabase;
const clients: Record<string, pg.Client> = {};

beforeAll(async () => {
  database = await cloneDatabase();
  for (const role of ['writer', 'reader', 'jobs'] as const) {
    clients[role] = new pg.Client({ connectionString: database.urls[role] });
    await clients[role].connect();
  }
});
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()));
  await database.drop();
});

const run = (role: string, text: string) => clients[role]?.query(text);

describe('the application roles', () => {
  it('own nothing', async () => {
    const { rows } = await database.admin.query(
      `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
       where r.rolname in ('bureau_writer', 'bureau_reader', 'bureau_test_writer', 'bureau_test_reader')`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    [
      'reader',
      `insert into masters.country (name, nationality, swift_code, fatf, active) values ('x', 'x', 'x', false, true)`,
    ],
    ['reader', 'update masters.country set active = false'],
    ['reader', 'select hash from access.password'],
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
    ['writer', 'delete from platform.trail_2026'],
    ['writer', 'select platform.seal_trail(1)'],
    [
      'writer',
      "insert into platform.trail_seal (seq, from_xid, to_xid, row_ids, row_hashes, previous_hash, hash) values (1, '1', '2', '{}', '{}', '', '')",
    ],
    ['writer', 'select * from graphile_worker._private_jobs'],
    ['writer', 'alter table masters.country disable row level security'],
    ['writer', 'create table masters.mine (x integer)'],
    ['writer', 'create table public.mine (x integer)'],
    ['writer', 'set role bureau_owner'],
    ['writer', "update platform.installation set kind = 'business'"],
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

  it('without a scope there are no rows', async () => {
    expect(await seen(null)).toEqual([]);
    expect(await seen('')).toEqual([]);
    expect(await seen('{}')).toEqual([]);
  });

  it('a branch sees itself and what it controls; head office everything', async () => {
    const srno = async (id: string) =>
      (await database.admin.query<{ srno: number }>('select srno from masters.entity where id = $1', [id]))
        .rows[0]?.srno;
    expect(await seen(`{${await srno('MUM')}}`)).toEqual(['MUM', 'GOA']);
    expect(await seen(`{${await srno('MUM')},${await srno('PUN')}}`)).toEqual(['MUM', 'PUN', 'GOA']);
    expect(await seen(`{${await srno('GOA')}}`)).toEqual(['GOA']);
    expect(await seen('all')).toHaveLength(9);
  });

  it('what is out of scope can be neither changed nor added', async () => {
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

  it('count their trail entries, take actor and call from their settings, and leave nothing of them behind', async () => {
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

  it('are undone when the work fails, and cannot be used afterwards', async () => {
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
