import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { ownSessions } from '#contract/access/own-sessions.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type OwnSession = z.input<typeof ownSessions.reply>['sessions'][number];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36';

async function signIn(user: string, agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'): Promise<string> {
  const { json } = await world.post('login_a.php', ['validate', user, DEMO_PASSWORD, 'WEB'], {
    'user-agent': agent,
  });
  return json.session;
}
const list = async (session: string): Promise<OwnSession[]> =>
  (await world.post('factor_a.php', [session, 'sessions'])).json.sessions;
const end = (session: string, id: string) => world.post('factor_a.php', [session, 'endsessions', id]);
const confirm = (session: string) => world.post('factor_a.php', [session, 'password', DEMO_PASSWORD]);
const works = async (session: string) => (await world.post('right_a.php', [session, 'own'])).status === 200;

test('the own sessions are listed, the asking one first, and no session of anybody else', async () => {
  await signIn('bm.del');
  const desk = await signIn('sales.mum');
  const phone = await signIn('sales.mum', PHONE);
  await world.sql(`update access.session set address = '198.51.100.7' where agent = $1`, [PHONE]);
  const sessions = await list(desk);
  expect(sessions.map(({ device, own }) => [device, own])).toEqual([
    ['Firefox on Windows', 1],
    ['Chrome on Android', 0],
  ]);
  expect(sessions[1]).toMatchObject({ address: '198.51.100.7', id: expect.stringMatching(/^[0-9a-f]{16}$/) });
  for (const { started, used } of sessions)
    expect(Date.parse(used)).toBeGreaterThanOrEqual(Date.parse(started));
  // The name of a session opens nothing.
  for (const { id } of sessions) expect(await works(id)).toBe(false);
  expect((await list(phone)).map(({ own }) => own)).toEqual([1, 0]);
});

test('sessions that have ended, expired or rested too long are not listed', async () => {
  const desk = await signIn('cm.ho');
  const [left, expired, resting] = [await signIn('cm.ho'), await signIn('cm.ho'), await signIn('cm.ho')];
  expect(await list(desk)).toHaveLength(4);
  await world.post('login_a.php', [left, 'logout']);
  const hash = (id: string) => `sha256(convert_to('${id}', 'utf8'))`;
  await world.sql(`update access.session set expires_at = now() where id_hash = ${hash(expired)}`);
  await world.sql(
    `update access.session set last_used_at = now() - interval '2 hours' where id_hash = ${hash(resting)}`,
  );
  expect((await list(desk)).map(({ own }) => own)).toEqual([1]);
});

test('a session is ended by its name, all others at once, and never the asking one', async () => {
  const desk = await signIn('zm.west');
  const [first, second, third] = [await signIn('zm.west'), await signIn('zm.west'), await signIn('zm.west')];
  await confirm(desk);
  const own = (await list(desk)).find((session) => session.own === 1)?.id ?? '';
  expect((await end(desk, own)).json).toEqual({ err: '', msg: FACTOR_TEXTS.noSession, done: 0 });

  const other = (await list(first)).find((session) => session.own === 1)?.id ?? '';
  expect((await end(desk, other)).json).toEqual({ err: '', msg: '', done: 1 });
  expect(await Promise.all([desk, first, second, third].map(works))).toEqual([true, false, true, true]);
  expect((await end(desk, other)).json.done).toBe(0);

  expect((await end(desk, '')).json.done).toBe(1);
  expect(await Promise.all([desk, second, third].map(works))).toEqual([true, false, false]);
  expect((await end(desk, '')).json).toEqual({ err: '', msg: FACTOR_TEXTS.noSession, done: 0 });
  const trail = await world.sql<{ after: unknown }>(
    `select t.after from platform.trail t join access.account a on a.srno::text = t.record_id
     where t.action = 'end own sessions' and a.user_id = 'zm.west' order by t.id`,
  );
  expect(trail.map(({ after }) => after)).toEqual([{ sessions: 1 }, { sessions: 2 }]);
});

test('nobody ends a session of another user, and a name must be one', async () => {
  const victim = await signIn('fm.ho');
  const thief = await signIn('staff.mum');
  await confirm(thief);
  const id = (await list(victim))[0]?.id ?? '';
  for (const name of [id, '%', 'ZZZZZZZZZZZZZZZZ', id.toUpperCase().slice(1)])
    expect((await end(thief, name)).json).toEqual({ err: '', msg: FACTOR_TEXTS.noSession, done: 0 });
  expect(await works(victim)).toBe(true);
});

test('a sign-in must be confirmed before it ends another one, however young it is', async () => {
  const stolen = await signIn('staff.del');
  const desk = await signIn('staff.del');
  expect(await end(stolen, '')).toMatchObject({ status: 403, json: { factor: 'password' } });
  expect(await works(desk)).toBe(true);
  await confirm(stolen);
  expect((await end(stolen, '')).json.done).toBe(1);
  expect(await works(desk)).toBe(false);
});
