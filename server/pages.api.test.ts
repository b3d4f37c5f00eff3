import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growDemo } from '#tools/demo/large.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/**
 * No call returns a whole table: a list or drop-down without page options has at most this many rows and returns the
 * key of the next page.
 */
const MOST_ROWS = 500;
const MOST_TRAIL_USERS = 50;

let world: World;
let admin: string;

beforeAll(async () => {
  world = await openWorld();
  await growDemo(world.database.admin, {
    entities: 700,
    users: 600,
    cities: 600,
    employees: 600,
    trailRows: 0,
  });
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const LISTS = [
  ['entity_a.php', 'listjson', ['F']],
  ['user_a.php', 'listjson', []],
  ['city_a.php', 'listjson', []],
  ['employee_a.php', 'listjson', []],
] as const;
const DROP_DOWNS = [
  ['entity_a.php', 'ddlistjson', ['F']],
  ['entity_a.php', 'ddlistjsonfranchise', ['']],
  ['user_a.php', 'masterhead', []],
  ['city_a.php', 'ddlistjson', []],
  ['employee_a.php', 'ddlistjson', []],
] as const;
const CALLS = [...LISTS, ...DROP_DOWNS];

describe.each(CALLS)('%s %s', (endpoint, action, fields) => {
  const ask = (page?: object) =>
    world.post(endpoint, [admin, action, ...fields, ...(page === undefined ? [] : [JSON.stringify(page)])]);

  it('returns one page and the key of the next without options', async () => {
    const { json, headers } = await ask();
    expect(json).toHaveLength(MOST_ROWS);
    const rest = await ask({ after: headers.get('x-next') });
    expect(rest.headers.get('x-next')).toBeNull();
    const others = rest.json as unknown[];
    expect(others.length).toBeGreaterThan(0);
    const shown = new Set([...json, ...others].map((row) => JSON.stringify(row)));
    expect(shown.size).toBe(MOST_ROWS + others.length);
  });

  it('returns the page that a screen asks for, searched or not', async () => {
    for (const page of [{ limit: 50 }, { limit: 50, q: 'a' }]) {
      const { json, headers } = await ask(page);
      expect(json).toHaveLength(50);
      expect(headers.get('x-next')).not.toBeNull();
    }
  });

  it('returns no more if more is requested', async () => {
    expect((await ask({ limit: MOST_ROWS + 1 })).status).toBe(400);
  });
});

it('the drop-down of users in the trail stays short', async () => {
  for (const page of [{}, { limit: MOST_ROWS }, { q: 'user' }]) {
    const { json, headers } = await world.post('trail_a.php', [admin, 'users', JSON.stringify(page)]);
    expect(json).toHaveLength(MOST_TRAIL_USERS);
    expect(headers.get('x-next')).not.toBeNull();
  }
});

describe('a search finds all matches, page by page, in the requested order', () => {
  it.each([
    ['a town that comes late', 'city_a.php', [], 'cty_name', 'warangal', ['name', '-name', 'srno', 'state']],
    ['a town that comes early', 'city_a.php', [], 'cty_name', 'ajmer', ['name', '-name', '-srno', '-state']],
    ['an id', 'user_a.php', [], 'umId', 'user0003', ['name', '-id', 'srno']],
    ['what all are called', 'entity_a.php', ['F'], 'enName', 'forex', ['name', '-licto', 'id']],
  ] as const)('%s', async (_, endpoint, fields, column, q, sorts) => {
    const page = (asked: object) =>
      world.post(endpoint, [admin, 'listjson', ...fields, JSON.stringify(asked)]);
    const everything: Record<string, string>[] = [];
    let after: string | null = null;
    do {
      const { json, headers } = await page({ sort: 'srno', ...(after === null ? {} : { after }) });
      everything.push(...json);
      after = headers.get('x-next');
    } while (after !== null);
    const expected = everything
      .map((row) => row[column] ?? '')
      .filter((name) => name.toLowerCase().includes(q));
    expect(expected.length).toBeGreaterThan(10);
    for (const sort of sorts) {
      const found: Record<string, string>[] = [];
      do {
        const { json, headers } = await page({ sort, q, limit: 7, ...(after === null ? {} : { after }) });
        found.push(...json);
        after = headers.get('x-next');
      } while (after !== null);
      expect(found.map((row) => row[column]).sort()).toEqual([...expected].sort());
      const whole = (await page({ sort, q })).json as Record<string, string>[];
      expect(found.slice(0, whole.length)).toEqual(whole);
    }
  });
});
