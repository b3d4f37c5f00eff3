import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { dateInIndia } from '#domain/dates.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { momentsOf, partOf } from './months.ts';

const MONTHS_AHEAD = 3;
const INSUFFICIENT_PRIVILEGE = '42501';
const present = partOf(dateInIndia(Date.now()).slice(0, 7));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const parts = async (): Promise<string[]> => {
  const { rows } = await database.admin.query<{ part: string }>(
    `select inhrelid::regclass::text as part from pg_inherits where inhparent = 'platform.trail'::regclass order by 1`,
  );
  return rows.map(({ part }) => part.replace('platform.', ''));
};
const make = async (first: string, last = first): Promise<number | undefined> =>
  (
    await database.admin.query<{ made: number }>(`select platform.make_trail_months($1, $2) as made`, [
      first,
      last,
    ])
  ).rows[0]?.made;
const add = async (at: string): Promise<string | undefined> =>
  (
    await database.admin.query<{ part: string }>(
      `insert into platform.trail (at, action, record, record_id) values ($1, 'edit', 'test', '1')
       returning tableoid::regclass::text as part`,
      [at],
    )
  ).rows[0]?.part;

describe('the months of the trail', () => {
  it('are there from the present one on, each a month of India', async () => {
    expect(await parts()).toContain(present);
    expect(await parts()).toHaveLength(1 + MONTHS_AHEAD + 1);
    await make('2020-02-01');
    const [from, to] = momentsOf(['trail_2020_02']);
    expect([from, to]).toEqual(['2020-02-01T00:00:00+05:30', '2020-03-01T00:00:00+05:30']);
    expect(await add(from)).toBe('platform.trail_2020_02');
    expect(await add('2020-02-29T18:29:59.999999Z')).toBe('platform.trail_2020_02');
    expect(await add(to)).toBe('platform.trail_other');
  });

  it('are made anew after a long time, by the worker alone', async () => {
    await database.admin.query(`drop table platform.${present}`);
    const jobs = await openClient(database.urls.jobs);
    try {
      expect((await jobs.query('select platform.prepare_trail() as made')).rows).toEqual([{ made: 1 }]);
      expect((await jobs.query('select platform.prepare_trail() as made')).rows).toEqual([{ made: 0 }]);
      expect((await jobs.query('select months_ahead from platform.trail_parts')).rows).toEqual([
        { months_ahead: MONTHS_AHEAD },
      ]);
      await expect(
        jobs.query(`select platform.make_trail_months('2030-01-01', '2030-01-01')`),
      ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    } finally {
      await jobs.end();
    }
    expect(await parts()).toContain(present);
  });

  it('leave out one that has entries outside of a partition, and one that was detached', async () => {
    await add('2021-05-10T00:00:00Z');
    await make('2021-07-01');
    await database.admin.query('alter table platform.trail detach partition platform.trail_2021_07');
    expect(await make('2021-04-01', '2021-08-31')).toBe(3);
    expect(await parts()).toEqual(
      expect.arrayContaining(['trail_2021_04', 'trail_2021_06', 'trail_2021_08']),
    );
    expect(await parts()).not.toContain('trail_2021_05');
    expect((await database.admin.query('select has_others from platform.trail_parts')).rows).toEqual([
      { has_others: true },
    ]);
  });

  it('are made while a transaction writes to the trail', async () => {
    const writer = await openClient(database.urls.admin);
    try {
      await writer.query(
        `begin; insert into platform.trail (action, record, record_id) values ('edit', 'test', '2')`,
      );
      expect(await make('2022-01-01', '2022-02-01')).toBe(2);
      await writer.query('commit');
    } finally {
      await writer.end();
    }
  });
});

describe('the moments of partitions', () => {
  it.each<[parts: (string | null)[], moments: [string, string]]>([
    [['trail_2026_12'], ['2026-12-01T00:00:00+05:30', '2027-01-01T00:00:00+05:30']],
    [
      ['trail_2026_12', null, 'removed', 'trail_2026_03'],
      ['2026-03-01T00:00:00+05:30', '2027-01-01T00:00:00+05:30'],
    ],
    [
      ['trail_2026_12', 'trail_other'],
      ['-infinity', 'infinity'],
    ],
    [[], ['-infinity', 'infinity']],
  ])('%j', (names, moments) => {
    expect(momentsOf(names)).toEqual(moments);
  });
});
