import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { startIdentityProvider, type IdentityProvider } from '#tools/testing/identity-provider.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { ProviderBrowser } from '#tools/testing/provider-browser.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';

let world: World;
let provider: IdentityProvider;

beforeAll(async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider([`${url}/sso/callback`]);
  world = await openWorld({
    PORT: port,
    PUBLIC_URL: url,
    NEW_DEVICE_MAIL: 'on',
    OIDC_SECOND_FACTOR: 'mfa,urn:two',
    ...provider.settings,
  });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
afterEach(() => {
  provider.alter(null);
  provider.setDown(false);
});

const newBrowser = () => new ProviderBrowser(world);

const withQuery = (url: string, change: (query: URLSearchParams) => void) => {
  const changed = new URL(url);
  change(changed.searchParams);
  return changed.href;
};
const setEmail = (user: string, email: string) =>
  world.sql(`update access.account set email = $2 where user_id = $1`, [user, email]);
/** The address of a user, as if it had been set long ago, and a person of the provider who has it too. */
async function know(user: string, person: string): Promise<void> {
  await setEmail(user, `${person}@corp.example`);
  await world.sql('delete from access.email_change');
  provider.people.set(person, { email: `${person}@CORP.example` });
}
const set = (user: string, assignment: string) =>
  world.sql(`update access.account set ${assignment} where user_id = $1`, [user]);
const trailOf = (user: string) =>
  world.sql<{ action: string; actor: string | null; after: unknown }>(
    `select t.action, t.after from platform.trail t join access.account a on t.record_id = a.srno::text
     where t.record = 'account' and a.user_id = $1 order by t.id`,
    [user],
  );
const own = (session: string) => world.post('right_a.php', [session, 'own']);

describe('a sign-in by the identity provider', () => {
  it('opens the session of the one user who has the verified address, and tells them', async () => {
    await know('sales.mum', 'asha');
    const browser = newBrowser();
    const authorization = await browser.start();
    expect(Object.fromEntries(new URL(authorization).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${world.url}/sso/callback`,
    });
    const callback = await browser.atProvider(authorization, 'asha');
    const { response, to } = await browser.open(callback);
    expect(to).toBe(`${world.url}/#signin`);
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toContain('; HttpOnly; SameSite=');
    const { json } = await browser.exchange();
    expect(json).toMatchObject({ status: 'MSG0000', id: 'sales.mum', entitytype: 'B', chg_pw_on_logon: 0 });
    expect((await own(json.session)).status).toBe(200);
    expect(await trailOf('sales.mum')).toEqual([
      { action: 'link identity provider', after: { issuer: provider.issuer, subject: 'asha' } },
      { action: 'sign-in', after: { ok: true, by: 'provider' } },
    ]);
    const jobs = await world.sql<{ notice: string }>(
      `select payload ->> 'notice' as notice from graphile_worker._private_jobs where payload ->> 'notice' is not null`,
    );
    expect(jobs).toEqual([{ notice: 'linked' }]);
    expect(
      await world.sql(`select device from access.known_device d join access.account a on a.srno = d.account
        where a.user_id = 'sales.mum'`),
    ).toHaveLength(1);
  });

  it('counts only the subject afterwards, whatever becomes of the addresses', async () => {
    await know('bm.mum', 'vikram');
    expect(await newBrowser().signIn('vikram')).toMatchObject({ id: 'bm.mum' });
    await setEmail('bm.mum', 'other@corp.example');
    provider.people.set('vikram', { email: 'third@corp.example', verified: false });
    expect(await newBrowser().signIn('vikram')).toMatchObject({ id: 'bm.mum' });
    // Another person with the address of a linked user is not this user.
    provider.people.set('impostor', { email: 'other@corp.example' });
    await world.sql('delete from access.email_change');
    expect(await newBrowser().signIn('impostor')).toBe('#signin=unknown');
  });

  it('does not force a change of a password that the user need not know', async () => {
    await know('staff.del', 'nina');
    await set('staff.del', 'must_change_password = true');
    const { session, chg_pw_on_logon } = await newBrowser().signIn('nina');
    expect(chg_pw_on_logon).toBe(0);
    expect((await own(session)).json.user.chg_pw_on_logon).toBe(0);
    await set('staff.del', 'must_change_password = false');
  });

  it('lets nobody in who is unknown, not verified, ambiguous, inactive, blocked or has a fresh address', async () => {
    const before = await world.sql<{ users: number }>(
      'select count(*)::integer as users from access.account',
    );
    provider.people.set('stranger', { email: 'stranger@corp.example' });
    expect(await newBrowser().signIn('stranger')).toBe('#signin=unknown');
    await know('sales.del', 'ravi');
    provider.people.set('ravi', { email: 'ravi@corp.example', verified: false });
    expect(await newBrowser().signIn('ravi')).toBe('#signin=noemail');
    provider.people.set('nobody', {});
    expect(await newBrowser().signIn('nobody')).toBe('#signin=noemail');

    await know('sales.del', 'ravi');
    await know('zm.west', 'ravi');
    expect(await newBrowser().signIn('ravi')).toBe('#signin=several');
    await set('zm.west', 'active = false');
    await set('sales.del', 'enabled = false');
    expect(await newBrowser().signIn('ravi')).toBe('#signin=blocked');
    await set('sales.del', 'enabled = true, active = false');
    expect(await newBrowser().signIn('ravi')).toBe('#signin=inactive');
    await set('sales.del', 'active = true');
    await setEmail('sales.del', 'hijack@corp.example');
    provider.people.set('hijack', { email: 'hijack@corp.example' });
    expect(await newBrowser().signIn('hijack')).toBe('#signin=held');

    expect(
      await world.sql(`select i.account from access.provider_identity i join access.account a on a.srno = i.account
      where a.user_id in ('sales.del', 'zm.west')`),
    ).toEqual([]);
    expect(await world.sql('select count(*)::integer as users from access.account')).toEqual(before);
    expect((await trailOf('sales.del')).map(({ after }) => after)).toContainEqual({
      ok: false,
      why: 'identity provider: blocked',
    });
    await set('zm.west', 'active = true');
  });

  it('refuses a linked user who became inactive, also between the two steps', async () => {
    await know('cm.ho', 'meera');
    const browser = newBrowser();
    expect(await browser.finish(await browser.atProvider(await browser.start(), 'meera'))).toBe('#signin');
    await set('cm.ho', 'active = false');
    expect((await browser.exchange()).json).toEqual({ status: 'MSG0003' });
    expect(await newBrowser().signIn('meera')).toBe('#signin=inactive');
    await set('cm.ho', 'active = true');
  });
});

describe('what is forged or used twice', () => {
  it('is refused: no attempt, that of another browser, another state, a changed cookie', async () => {
    await know('sales.mum', 'asha');
    const victim = newBrowser();
    const attacker = newBrowser();
    const callback = await attacker.atProvider(await attacker.start(), 'asha');
    expect(await victim.finish(callback)).toBe('#signin=stale');
    await victim.start();
    expect(await victim.finish(callback)).toBe('#signin=stale');
    const forged = withQuery(callback, (query) => query.set('state', 'x'.repeat(43)));
    expect(await attacker.finish(forged)).toBe('#signin=stale');

    const browser = newBrowser();
    const own2 = await browser.atProvider(await browser.start(), 'asha');
    for (const [key, value] of browser.cookies)
      if (key.endsWith('bureau-attempt'))
        browser.cookies.set(key, `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`);
    expect(await browser.finish(own2)).toBe('#signin=stale');
  });

  it('is refused: a code or a state again, a ticket again, and no ticket', async () => {
    const browser = newBrowser();
    const callback = await browser.atProvider(await browser.start(), 'asha');
    const kept = new Map(browser.cookies);
    expect(await browser.finish(callback)).toBe('#signin');
    const answers = await Promise.all([browser.exchange(), browser.exchange(), browser.exchange()]);
    expect(answers.filter(({ json }) => json.session !== undefined)).toHaveLength(1);
    expect((await browser.exchange()).json).toEqual({ status: 'MSG0002' });
    expect((await newBrowser().exchange()).json).toEqual({ status: 'MSG0002' });
    // The code was used: the provider refuses it even with the right cookie.
    for (const again of [callback, withQuery(callback, (query) => query.set('code', 'forged'))]) {
      for (const [key, value] of kept) browser.cookies.set(key, value);
      expect(await browser.finish(again)).toBe('#signin=failed');
    }
  });

  it('is refused: a state for which there is a ticket, should the provider take its code twice', async () => {
    const browser = newBrowser();
    const authorization = await browser.start();
    const first = await browser.atProvider(authorization, 'asha');
    const kept = new Map(browser.cookies);
    expect(await browser.finish(first)).toBe('#signin');
    for (const [key, value] of kept) browser.cookies.set(key, value);
    // A new code for the same state.
    const second = await browser.atProvider(authorization, 'asha');
    expect(await browser.finish(second)).toBe('#signin=stale');
  });

  it.each([
    ['nonce', (claims: object) => ({ ...claims, nonce: 'another' }), 'own key'],
    ['audience', (claims: object) => ({ ...claims, aud: 'another client' }), 'own key'],
    ['issuer', (claims: object) => ({ ...claims, iss: 'http://127.0.0.1:1' }), 'own key'],
    ['age', (claims: object) => ({ ...claims, iat: 1, exp: 2 }), 'own key'],
    ['signature', (claims: object) => ({ ...claims }), 'other key'],
  ] as const)('is refused: an ID token with another %s', async (_, change, key) => {
    provider.alter(change, key);
    expect(await newBrowser().signIn('asha')).toBe('#signin=failed');
  });

  it('is refused: an attempt whose nonce was replaced on the way to the provider', async () => {
    const browser = newBrowser();
    const changed = withQuery(await browser.start(), (query) => query.set('nonce', 'another'));
    expect(await browser.finish(await browser.atProvider(changed, 'asha'))).toBe('#signin=failed');
  });

  it('leads nowhere else, whatever the address and the Host header say', async () => {
    const browser = newBrowser();
    const evil = `${world.url}/sso/callback?to=https://evil.example&state=//evil.example&iss=https://evil.example`;
    expect(await browser.finish(evil)).toBe('#signin=stale');
    const response = await fetch(`${world.url}/sso/start?redirect_uri=https://evil.example`, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(response.headers.get('location')).not.toContain('evil');
    expect(await browser.finish(`${world.url}/sso/callback?state=${'x'.repeat(5_000)}`)).toBe(
      '#signin=failed',
    );
  });

  it('is told in words: the person refused, or the provider is down', async () => {
    const browser = newBrowser();
    const state = new URL(await browser.start()).searchParams.get('state') ?? '';
    const denied = `${world.url}/sso/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await browser.finish(denied)).toBe('#signin=cancelled');
    const late = newBrowser();
    const callback = await late.atProvider(await late.start(), 'asha');
    provider.setDown(true);
    expect(await late.finish(callback)).toBe('#signin=down');
  });
});

describe('a second factor', () => {
  const require = (needs: boolean) =>
    world.sql(
      `update access.right_group g set needs_second_factor = $1 from access.account a
       where a.right_group = g.srno and a.user_id = 'sales.mum'`,
      [needs],
    );

  it('is asked for here unless the settings accept what the provider did', async () => {
    await require(true);
    expect(await newBrowser().signIn('asha')).toMatchObject({ factor: 'enrol' });
    provider.alter((claims) => ({ ...claims, amr: ['pwd'], acr: 'urn:one' }));
    const weak = await newBrowser().signIn('asha');
    expect(weak.factor).toBe('enrol');
    expect((await own(weak.session)).status).toBe(403);
    for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: 'urn:two' }]) {
      provider.alter((before) => ({ ...before, ...claims }));
      const strong = await newBrowser().signIn('asha');
      expect(strong).not.toHaveProperty('factor');
      expect((await own(strong.session)).status).toBe(200);
    }
    await require(false);
  });
});

describe('a confirmation by the identity provider', () => {
  const factor = (session: string, action: string) => world.post('factor_a.php', [session, action]);
  /** Asks a person again. Returns the part after the # of the page. */
  const again = async (browser: ProviderBrowser, person: string) => {
    const { to } = await browser.open(`${world.url}/sso/confirm`);
    return browser.finish(await browser.atProvider(to, person));
  };
  const asked = { err: FACTOR_TEXTS.confirmProvider, factor: 'provider' };
  const notConfirmed = { err: '', msg: FACTOR_TEXTS.otherPerson, done: 0 };

  it('lets a user who signed in there set up a factor, though the provider knows the person still', async () => {
    const browser = newBrowser();
    const { session } = await browser.signIn('asha');
    expect((await factor(session, 'totpbegin')).json).toEqual(asked);
    const { to } = await browser.open(`${world.url}/sso/confirm`);
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    // The provider shows its form again, instead of leading back at once.
    expect((await browser.open(to)).to).toContain('/interaction/');
    expect(await again(browser, 'asha')).toBe('#confirm');
    expect((await browser.call('factor_a.php', [session, 'provider'])).json.done).toBe(1);
    expect((await factor(session, 'totpbegin')).json.done).toBe(1);
    expect((await trailOf('sales.mum')).at(-2)).toEqual({
      action: 'confirm by identity provider',
      after: { second_factor: false },
    });
    expect((await browser.call('factor_a.php', [session, 'provider'])).json).toEqual(notConfirmed);
  });

  it('is refused: the ticket of a sign-in, of another person, for a session, and none', async () => {
    const browser = newBrowser();
    const { session } = await browser.signIn('asha');
    const confirm = () => browser.call('factor_a.php', [session, 'provider']);
    expect((await confirm()).json).toEqual(notConfirmed);
    expect(await browser.finish(await browser.atProvider(await browser.start(), 'asha'))).toBe('#signin');
    expect((await confirm()).json).toEqual(notConfirmed);
    expect(await again(newBrowser(), 'stranger')).toBe('#confirm=unknown');

    const other = newBrowser();
    expect(await again(other, 'vikram')).toBe('#confirm');
    expect((await other.call('factor_a.php', [session, 'provider'])).json).toEqual(notConfirmed);
    expect((await other.exchange()).json).toEqual({ status: 'MSG0002' });
    expect((await factor(session, 'totpbegin')).json).toEqual(asked);
  });

  it.each([
    [
      'is an hour old',
      (claims: object) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 3_600 }),
    ],
    ['is missing', (claims: object) => ({ ...claims, auth_time: undefined })],
  ])('is refused: a sign-in there whose time %s', async (_, change) => {
    provider.alter(change);
    expect(await again(newBrowser(), 'asha')).toBe('#confirm=failed');
  });

  it('counts as a second factor as the settings say, and only when it was asked again', async () => {
    const strict = await world.another({ PORT: '0', STEP_UP: 'rates' });
    const publish = (session: string) =>
      post(strict.url, 'ibr_a.php', fieldsBody([session, 'saveibr', '{"flag":"F","ibrList":[]}']));
    await know('ho.rates', 'rita');
    provider.alter((claims) => ({ ...claims, amr: ['mfa'] }));
    const browser = newBrowser();
    const { session } = await browser.signIn('rita');
    expect(await publish(session)).toMatchObject({ status: 403, json: asked });
    expect(await again(browser, 'rita')).toBe('#confirm');
    expect((await browser.call('factor_a.php', [session, 'provider'])).json.done).toBe(1);
    expect((await publish(session)).status).toBe(200);
  });
});

describe('an administrator', () => {
  it('removes a link, which ends the sessions that came by it', async () => {
    const admin = await world.signIn('admin');
    const { session, srno } = await newBrowser().signIn('asha');
    const byPassword = await world.signIn('sales.mum');
    const detail = async () => (await world.post('user_a.php', [admin, 'detail', String(srno)])).json;
    const unlink = () => world.post('user_a.php', [admin, 'unlinkprovider', String(srno)]);
    expect((await detail()).umLinked).toBe(1);
    expect(await unlink()).toMatchObject({ status: 403, json: { factor: 'password' } });
    await world.post('factor_a.php', [admin, 'password', DEMO_PASSWORD]);
    expect((await unlink()).json).toMatchObject({ err: '', srno });
    expect((await own(session)).status).toBe(401);
    expect((await own(byPassword)).status).toBe(200);
    expect((await detail()).umLinked).toBe(0);
  });
});

describe('an installation', () => {
  it('without a provider has neither address', async () => {
    const plain = await world.another({
      PORT: '0',
      OIDC_ISSUER: '',
      OIDC_NAME: '',
      OIDC_CLIENT_ID: '',
      OIDC_CLIENT_SECRET: '',
    });
    for (const path of ['/sso/start', '/sso/confirm', '/sso/callback?code=a&state=b'])
      expect((await fetch(plain.url + path, { redirect: 'manual' })).status).toBe(404);
  });

  it('whose provider is down when it starts says so, and signs in when it is back', async () => {
    const later = await world.another({ PORT: '0' });
    provider.setDown(true);
    expect(await newBrowser().start(later.url)).toBe(`${world.url}/#signin=down`);
    provider.setDown(false);
    await expect.poll(() => newBrowser().start(later.url), { timeout: 30_000 }).toContain(provider.issuer);
  });
});
