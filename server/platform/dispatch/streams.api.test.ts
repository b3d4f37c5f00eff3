import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const PER_SESSION = 4;
const PER_USER = 6;
const PER_ADDRESS = 5;
const TOTAL = 14;
const CLIENTS = 20;

let world: World;
const opened: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld({
    METRICS_TOKEN: 'metrics',
    STREAMS_PER_SESSION: String(PER_SESSION),
    STREAMS_PER_USER: String(PER_USER),
    STREAMS_PER_ADDRESS: String(PER_ADDRESS),
    STREAMS: String(TOTAL),
  });
});
afterAll(() => world.close());

/** A stream and whether the server has ended it. */
async function open(endpoint: string, fields: readonly string[], url = world.url) {
  const stream = await openStream(url, endpoint, fields);
  opened.push(stream);
  const state = { stream, status: stream.status, hasEnded: false };
  void stream.ended.catch(() => {}).then(() => (state.hasEnded = true));
  return state;
}
const watch = (session: string, url?: string) => open('home_a.php', [session, 'watch'], url);
const watchMails = (session: string, url?: string) => open('ibr_a.php', [session, 'watchmails'], url);

async function openCount(): Promise<number> {
  const page = await fetch(`${world.url}/metrics`, { headers: { authorization: 'Bearer metrics' } });
  return Number(/^bureau_streams (\d+)$/m.exec(await page.text())?.[1]);
}
async function closeAll(): Promise<void> {
  for (const stream of opened.splice(0)) stream.close();
  await expect.poll(openCount, SOON).toBe(0);
}

describe('every stream ends within a second', () => {
  const end = {
    'the user signs out': (session: string) => world.post('login_a.php', [session, 'logout']),
    'the user is disabled': () =>
      world.sql(`update access.account set enabled = false where user_id = 'ho.rates'`),
    'the session is too old': (session: string) =>
      world.sql(`update access.session set expires_at = now() where id_hash = $1`, [
        createHash('sha256').update(session).digest(),
      ]),
    'the password is changed elsewhere': async () => {
      const fresh = `${DEMO_PASSWORD}x`;
      const other = await world.signIn('ho.rates');
      const passwords = JSON.stringify({ old: DEMO_PASSWORD, new: fresh, rnew: fresh });
      expect((await world.post('user_a.php', [other, 'chngpass', passwords])).json.err).toBe('');
    },
    'the right is taken': () =>
      world.sql(
        `update access.group_right set may_query = false where right_key = 'IBR'
           and right_group = (select right_group from access.account where user_id = 'ho.rates')`,
      ),
    'the password must be changed': () =>
      world.sql(`update access.account set must_change_password = true where user_id = 'ho.rates'`),
  } as const;

  it.each(Object.keys(end) as (keyof typeof end)[])('when %s', async (how) => {
    const session = await world.signIn('ho.rates');
    const elsewhere = await world.another();
    const streams = [await watchMails(session), await watchMails(session, elsewhere.url)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(() => streams.map(({ stream }) => stream.events.length), SOON).toEqual([1, 1]);
    await end[how](session);
    await expect.poll(() => streams.map(({ hasEnded }) => hasEnded), SOON).toEqual([true, true]);
    await elsewhere.stop();
    await world.sql(
      `update access.account set enabled = true, must_change_password = false where user_id = 'ho.rates'`,
    );
    await world.sql(
      `update access.group_right set may_query = true where right_key = 'IBR'
         and right_group = (select right_group from access.account where user_id = 'ho.rates')`,
    );
    await world.sql(
      `update access.password p set hash = other.hash from access.account a, access.password other
       where a.user_id = 'ho.rates' and p.account = a.srno
         and other.account = (select srno from access.account where user_id = 'admin')`,
    );
  });

  it('when the session expires without any event', async () => {
    const session = await world.signIn('ho.rates');
    await world.sql(
      `update access.session set last_used_at = now() - interval '29 minutes 55 seconds' where id_hash = $1`,
      [createHash('sha256').update(session).digest()],
    );
    // A process without this session in memory reads its last use from the database.
    const fresh = await world.another();
    const stream = await watchMails(session, fresh.url);
    expect(stream.status).toBe(200);
    await expect.poll(() => stream.hasEnded, SOON).toBe(true);
    await fresh.stop();
  });

  it('and the stream of the page says why', async () => {
    const session = await world.signIn('ho.rates');
    const { stream } = await watch(session);
    await world.post('login_a.php', [session, 'logout']);
    await stream.ended;
    expect(stream.events.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
  });
});

describe('the number of open streams is bounded', () => {
  it('for each session: of twenty concurrent clients the newest stay', async () => {
    const session = await world.signIn('sales.mum');
    const streams = await Promise.all(Array.from({ length: CLIENTS }, () => watch(session)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    await expect.poll(() => streams.filter(({ hasEnded }) => !hasEnded).length, SOON).toBe(PER_SESSION);
    expect(await openCount()).toBe(PER_SESSION);
    await closeAll();
  });

  it('for each user, over all sessions', async () => {
    const sessions = await Promise.all(Array.from({ length: 5 }, () => world.signIn('sales.mum')));
    const streams = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => watch(sessions[index % 5] ?? '')),
    );
    await expect.poll(() => streams.filter(({ hasEnded }) => !hasEnded).length, SOON).toBe(PER_USER);
    await closeAll();
  });

  it('for each process: one more is refused and nobody loses a stream', async () => {
    const users = ['sales.mum', 'bm.mum', 'sales.del', 'bm.del', 'zm.west'];
    const sessions = await Promise.all(users.map((user) => world.signIn(user)));
    const streams = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => watch(sessions[index % users.length] ?? '')),
    );
    const counts = Map.groupBy(streams, ({ status }) => status);
    expect(counts.get(200)).toHaveLength(TOTAL);
    expect(counts.get(503)).toHaveLength(CLIENTS - TOTAL);
    expect(counts.get(200)?.filter(({ hasEnded }) => hasEnded)).toEqual([]);
    await closeAll();
  });

  it('for each address, without a session', async () => {
    const admin = await world.signIn('admin');
    const made = await world.post('ratecard_a.php', [
      admin,
      'makedisplay',
      JSON.stringify({ eId: 'MUM', view: 'A' }),
    ]);
    const key = made.json.key as string;
    expect(key).toMatch(/^[\w-]{32}$/);
    const streams = await Promise.all(
      Array.from({ length: CLIENTS }, () => open('ratecard_a.php', ['watchdisplay', key])),
    );
    await expect.poll(() => streams.filter(({ hasEnded }) => !hasEnded).length, SOON).toBe(PER_ADDRESS);
    await closeAll();
  });
});
