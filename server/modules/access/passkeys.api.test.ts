import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { Authenticator } from '#tools/testing/authenticator.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const ORIGIN = 'https://desk.bureau.example';
let world: World;

beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: `${ORIGIN}/` });
});
afterAll(() => world.close());

const signIn = async (user: string) =>
  (await world.post('login_a.php', ['validate', user, DEMO_PASSWORD, 'WEB'])).json;
const factor = async (session: string, action: string, ...fields: string[]) =>
  (await world.post('factor_a.php', [session, action, ...fields])).json;
const isOpen = async (session: string) => (await world.post('right_a.php', [session, 'own'])).status === 200;

const add = async (session: string, authenticator: Authenticator, name = 'Phone') => {
  await factor(session, 'password', DEMO_PASSWORD);
  const { options } = await factor(session, 'passkeybegin');
  const response = authenticator.register(options);
  return factor(session, 'passkeyadd', JSON.stringify({ name, response }));
};
const confirm = async (session: string, authenticator: Authenticator) => {
  const { options } = await factor(session, 'passkeyask');
  return factor(session, 'passkeyverify', JSON.stringify(authenticator.confirm(options)));
};

/** A user with one passkey and a new session that must confirm it. */
async function withPasskey(user: string) {
  const { session } = await signIn(user);
  const authenticator = new Authenticator(ORIGIN);
  expect(await add(session, authenticator)).toMatchObject({ done: 1, err: '' });
  const next = await signIn(user);
  expect(next.factor).toBe('verify');
  return { authenticator, first: session as string, session: next.session as string };
}

it('is added with recovery codes, confirms the next sign-in, and is listed, renamed and removed', async () => {
  const { authenticator, session } = await withPasskey('sales.mum');
  expect(await isOpen(session)).toBe(false);
  expect((await confirm(session, authenticator)).done).toBe(1);
  expect(await isOpen(session)).toBe(true);
  const { passkeys, codes } = await factor(session, 'state');
  expect(passkeys).toMatchObject([{ name: 'Phone', used: expect.any(String) }]);
  expect(codes).toBe(10);
  const srno = String(passkeys[0].srno);
  expect((await factor(session, 'passkeyname', srno, 'Desk key')).done).toBe(1);
  expect((await factor(session, 'state')).passkeys[0].name).toBe('Desk key');

  const other = await world.signIn('sales.del');
  expect((await factor(other, 'passkeyname', srno, 'Mine')).done).toBe(0);
  await factor(other, 'password', DEMO_PASSWORD);
  expect((await factor(other, 'passkeyremove', srno)).done).toBe(0);
  expect((await factor(session, 'passkeyremove', srno)).factor).toBe('confirm');
  expect((await confirm(session, authenticator)).done).toBe(1);
  expect((await factor(session, 'passkeyremove', srno)).done).toBe(1);
  expect((await signIn('sales.mum')).factor).toBeUndefined();
});

it('answers each challenge once, and only that of its own session', async () => {
  const { authenticator, session } = await withPasskey('bm.mum');
  const { session: stolen } = await signIn('bm.mum');
  const { options } = await factor(session, 'passkeyask');
  const answer = JSON.stringify(authenticator.confirm(options));
  await factor(stolen, 'passkeyask');
  expect((await factor(stolen, 'passkeyverify', answer)).msg).toBe(FACTOR_TEXTS.passkeyRefused);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => factor(session, 'passkeyverify', answer)),
  );
  expect(answers.filter(({ done }) => done === 1)).toHaveLength(1);
  expect(await isOpen(stolen)).toBe(false);
});

it('is refused with an old challenge, from another origin, by another key and by a copy that fell behind', async () => {
  const { authenticator, session } = await withPasskey('bm.del');
  const { options } = await factor(session, 'passkeyask');
  await world.sql('update access.passkey_challenge set expires_at = now()');
  const late = await factor(session, 'passkeyverify', JSON.stringify(authenticator.confirm(options)));
  expect(late.msg).toBe(FACTOR_TEXTS.tooOld);

  const refused = { err: '', done: 0, msg: FACTOR_TEXTS.passkeyRefused };
  authenticator.origin = 'https://desk.bureau.example.evil.example';
  expect(await confirm(session, authenticator)).toEqual(refused);
  authenticator.origin = ORIGIN;
  expect(await confirm(session, new Authenticator(ORIGIN))).toEqual(refused);
  expect((await confirm(session, authenticator)).done).toBe(1);
  authenticator.counter = 0;
  expect(await confirm(session, authenticator)).toEqual(refused);
  const { session: fresh } = await signIn('bm.del');
  expect((await factor(fresh, 'passkeybegin')).factor).toBe('verify');
});

it('cannot be added twice, for another site, or without a challenge', async () => {
  const { first } = await withPasskey('zm.west');
  const { session } = await signIn('staff.mum');
  const shared = new Authenticator(ORIGIN);
  expect((await add(first, shared, 'Shared key')).done).toBe(1);
  expect((await add(session, shared)).err).toBe(FACTOR_TEXTS.passkeyKnown);
  expect((await add(session, new Authenticator('https://other.example'))).msg).toBe(
    FACTOR_TEXTS.passkeyRefused,
  );
  const response = new Authenticator(ORIGIN).register({ challenge: 'c29tZXRoaW5n' });
  const unasked = await factor(session, 'passkeyadd', JSON.stringify({ name: 'Phone', response }));
  expect(unasked.msg).toBe(FACTOR_TEXTS.tooOld);
  expect((await factor(session, 'state')).passkeys).toEqual([]);
});

it('is removed with the other factors when a lost device is reset', async () => {
  const { session } = await withPasskey('dlv.del');
  const admin = await world.signIn('admin');
  const [user] = await world.sql<{ srno: number }>(
    `select srno from access.account where user_id = 'dlv.del'`,
  );
  await factor(admin, 'password', DEMO_PASSWORD);
  await world.post('user_a.php', [admin, 'resetfactors', String(user?.srno)]);
  expect((await signIn('dlv.del')).factor).toBeUndefined();
  expect(await isOpen(session)).toBe(false);
});
