import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#tools/testing/free-port.ts';
import { startIdentityProvider, type IdentityProvider } from '#tools/testing/identity-provider.ts';
import { ProviderBrowser } from '#tools/testing/provider-browser.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { signInWithApp } from '#tools/testing/second-factor.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** What somebody can do who has nothing but the session of a user, at any time after the sign-in. */

let world: World;
let provider: IdentityProvider;
let sales: string;

beforeAll(async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider([`${url}/sso/callback`]);
  world = await openWorld({
    PORT: port,
    PUBLIC_URL: url,
    STEP_UP: 'approvals,rates,rights,users,bank,persons',
    STEP_UP_AMOUNT: '60000',
    OIDC_SECOND_FACTOR: 'mfa',
    ...provider.settings,
  });
  for (const [user, person] of Object.entries(PERSONS)) {
    await world.sql(`update access.account set email = $2 where user_id = $1`, [
      user,
      `${person}@corp.example`,
    ]);
    provider.people.set(person, { email: `${person}@corp.example` });
  }
  await world.sql('delete from access.email_change');
  sales = await world.signIn('sales.mum');
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const PERSONS: Readonly<Record<string, string>> = { 'bm.mum': 'vikram', 'ho.rates': 'rita', admin: 'asha' };
const VICTIMS = Object.keys(PERSONS);

const factor = (session: string, action: string, ...fields: string[]) =>
  world.post('factor_a.php', [session, action, ...fields]);

const byPassword = (user: string): Promise<string> => world.signIn(user);

async function byProvider(user: string): Promise<string> {
  const { session } = await new ProviderBrowser(world).signIn(PERSONS[user] ?? '');
  expect(session).toMatch(/^[\w-]{43}$/);
  return session as string;
}

async function byProviderWithFactor(user: string): Promise<string> {
  provider.alter((claims) => ({ ...claims, amr: ['pwd', 'mfa'] }));
  try {
    return await byProvider(user);
  } finally {
    provider.alter(null);
  }
}

/** Signs in with an authenticator app that was set up in an earlier session. */
const byPasswordAndCode = async (user: string): Promise<string> => (await signInWithApp(world, user)).session;

/** Moves the sign-in of every session into the past. */
const age = (minutes: number) =>
  world.sql(
    `update access.session set started_at = started_at - make_interval(mins => $1),
       second_factor_at = second_factor_at - make_interval(mins => $1) where ended_at is null`,
    [minutes],
  );

async function largeRequest(): Promise<number> {
  const reqProductData = [{ product: 'CN', isd: 'USD', qty: '1000', rate: '88.4567' }] as const;
  const record = JSON.stringify(pricedRequest('SP', { reqProductData: [...reqProductData] }));
  return (await world.post('newfxrequest_a.php', [sales, 'save', record])).json.srno as number;
}

const storedFactors = () =>
  world.sql(
    `select user_id, (select count(*)::integer from access.totp where account = a.srno and secret is not null) as totp,
       (select count(*)::integer from access.passkey where account = a.srno) as passkeys,
       (select count(*)::integer from access.recovery_code where account = a.srno) as codes
     from access.account a where user_id = any ($1) order by user_id`,
    [VICTIMS],
  );

/** Everything by which a thief of the sessions could enrol, approve, publish, or lock their owners out. */
async function attack(stolen: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const { 'bm.mum': manager = '', 'ho.rates': rates = '', admin = '' } = stolen;
  const request = await largeRequest();
  const [victim] = await world.sql<{ srno: number }>(
    `select srno from access.account where user_id = 'bm.mum'`,
  );
  const tries: Record<string, () => Promise<{ status: number }>> = {};
  for (const [user, session] of Object.entries(stolen)) {
    for (const action of ['totpbegin', 'passkeybegin', 'totpremove', 'codes'])
      tries[`${user} ${action}`] = () => factor(session, action);
    tries[`${user} totpfinish`] = () => factor(session, 'totpfinish', '123456');
    tries[`${user} passkeyadd`] = () => factor(session, 'passkeyadd', '{"name":"Mine","response":{}}');
    tries[`${user} passkeyremove`] = () => factor(session, 'passkeyremove', '1');
    tries[`${user} endsessions`] = () => factor(session, 'endsessions', '');
  }
  tries['approve'] = () => world.post('fxrequest_a.php', [manager, 'APPROVE', 'BM', String(request)]);
  tries['publish'] = () =>
    world.post('ibr_a.php', [rates, 'saveibr', JSON.stringify({ flag: 'F', ibrList: [] })]);
  tries['group'] = () =>
    world.post('right_group_a.php', [admin, 'save', '0', JSON.stringify({ rg_name: 'Thieves' })]);
  tries['reset'] = () => world.post('user_a.php', [admin, 'resetfactors', String(victim?.srno)]);
  const answers: Record<string, number> = {};
  for (const [name, send] of Object.entries(tries)) answers[name] = (await send()).status;
  return answers;
}

const WAYS = {
  'by password': byPassword,
  'by the provider': byProvider,
  'by the provider with a second factor': byProviderWithFactor,
  'by password and code': byPasswordAndCode,
} as const;

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('a session that was opened %s', (way) => {
  it.each([0, 5, 14, 16])(
    'and stolen after %i minutes neither enrols, approves, publishes nor locks out',
    async (minutes) => {
      await world.sql('delete from access.recovery_code');
      await world.sql('delete from access.totp');
      const stolen: Record<string, string> = {};
      for (const user of VICTIMS) stolen[user] = await WAYS[way](user);
      await age(minutes);
      const before = await storedFactors();

      const answers = await attack(stolen);
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, 403])));
      expect(await storedFactors()).toEqual(before);
      // The owner still works in the same session, and signs in again.
      for (const user of VICTIMS) {
        expect((await world.post('right_a.php', [stolen[user] ?? '', 'own'])).status).toBe(200);
        expect(await WAYS[way === 'by password and code' ? 'by password' : way](user)).toMatch(/^[\w-]{43}$/);
      }
    },
  );
});
