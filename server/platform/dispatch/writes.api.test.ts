import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

const CLIENTS = 20;

let world: World;
let another: { url: string; stop(): Promise<void> };
let session: string;
beforeAll(async () => {
  world = await openWorld();
  another = await world.another();
  session = await world.signIn('admin');
});
afterAll(() => world.close());

const country = (name: string, nationality = 'Tester') =>
  JSON.stringify({
    cnt_name: name,
    cnt_nationality: nationality,
    cnt_swiftcode: 'T',
    cnt_fatf: 0,
    cnt_active: 1,
  });

/** The reply of a save. */
interface SaveReply {
  readonly err: string;
  readonly srno: number;
  readonly changedat: string;
}
const said = (answer: Answered) => answer.json as SaveReply;

const save = (srno: number, body: string, headers: Record<string, string> = {}): Promise<Answered> =>
  world.post('country_a.php', [session, 'save', String(srno), body], headers);

const atOnce = <T>(work: (client: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));

async function found(name: string): Promise<{ rows: number; entries: number }> {
  const { rows } = await world.database.admin.query<{ rows: number; entries: number }>(
    `select (select count(*)::integer from masters.country where name = $1) as rows,
       (select count(*)::integer from platform.trail where record = 'country' and after ->> 'name' = $1) as entries`,
    [name],
  );
  return rows[0]!;
}

describe('the same key', () => {
  it('sent twenty times at once is one save, and every request gets its answer', async () => {
    const answers = await atOnce(() => save(0, country('Onceland'), { 'idempotency-key': 'once' }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get('etag')))).toEqual(new Set(['"1"']));
    expect(answers[0]?.json).toMatchObject({ err: '' });
    expect(await found('Onceland')).toEqual({ rows: 1, entries: 1 });
  });

  it('is recognised by another process', async () => {
    const first = await save(0, country('Otherland'), { 'idempotency-key': 'elsewhere' });
    const response = await fetch(`${another.url}/api/country_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: session, 2: 'save', 3: '0', 4: country('Otherland') }),
      headers: { 'idempotency-key': 'elsewhere' },
    });
    expect(await response.text()).toBe(first.text);
    expect(await found('Otherland')).toEqual({ rows: 1, entries: 1 });
  });

  it('with different content is refused and nothing is saved', async () => {
    await save(0, country('Firstland'), { 'idempotency-key': 'reused' });
    const answers = await atOnce((client) =>
      save(0, country(`Secondland ${client}`), { 'idempotency-key': 'reused' }),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(409);
      expect(said(answer).err).toContain('Nothing was saved');
    }
    expect(await found('Firstland')).toEqual({ rows: 1, entries: 1 });
    for (let client = 0; client < CLIENTS; client += 1)
      expect(await found(`Secondland ${client}`)).toEqual({ rows: 0, entries: 0 });
  });

  it('with the same content but another version counts as different content', async () => {
    const { srno } = said(await save(0, country('Versionland')));
    await save(srno, country('Versionland', 'A'), { 'idempotency-key': 'versioned', 'if-match': '"1"' });
    const again = await save(srno, country('Versionland', 'A'), {
      'idempotency-key': 'versioned',
      'if-match': '"2"',
    });
    expect(again.status).toBe(409);
  });

  it('of a refused save can be used again', async () => {
    const refused = await save(0, country(''), { 'idempotency-key': 'second try' });
    expect(refused.status).toBe(400);
    const wrong = await save(0, country(''), { 'idempotency-key': 'second-try' });
    expect(said(wrong).err).not.toBe('');
    const right = await save(0, country('Secondtryland'), { 'idempotency-key': 'second-try' });
    expect(right.json).toMatchObject({ err: '' });
  });

  it('belongs to its user: another user can use the same key', async () => {
    await save(0, country('Mineland'), { 'idempotency-key': 'shared' });
    await world.database.admin.query(
      `update access.group_right set may_add = true where right_key = 'COUNTRY'
         and right_group = (select srno from access.right_group where name = 'Treasury')`,
    );
    const other = await world.signIn('ho.rates');
    const answer = await world.post('country_a.php', [other, 'save', '0', country('Theirland')], {
      'idempotency-key': 'shared',
    });
    expect(answer.json).toMatchObject({ err: '' });
    expect(await found('Theirland')).toEqual({ rows: 1, entries: 1 });
  });
});

describe('a reply stored for its key', () => {
  it('is returned again, and a reader of the table learns neither the secret in it nor the key', async () => {
    const make = () =>
      world.post('ratecard_a.php', [session, 'makedisplay', JSON.stringify({ eId: 'MUM', view: 'A' })], {
        'idempotency-key': 'a-key-of-the-client',
      });
    const first = await make();
    const { key } = first.json as { key: string };
    expect(key.length).toBeGreaterThan(20);
    expect((await make()).text).toBe(first.text);
    const stored = await world.sql<{ text: string }>('select i::text as text from platform.idempotency i');
    expect(stored.length).toBeGreaterThan(0);
    for (const { text } of stored) {
      expect(text).not.toContain(key);
      expect(text).not.toContain('a-key-of-the-client');
    }
  });

  it('is never stored for a sign-in', async () => {
    const kept = () => world.sql<{ n: number }>('select count(*)::integer as n from platform.idempotency');
    const before = await kept();
    const answer = await world.post('login_a.php', ['validate', 'admin', DEMO_PASSWORD, 'WEB'], {
      'idempotency-key': 'sign-in',
    });
    expect(answer.json.status).toBe('MSG0000');
    expect(await kept()).toEqual(before);
  });
});

describe('one version', () => {
  it('edited twenty times at once: one wins, the others learn who', async () => {
    const { srno } = said(await save(0, country('Raceland')));
    const answers = await atOnce((client) =>
      save(srno, country('Raceland', `By ${client}`), { 'if-match': '"1"' }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, CLIENTS - 1]);
    expect(winners[0]?.headers.get('etag')).toBe('"2"');
    for (const loser of losers) {
      expect(loser.json).toMatchObject({ changedby: 'Asha Rao', version: 2 });
      expect(said(loser).err).toContain('Asha Rao');
      expect(Date.parse(said(loser).changedat)).toBeGreaterThan(Date.now() - 60_000);
    }
    const { rows } = await world.database.admin.query(
      'select nationality, version from masters.country where srno = $1',
      [srno],
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(rows).toEqual([{ nationality: `By ${winner}`, version: 2 }]);
    expect(await found('Raceland')).toEqual({ rows: 1, entries: 2 });
  });

  it('omitted: edits follow one another and none is missing from the trail', async () => {
    const { srno } = said(await save(0, country('Queueland')));
    const answers = await atOnce((client) => save(srno, country('Queueland', `By ${client}`)));
    const versions = answers.map(({ headers }) => Number(headers.get('etag')?.replaceAll('"', '')));
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: CLIENTS }, (_, n) => n + 2));
    expect(await found('Queueland')).toEqual({ rows: 1, entries: CLIENTS + 1 });
  });
});

describe('the same name', () => {
  it('added twenty times at once with different keys exists once; the others are told', async () => {
    const answers = await atOnce((client) =>
      save(0, country('Uniqueland'), { 'idempotency-key': `unique-${client}` }),
    );
    const texts = answers.map((answer) => `${answer.status} ${said(answer).err}`).sort();
    expect(texts).toEqual([
      '200 ',
      ...Array<string>(CLIENTS - 1).fill('200 This country is already in the list.'),
    ]);
    expect(await found('Uniqueland')).toEqual({ rows: 1, entries: 1 });
  });
});
