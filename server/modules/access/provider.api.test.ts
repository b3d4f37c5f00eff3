import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from '#tools/testing/identity-provider.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

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

/** A browser as far as a sign-in needs one: it keeps cookies and follows no redirect by itself. */
class Browser {
  readonly cookies = new Map<string, string>();

  async open(url: string, form?: Record<string, string>) {
    const { hostname, port } = new URL(url);
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${hostname}:${port} `));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const written of response.headers.getSetCookie()) {
      const [pair = ''] = written.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(`${hostname}:${port} ${pair.slice(0, at)}`, pair.slice(at + 1));
    }
    const to = response.headers.get('location');
    return { response, to: to === null ? '' : new URL(to, url).href };
  }

  /** Opens the start address. Returns the address of the provider to which it leads. */
  start = async (at = world.url) => (await this.open(`${at}/sso/start`)).to;

  /** Signs in at the provider. Returns the address to which it leads back. */
  async atProvider(authorization: string, person: string): Promise<string> {
    let { to } = await this.open(authorization);
    for (let hops = 0; hops < 8 && !to.includes('/sso/callback'); hops += 1)
      ({ to } = to.includes('/interaction/')
        ? await this.open(to, { prompt: 'login', login: person, password: 'any' })
        : await this.open(to));
    return to;
  }

  /** Ends a sign-in at our callback. Returns the part after the # of the page that opens. */
  finish = async (callback: string) => {
    const { response, to } = await this.open(callback);
    expect(response.status).toBe(303);
    expect(to.startsWith(`${world.url}/#`)).toBe(true);
    return new URL(to).hash;
  };

  /** The call that the page makes then. */
  exchange = async () => {
    const cookie = [...this.cookies]
      .filter(([key]) => key.startsWith(`127.0.0.1:${new URL(world.url).port} `))
      .map(([key, value]) => `${key.split(' ')[1]}=${value}`);
    return world.post('login_a.php', ['provider'], { cookie: cookie.join('; ') });
  };

  async signIn(person: string) {
    const hash = await this.finish(await this.atProvider(await this.start(), person));
    return hash === '#signin' ? (await this.exchange()).json : hash;
  }
}

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
    const browser = new Browser();
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
    expect(await new Browser().signIn('vikram')).toMatchObject({ id: 'bm.mum' });
    await setEmail('bm.mum', 'other@corp.example');
    provider.people.set('vikram', { email: 'third@corp.example', verified: false });
    expect(await new Browser().signIn('vikram')).toMatchObject({ id: 'bm.mum' });
    // Another person with the address of a linked user is not this user.
    provider.people.set('impostor', { email: 'other@corp.example' });
    await world.sql('delete from access.email_change');
    expect(await new Browser().signIn('impostor')).toBe('#signin=unknown');
  });

  it('does not force a change of a password that the user need not know', async () => {
    await know('staff.del', 'nina');
    await set('staff.del', 'must_change_password = true');
    const { session, chg_pw_on_logon } = await new Browser().signIn('nina');
    expect(chg_pw_on_logon).toBe(0);
    expect((await own(session)).json.user.chg_pw_on_logon).toBe(0);
    await set('staff.del', 'must_change_password = false');
  });

  it('lets nobody in who is unknown, not verified, ambiguous, inactive, blocked or has a fresh address', async () => {
    const before = await world.sql<{ users: number }>(
      'select count(*)::integer as users from access.account',
    );
    provider.people.set('stranger', { email: 'stranger@corp.example' });
    expect(await new Browser().signIn('stranger')).toBe('#signin=unknown');
    await know('sales.del', 'ravi');
    provider.people.set('ravi', { email: 'ravi@corp.example', verified: false });
    expect(await new Browser().signIn('ravi')).toBe('#signin=noemail');
    provider.people.set('nobody', {});
    expect(await new Browser().signIn('nobody')).toBe('#signin=noemail');

    await know('sales.del', 'ravi');
    await know('zm.west', 'ravi');
    expect(await new Browser().signIn('ravi')).toBe('#signin=several');
    await set('zm.west', 'active = false');
    await set('sales.del', 'enabled = false');
    expect(await new Browser().signIn('ravi')).toBe('#signin=blocked');
    await set('sales.del', 'enabled = true, active = false');
    expect(await new Browser().signIn('ravi')).toBe('#signin=inactive');
    await set('sales.del', 'active = true');
    await setEmail('sales.del', 'hijack@corp.example');
    provider.people.set('hijack', { email: 'hijack@corp.example' });
    expect(await new Browser().signIn('hijack')).toBe('#signin=held');

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
    const browser = new Browser();
    expect(await browser.finish(await browser.atProvider(await browser.start(), 'meera'))).toBe('#signin');
    await set('cm.ho', 'active = false');
    expect((await browser.exchange()).json).toEqual({ status: 'MSG0003' });
    expect(await new Browser().signIn('meera')).toBe('#signin=inactive');
    await set('cm.ho', 'active = true');
  });
});

describe('what is forged or used twice', () => {
  it('is refused: no attempt, that of another browser, another state, a changed cookie', async () => {
    await know('sales.mum', 'asha');
    const victim = new Browser();
    const attacker = new Browser();
    const callback = await attacker.atProvider(await attacker.start(), 'asha');
    expect(await victim.finish(callback)).toBe('#signin=stale');
    await victim.start();
    expect(await victim.finish(callback)).toBe('#signin=stale');
    const forged = withQuery(callback, (query) => query.set('state', 'x'.repeat(43)));
    expect(await attacker.finish(forged)).toBe('#signin=stale');

    const browser = new Browser();
    const own2 = await browser.atProvider(await browser.start(), 'asha');
    for (const [key, value] of browser.cookies)
      if (key.endsWith('bureau-attempt')) browser.cookies.set(key, `A${value.slice(1)}`);
    expect(await browser.finish(own2)).toBe('#signin=stale');
  });

  it('is refused: a code or a state again, a ticket again, and no ticket', async () => {
    const browser = new Browser();
    const callback = await browser.atProvider(await browser.start(), 'asha');
    const kept = new Map(browser.cookies);
    expect(await browser.finish(callback)).toBe('#signin');
    const answers = await Promise.all([browser.exchange(), browser.exchange(), browser.exchange()]);
    expect(answers.filter(({ json }) => json.session !== undefined)).toHaveLength(1);
    expect((await browser.exchange()).json).toEqual({ status: 'MSG0002' });
    expect((await new Browser().exchange()).json).toEqual({ status: 'MSG0002' });
    // The code was used: the provider refuses it even with the right cookie.
    for (const again of [callback, withQuery(callback, (query) => query.set('code', 'forged'))]) {
      for (const [key, value] of kept) browser.cookies.set(key, value);
      expect(await browser.finish(again)).toBe('#signin=failed');
    }
  });

  it('is refused: a state for which there is a ticket, should the provider take its code twice', async () => {
    const browser = new Browser();
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
    expect(await new Browser().signIn('asha')).toBe('#signin=failed');
  });

  it('is refused: an attempt whose nonce was replaced on the way to the provider', async () => {
    const browser = new Browser();
    const changed = withQuery(await browser.start(), (query) => query.set('nonce', 'another'));
    expect(await browser.finish(await browser.atProvider(changed, 'asha'))).toBe('#signin=failed');
  });

  it('leads nowhere else, whatever the address and the Host header say', async () => {
    const browser = new Browser();
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
    const browser = new Browser();
    const state = new URL(await browser.start()).searchParams.get('state') ?? '';
    const denied = `${world.url}/sso/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await browser.finish(denied)).toBe('#signin=cancelled');
    const late = new Browser();
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
    expect(await new Browser().signIn('asha')).toMatchObject({ factor: 'enrol' });
    provider.alter((claims) => ({ ...claims, amr: ['pwd'], acr: 'urn:one' }));
    const weak = await new Browser().signIn('asha');
    expect(weak.factor).toBe('enrol');
    expect((await own(weak.session)).status).toBe(403);
    for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: 'urn:two' }]) {
      provider.alter((before) => ({ ...before, ...claims }));
      const strong = await new Browser().signIn('asha');
      expect(strong).not.toHaveProperty('factor');
      expect((await own(strong.session)).status).toBe(200);
    }
    await require(false);
  });
});

describe('an administrator', () => {
  it('removes a link, which ends the sessions that came by it', async () => {
    const admin = await world.signIn('admin');
    const { session, srno } = await new Browser().signIn('asha');
    const byPassword = await world.signIn('sales.mum');
    const detail = async () => (await world.post('user_a.php', [admin, 'detail', String(srno)])).json;
    const unlink = () => world.post('user_a.php', [admin, 'unlinkprovider', String(srno)]);
    expect((await detail()).umLinked).toBe(1);
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
    for (const path of ['/sso/start', '/sso/callback?code=a&state=b'])
      expect((await fetch(plain.url + path, { redirect: 'manual' })).status).toBe(404);
  });

  it('whose provider is down when it starts says so, and signs in when it is back', async () => {
    const later = await world.another({ PORT: '0' });
    provider.setDown(true);
    expect(await new Browser().start(later.url)).toBe(`${world.url}/#signin=down`);
    provider.setDown(false);
    await expect.poll(() => new Browser().start(later.url), { timeout: 30_000 }).toContain(provider.issuer);
  });
});
