import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { startSealer, sealTrail } from './sealer.ts';
import { verifyTrail } from './verify.ts';
import { makeLog } from '../log.ts';

const WRITERS = 8;
const SAVES_EACH = 12;
const PERMISSION_DENIED = '42501';
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

/** What is older than every transaction under way can be sealed, and those of the databases beside this one count too. */
const sealAll = () =>
  until(
    async () => {
      await sealTrail(jobs);
      return (await verifyTrail(world.database.urls.admin)).unsealed === 0;
    },
    { withinMs: 60_000 },
  );

/** Does something as the owner, who may do anything, looks what the check finds, and puts it back. */
async function tampered(harm: string, ...values: unknown[]): Promise<readonly string[]> {
  const { admin, urls } = world.database;
  await admin.query('create schema saved');
  await admin.query('create table saved.trail as table platform.trail');
  await admin.query('create table saved.trail_seal as table platform.trail_seal');
  try {
    const { rowCount } = await admin.query(harm, values);
    expect(rowCount).toBeGreaterThan(0);
    return (await verifyTrail(urls.admin)).faults;
  } finally {
    await admin.query(`begin; delete from platform.trail; delete from platform.trail_seal;
      insert into platform.trail overriding system value table saved.trail;
      insert into platform.trail_seal table saved.trail_seal; drop schema saved cascade; commit`);
  }
}

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('admin');
  jobs = new pg.Client({ connectionString: world.database.urls.jobs });
  await jobs.connect();
});
afterAll(async () => {
  await jobs.end();
  await world.close();
});

describe('the chain', () => {
  it('verifies at any moment while many write and the sealer runs', async () => {
    const sealer = startSealer(world.database.urls.jobs, makeLog('silent'));
    try {
      let isOver = (): boolean => false;
      const writing = burst().finally(() => (isOver = () => true));
      let looks = 0;
      do {
        // A second sealer at the same moment must neither break the chain nor seal a row twice.
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
    // A transaction of another database may have kept all of it for one seal.
    await save();
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

  it('does not seal past a transaction that is still running, and then seals what it wrote', async () => {
    const slow = new pg.Client({ connectionString: world.database.urls.writer });
    await slow.connect();
    await slow.query(
      `begin; insert into platform.trail (action, record, record_id) values ('test', 'slow', '1')`,
    );
    await save();
    await sealTrail(jobs);
    expect((await verifyTrail(world.database.urls.admin)).unsealed).toBeGreaterThan(0);
    await slow.query('commit');
    await slow.end();
    await sealAll();
    expect((await verifyTrail(world.database.urls.admin)).faults).toEqual([]);
  });
});

describe('what the owner altered by hand is named', () => {
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

  it('a row added under an older transaction', async () => {
    const faults = await tampered(
      `insert into platform.trail (at, xid, action, record, record_id)
       select at, xid, 'add', 'country', '1' from platform.trail where id = $1`,
      await someId(),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^trail row \d+ \(country 1\) was added after its time was sealed$/);
  });

  it('a row moved to another transaction', async () => {
    const faults = await tampered(
      `update platform.trail set xid = (select max(xid) from platform.trail) where id = $1`,
      await someId(),
    );
    expect(faults.length).toBeGreaterThan(0);
  });

  it('an altered row whose seal was made to fit: the chain after it no longer does', async () => {
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
         hash = platform.trail_chain_hash(previous_hash, row_ids, hashes)
       from resealed where resealed.seq = s.seq`,
      id,
    );
    expect(faults).toContain(`seal ${Number(rows[0]?.seq) + 1} does not follow the one before it`);
  });

  it.each([
    ['altered', `update platform.trail_seal set hash = sha256('x') where seq = 1`, 'seal 1 was altered'],
    ['narrowed', `update platform.trail_seal set to_xid = from_xid where seq = 1`, 'seal 2 does not follow'],
    ['removed', `delete from platform.trail_seal where seq = 1`, 'seal 2 does not follow'],
  ])('a seal %s', async (_what, harm, expected) => {
    expect((await tampered(harm)).join('\n')).toContain(expected);
  });

  it('the last seals removed: the head is no longer the one that was noted down', async () => {
    const { urls, admin } = world.database;
    const noted = (await verifyTrail(urls.admin)).head;
    const faults = await tampered(
      `delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal) and $1 <> ''`,
      noted,
    );
    // The chain alone cannot show this; the rows are open again, and the noted head is what proves it.
    expect(faults).toEqual([]);
    await admin.query(
      `begin; delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal)`,
    );
    const { rows } = await admin.query<{ head: string }>(
      `select encode(hash, 'hex') as head from platform.trail_seal order by seq desc limit 1`,
    );
    await admin.query('rollback');
    expect(rows[0]?.head).not.toBe(noted);
  });

  it('and left as it was, all is well again', async () => {
    expect((await verifyTrail(world.database.urls.admin)).faults).toEqual([]);
  });
});

describe('the application itself', () => {
  const commands = ['trail', 'trail_2026', 'trail_other', 'trail_seal'].flatMap((table) => [
    `update platform.${table} set ${table === 'trail_seal' ? 'sealed_at = now()' : `action = 'x'`}`,
    `delete from platform.${table}`,
    `truncate platform.${table}`,
    `alter table platform.${table} disable trigger all`,
    `drop table platform.${table}`,
  ]);

  it.each(['writer', 'reader', 'jobs'] as const)('cannot change or delete the trail as %s', async (role) => {
    const client = new pg.Client({ connectionString: world.database.urls[role] });
    await client.connect();
    try {
      for (const command of commands)
        await expect(client.query(command), command).rejects.toMatchObject({ code: PERMISSION_DENIED });
      const forged = `insert into platform.trail_seal values (999, now(), '0', '1', '{}', '{}', 'x', 'y')`;
      if (role !== 'jobs')
        await expect(client.query(forged)).rejects.toMatchObject({ code: PERMISSION_DENIED });
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

  it('says what it found, and by its exit code whether the chain is whole', async () => {
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
