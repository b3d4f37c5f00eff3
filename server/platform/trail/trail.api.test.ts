import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { dateInIndia } from '#domain/dates.ts';
import { until } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { Outage } from '../db/outage.ts';
import { partOf } from './months.ts';
import { startSealer, sealTrail } from './sealer.ts';
import { verifyTrail } from './verify.ts';
import { makeLog } from '../log.ts';

const WRITERS = 8;
const SAVES_EACH = 12;
const PERMISSION_DENIED = '42501';
const PART = partOf(dateInIndia(Date.now()).slice(0, 7));
const TOOL = fileURLToPath(new URL('../../../tools/trail/main.ts', import.meta.url));

let world: World;
let session: string;
let jobs: pg.Client;
let next = 0;

const save = () => {
  next += 1;
  const country = {
    cnt_name: `Trail land ${next}`,
    cnt_nationality: 'Trailer',
    cnt_swiftcode: 'TR',
    cnt_fatf: 0,
    cnt_active: 1,
  };
  return world.post('country_a.php', [session, 'save', '0', JSON.stringify(country)]);
};

async function burst(): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let n = 0; n < SAVES_EACH; n += 1) expect((await save()).json).toMatchObject({ err: '' });
    }),
  );
}

const sealAll = () =>
  until(
    async () => {
      await sealTrail(jobs);
      return (await verifyTrail(world.database.urls.admin)).unsealed === 0;
    },
    { withinMs: 60_000 },
  );

/**
 * Runs a change as the owner, who may do anything, collects the faults that the check finds, and reverts the change.
 */
async function tampered(harm: string, ...values: unknown[]): Promise<readonly string[]> {
  const { admin, urls } = world.database;
  await admin.query('create schema saved');
  await admin.query('create table saved.trail as table platform.trail');
  await admin.query('create table saved.trail_seal as table platform.trail_seal');
  await admin.query('create table saved.trail_unsealed as table platform.trail_unsealed');
  try {
    const { rowCount } = await admin.query(harm, values);
    expect(rowCount).toBeGreaterThan(0);
    return (await verifyTrail(urls.admin)).faults;
  } finally {
    await admin.query(`begin; set local session_replication_role = replica;
      delete from platform.trail; delete from platform.trail_seal; delete from platform.trail_unsealed;
      insert into platform.trail overriding system value table saved.trail;
      insert into platform.trail_seal table saved.trail_seal;
      insert into platform.trail_unsealed table saved.trail_unsealed; drop schema saved cascade; commit`);
  }
}

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('admin');
  jobs = await openClient(world.database.urls.jobs);
});
afterAll(async () => {
  await jobs.end();
  await world.close();
});

describe('the chain', () => {
  it('verifies at any time while many write and the sealer runs', async () => {
    const sealer = startSealer(world.database.urls.jobs, new Outage(makeLog('silent')));
    try {
      let isOver = (): boolean => false;
      const writing = burst().finally(() => (isOver = () => true));
      let looks = 0;
      do {
        // A second sealer at the same time must neither break the chain nor seal a row twice.
        await sealTrail(jobs);
        expect((await verifyTrail(world.database.urls.admin)).faults).toEqual([]);
        looks += 1;
      } while (!isOver());
      await writing;
      expect(looks).toBeGreaterThan(1);
    } finally {
      await sealer.stop();
    }
    await sealAll();
    const report = await verifyTrail(world.database.urls.admin);
    const { rows } = await world.database.admin.query<{ count: number }>(
      'select count(*)::integer from platform.trail',
    );
    expect(report).toMatchObject({ faults: [], unsealed: 0, rows: rows[0]?.count });
    expect(report.rows).toBeGreaterThanOrEqual(WRITERS * SAVES_EACH);
    expect(report.seals).toBeGreaterThan(1);
    expect(report.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not wait for a running transaction, and seals its rows when it has ended', async () => {
    const slow = await openClient(world.database.urls.writer);
    await slow.query(
      `begin; insert into platform.trail (action, record, record_id) values ('test', 'slow', '1')`,
    );
    await save();
    await sealTrail(jobs);
    const meanwhile = await verifyTrail(world.database.urls.admin);
    expect(meanwhile).toMatchObject({ faults: [], unsealed: 0 });
    await slow.query('commit');
    await slow.end();
    expect((await verifyTrail(world.database.urls.admin)).unsealed).toBe(1);
    await sealAll();
    expect(await verifyTrail(world.database.urls.admin)).toMatchObject({
      faults: [],
      rows: meanwhile.rows + 1,
    });
  });

  it('seals a limited number of rows at a time, and reports none of the rest', async () => {
    for (let n = 0; n < 5; n += 1) await save();
    const { rows: sealed } = await jobs.query<{ n: number }>('select platform.seal_trail(2) as n');
    expect(sealed[0]?.n).toBe(2);
    expect(await verifyTrail(world.database.urls.admin)).toMatchObject({ faults: [], unsealed: 3 });
    await sealAll();
    expect((await verifyTrail(world.database.urls.admin)).faults).toEqual([]);
  });
});

describe('manual changes by the owner are reported', () => {
  const someId = async (): Promise<string> => {
    const { rows } = await world.database.admin.query<{ id: string }>(
      `select id::text from platform.trail where record = 'country' order by id offset 5 limit 1`,
    );
    return rows[0]?.id ?? '';
  };

  it.each([
    ['after', `after = jsonb_set(after, '{name}', '"Another"')`],
    ['actor', 'actor = actor + 1'],
    ['at', `at = at + interval '1 microsecond'`],
    ['call', `call = 'other'`],
    ['xid', `xid = '5'`],
    ['address', `address = '10.9.8.7'`],
    ['record_id', `record_id = '999999'`],
  ])('a changed %s', async (_column, change) => {
    const id = await someId();
    const faults = await tampered(`update platform.trail set ${change} where id = $1`, id);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^trail row ${id} \\(country \\d+\\) was altered$`));
  });

  it('a removed row', async () => {
    const id = await someId();
    expect(await tampered('delete from platform.trail where id = $1', id)).toEqual([
      `trail row ${id} was removed`,
    ]);
  });

  it('a row added with an older time', async () => {
    const { admin, urls } = world.database;
    const { rows } = await admin.query<{ id: string }>(
      `insert into platform.trail (at, action, record, record_id)
       values (now() - interval '2 hours', 'add', 'country', '1') returning id::text`,
    );
    await sealAll();
    const { faults } = await verifyTrail(urls.admin);
    expect(faults).toEqual([`trail row ${rows[0]?.id} (country 1) was added after its time was sealed`]);
    // Its seal is the last one, so both can be removed again.
    await admin.query(`delete from platform.trail where id = ${rows[0]?.id}`);
    await admin.query(
      'delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal)',
    );
  });

  it('a row added without the trigger of the trail', async () => {
    const faults = await tampered(
      `insert into platform.${PART} (id, at, action, record, record_id)
       values (nextval(pg_get_serial_sequence('platform.trail', 'id')), now(), 'add', 'country', '1')`,
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^trail row \d+ \(country 1\) was added outside of the sealed order$/);
  });

  it('a row removed from the queue', async () => {
    await save();
    const faults = await tampered('delete from platform.trail_unsealed');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^trail row \d+ \(country \d+\) was added outside of the sealed order$/);
    await sealAll();
  });

  it('a row removed before it was sealed', async () => {
    await save();
    const { admin, urls } = world.database;
    const { rows } = await admin.query<{ id: string }>(
      `delete from platform.trail where id = (select max(id) from platform.trail) returning id::text`,
    );
    await sealAll();
    const { faults } = await verifyTrail(urls.admin);
    expect(faults).toEqual([`trail row ${rows[0]?.id} was removed before it was sealed`]);
    await admin.query(
      'delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal)',
    );
  });

  it('an altered row with an adapted seal: the chain after it no longer matches', async () => {
    const id = await someId();
    const { admin } = world.database;
    const { rows } = await admin.query<{ seq: string; last: string }>(
      `select seq::text, (select max(seq) from platform.trail_seal)::text as last from platform.trail_seal
       where $1::bigint = any (row_ids)`,
      [id],
    );
    expect(Number(rows[0]?.seq)).toBeLessThan(Number(rows[0]?.last));
    const faults = await tampered(
      `with resealed as (
         select seq, array_agg(case when r.id = $1 then sha256('forged') else r.hash end order by n) as hashes
         from platform.trail_seal, unnest(row_ids, row_hashes) with ordinality as r (id, hash, n)
         where $1::bigint = any (row_ids) group by seq)
       update platform.trail_seal s set row_hashes = hashes,
         hash = sha256(previous_hash || convert_to(platform.trail_seal_head(s), 'UTF8') ||
           sha256((select string_agg(h, ''::bytea order by n) from unnest(hashes) with ordinality as r (h, n))))
       from resealed where resealed.seq = s.seq`,
      id,
    );
    expect(faults).toContain(`seal ${Number(rows[0]?.seq) + 1} does not follow the one before it`);
  });

  it.each([
    ['altered', `update platform.trail_seal set hash = sha256('x') where seq = 1`, 'seal 1 was altered'],
    [
      'drained',
      `update platform.trail_seal set is_drained = not is_drained where seq = 1`,
      'seal 1 was altered',
    ],
    [
      'of another time',
      `update platform.trail_seal set sealed_at = now() where seq = 1`,
      'seal 1 was altered',
    ],
    ['removed', `delete from platform.trail_seal where seq = 1`, 'seal 2 does not follow'],
  ])('a seal %s', async (_what, harm, expected) => {
    expect((await tampered(harm)).join('\n')).toContain(expected);
  });

  it('the last seal removed: its rows have none', async () => {
    const faults = await tampered(
      'delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal)',
    );
    expect(faults.join()).toContain('was added outside of the sealed order');
  });

  it('the last seal removed and its rows queued again: the head differs from the recorded one', async () => {
    const { urls, admin } = world.database;
    const noted = (await verifyTrail(urls.admin)).head;
    const undoLastSeal = `with gone as (
         delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal) returning row_ids)
       insert into platform.trail_unsealed (id, at)
       select id, at from platform.trail where id in (select unnest(row_ids) from gone)`;
    // The chain alone cannot show this: the rows are unsealed again, and only the recorded head proves the change.
    expect(await tampered(undoLastSeal)).toEqual([]);
    await admin.query(`begin; ${undoLastSeal}`);
    const { rows } = await admin.query<{ head: string }>(
      `select encode(hash, 'hex') as head from platform.trail_seal order by seq desc limit 1`,
    );
    await admin.query('rollback');
    expect(rows[0]?.head).not.toBe(noted);
  });

  it('after reverting, the check passes again', async () => {
    expect((await verifyTrail(world.database.urls.admin)).faults).toEqual([]);
  });
});

const SOME_CHANGE: Readonly<Record<string, string>> = {
  trail_seal: 'sealed_at = now()',
  trail_unsealed: 'at = now()',
};

describe('the application itself', () => {
  const commands = ['trail', PART, 'trail_other', 'trail_seal', 'trail_unsealed'].flatMap((table) => [
    `update platform.${table} set ${SOME_CHANGE[table] ?? `action = 'x'`}`,
    `delete from platform.${table}`,
    `truncate platform.${table}`,
    `alter table platform.${table} disable trigger all`,
    `drop table platform.${table}`,
  ]);

  it.each(['writer', 'reader', 'jobs'] as const)('cannot change or delete the trail as %s', async (role) => {
    const client = await openClient(world.database.urls[role]);
    try {
      for (const command of commands)
        await expect(client.query(command), command).rejects.toMatchObject({ code: PERMISSION_DENIED });
      const forged = [
        `insert into platform.trail_seal values (999, now(), 'x', null, true, '{}', '{}', null, 'x', 'y')`,
        `insert into platform.trail_unsealed values (1, now())`,
        `select platform.append_seal('x', true, '{}', '{}', null)`,
        `select platform.add_trail_checkpoint('{}')`,
        'table platform.trail_key',
        `select platform.mask_record('{}', null)`,
      ];
      for (const command of forged)
        await expect(client.query(command), command).rejects.toMatchObject({ code: PERMISSION_DENIED });
      if (role !== 'writer') {
        const added = `insert into platform.trail (action, record, record_id) values ('x', 'x', 'x')`;
        await expect(client.query(added)).rejects.toMatchObject({ code: PERMISSION_DENIED });
      }
    } finally {
      await client.end();
    }
  });
});

describe('npm run trail', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [TOOL, ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => error as { code: number; stdout: string },
    );

  it('prints its findings, and its exit code tells whether the chain is intact', async () => {
    const { admin, urls } = world.database;
    const { head, rows } = await verifyTrail(urls.admin);
    const whole = await run('verify', '--url', urls.admin);
    expect(whole.code).toBe(0);
    expect(whole.stdout).toContain(`${rows} rows in`);
    expect(whole.stdout).toContain(`head ${head}`);

    await admin.query(
      `update platform.trail set action = 'forged' where id = (select min(id) from platform.trail)`,
    );
    const broken = await run('verify', '--url', urls.admin);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/FAULT trail row \d+ .* was altered\n1 faults/);
    expect((await run('verify', '--url', '')).code).toBe(2);
  });
});
