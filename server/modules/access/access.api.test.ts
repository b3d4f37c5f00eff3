import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS, rightLevel } from '#domain/rights.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let catcher: Catcher;

beforeAll(async () => {
  catcher = await startCatcher();
  world = await openWorld({ ROLE: 'both', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const signIn = (user: string, password: string, tag = 'WEB') =>
  world.post('login_a.php', ['validate', user, password, tag]);

const change = (session: string, old: string, fresh: string, again = fresh) =>
  world.post('user_a.php', [session, 'chngpass', JSON.stringify({ old, new: fresh, rnew: again })]);

describe('sign-in', () => {
  it('returns every field of the specification', async () => {
    const { status, json } = await signIn('admin', DEMO_PASSWORD);
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'MSG0000',
      session: expect.stringMatching(/^[\w-]{43}$/),
      srno: 1,
      id: 'admin',
      name: 'Asha Rao',
      entityid: 'HO',
      entitytype: 'A',
      entityname: 'Head Office',
      empcode: '',
      finyear: expect.stringMatching(/^20\d\d-20\d\d$/),
      chg_pw_on_logon: 0,
    });
  });

  it.each([
    ['a wrong password', 'admin', 'Bureau2027', 'MSG0001'],
    ['an unknown user', 'nobody', DEMO_PASSWORD, 'MSG0001'],
    ['an empty username', '', DEMO_PASSWORD, 'MSG0001'],
    ['an empty password', 'admin', '', 'MSG0001'],
    ['a username of 21 characters', 'a'.repeat(21), DEMO_PASSWORD, 'MSG0001'],
    ['a password of 21 characters', 'admin', 'B'.repeat(21), 'MSG0001'],
    ['a username with a quote', "admin'--", DEMO_PASSWORD, 'MSG0001'],
    ['an inactive user', 'gone', DEMO_PASSWORD, 'MSG0003'],
    ['an inactive user with a wrong password', 'gone', 'Bureau2027', 'MSG0001'],
    ['a blocked user', 'blocked', DEMO_PASSWORD, 'MSG0004'],
    ['a blocked user with a wrong password', 'blocked', 'Bureau2027', 'MSG0001'],
  ])('%s', async (_, user, password, expected) => {
    const { status, json } = await signIn(user, password);
    expect([status, json]).toEqual([200, { status: expected }]);
  });

  it('trims the username and ignores its case', async () => {
    expect((await signIn('  ADMIN ', ` ${DEMO_PASSWORD} `)).json.id).toBe('admin');
  });

  it('stores only the hash of the session id', async () => {
    const session = await world.signIn('sales.mum');
    const hash = createHash('sha256').update(session).digest();
    const { rowCount } = await world.database.admin.query('select from access.session where id_hash = $1', [
      hash,
    ]);
    expect(rowCount).toBe(1);
  });

  it('records successes and failures in the trail, without the password', async () => {
    await signIn('bm.del', 'Wrong2026');
    await signIn('bm.del', DEMO_PASSWORD);
    const { rows } = await world.database.admin.query(
      `select t.action, t.after, host(t.address) as address from platform.trail t join access.account a on a.srno::text = t.record_id
       where t.record = 'account' and a.user_id = 'bm.del' order by t.id`,
    );
    expect(rows).toEqual([
      { action: 'sign-in', after: { ok: false, why: 'MSG0001' }, address: '127.0.0.1' },
      { action: 'sign-in', after: { ok: true }, address: '127.0.0.1' },
    ]);
  });

  it('takes as long for an unknown user as for a known one', async () => {
    const time = async (user: string) => {
      const startedAt = performance.now();
      await signIn(user, 'Wrong2026');
      return performance.now() - startedAt;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time('cm.ho'));
      unknown.push(await time('cm.nowhere'));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[7] ?? 0;
    // A check without a hash would take a tenth of the time.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.6);
  });
});

describe('throttle', () => {
  it('delays a user after too many failures from one address, across processes', async () => {
    const strict = await world.another({ SIGN_IN_FAILURES: '3' });
    const { post } = await import('#tools/testing/world.ts');
    const attempt = (password: string) =>
      post(
        strict.url,
        'login_a.php',
        new URLSearchParams({ 1: 'validate', 2: 'dlv.del', 3: password, 4: 'WEB' }).toString(),
      );
    for (let failure = 0; failure < 3; failure += 1)
      expect((await attempt('Wrong2026')).json.status).toBe('MSG0001');
    const refused = await attempt(DEMO_PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.json.err).toMatch(/^Too many attempts\. Please wait 1\d min/);
    await strict.stop();
  });
});

describe('session', () => {
  it.each([
    ['absent', ''],
    ['garbage', 'x'.repeat(43)],
    ['of another shape', "' or 1=1 --"],
  ])('%s → 401 with MSG0002', async (_, session) => {
    const { status, json } = await world.post('right_a.php', [session, 'all', 'COUNTRY']);
    expect([status, json]).toEqual([401, { status: 'MSG0002' }]);
  });

  it.each([
    ['idle', `last_used_at = now() - interval '31 minutes'`],
    ['too old', `expires_at = now() - interval '1 second'`],
    ['ended', 'ended_at = now()'],
  ])('%s → 401 with MSG0002', async (_, change) => {
    const session = await world.signIn('staff.mum');
    const hash = createHash('sha256').update(session).digest();
    await world.database.admin.query(`update access.session set ${change} where id_hash = $1`, [hash]);
    const { status, json } = await world.post('right_a.php', [session, 'all', 'COUNTRY']);
    expect([status, json]).toEqual([401, { status: 'MSG0002' }]);
  });

  it('ends at sign-out', async () => {
    const session = await world.signIn('staff.del');
    expect((await world.post('right_a.php', [session, 'all', 'AUDIT'])).status).toBe(200);
    expect((await world.post('login_a.php', [session, 'logout'])).json).toEqual({ msg: '', err: '' });
    expect((await world.post('right_a.php', [session, 'all', 'AUDIT'])).status).toBe(401);
  });
});

describe('rights', () => {
  it('the table of keys equals the list of the domain', async () => {
    const { rows } = await world.database.admin.query(
      'select key, description, parent, level from access.right_key order by position',
    );
    expect(rows).toEqual(RIGHTS.map((right) => ({ ...right, level: rightLevel(right.key) })));
  });

  it('allrightquery returns the same object with 1 or 0', async () => {
    const session = await world.signIn('sales.mum');
    const asked = { NEWTRANREQUEST: '', COUNTRY: '', LOGOUT: '', NOSUCHKEY: '', __proto__x: '' };
    const { json } = await world.post('right_a.php', [session, 'allrightquery', btoa(JSON.stringify(asked))]);
    expect(json).toEqual({ NEWTRANREQUEST: 1, COUNTRY: 0, LOGOUT: 1, NOSUCHKEY: 0, __proto__x: 0 });
  });

  it('own gives the user, every right and the branches in reach', async () => {
    const signedIn = await world.post('login_a.php', ['validate', 'sales.mum', 'Bureau2026', 'WEB']);
    const { status: _status, session, ...user } = signedIn.json;
    const { json } = await world.post('right_a.php', [session, 'own']);
    expect(json.user).toEqual(user);
    expect(json.rights).toEqual((await world.post('right_a.php', [session, 'held'])).json);
    expect(json.rights).toMatchObject({ NEWTRANREQUEST: 'QAE', TRANREQUESTDETAIL: 'QE' });
    expect(json.branches).toEqual({ count: 1, first: { value: 'MUM', name: expect.any(String) } });
    const admin = await world.post('right_a.php', [await world.signIn('admin'), 'own']);
    expect(admin.json.branches).toMatchObject({ count: 4, first: { value: 'BLR' } });
  });

  it('own gives each user a key for drafts on a device, the same in every session', async () => {
    const keyOf = async (user: string) =>
      (await world.post('right_a.php', [await world.signIn(user), 'own'])).json.draftkey as string;
    const [first, again, other] = [
      await keyOf('sales.mum'),
      await keyOf('sales.mum'),
      await keyOf('sales.del'),
    ];
    expect(Buffer.from(first, 'base64')).toHaveLength(32);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('all gives the three flags of one key', async () => {
    const session = await world.signIn('sales.mum');
    const flags = async (key: string) => (await world.post('right_a.php', [session, 'all', key])).json;
    expect(await flags('NEWTRANREQUEST')).toEqual({ query: '1', add: '1', edit: '1' });
    expect(await flags('TRANREQUESTDETAIL')).toEqual({ query: '1', add: '0', edit: '1' });
    expect(await flags('COUNTRY')).toEqual({ query: '0', add: '0', edit: '0' });
    expect(await flags('toString')).toEqual({ query: '0', add: '0', edit: '0' });
  });

  it.each([
    ['admin', ['BLR', 'DEL', 'MUM', 'PUN']],
    ['zm.west', ['MUM', 'PUN']],
    ['bm.del', ['DEL']],
    ['fran.goa', []],
  ])('the branches of %s', async (user, branches) => {
    const session = await world.signIn(user);
    const list = async (action: string) =>
      ((await world.post('user_a.php', [session, action])).json as { value: string }[]).map(
        ({ value }) => value,
      );
    expect((await list('branchallowed')).sort()).toEqual(branches);
    expect((await list('branchallowedselect'))[0]).toBe('');
    expect((await list('branchallowedall'))[0]).toBe('ALL');
  });
});

describe('change password', () => {
  it('newjoin must change the password before any other call', async () => {
    const { json } = await signIn('newjoin', DEMO_PASSWORD);
    expect(json.chg_pw_on_logon).toBe(1);
    const refused = await world.post('right_a.php', [json.session, 'all', 'COUNTRY']);
    expect([refused.status, refused.json]).toEqual([403, { err: 'Please change your password first.' }]);
    const done = await change(json.session, DEMO_PASSWORD, 'Welcome12026');
    expect(done.json).toEqual({ msg: 'Password has been changed.', err: '', newr: 1, inpro: 1 });
    expect((await world.post('right_a.php', [json.session, 'all', 'COUNTRY'])).status).toBe(200);
    expect((await signIn('newjoin', DEMO_PASSWORD)).json.status).toBe('MSG0001');
    expect((await signIn('newjoin', 'Welcome12026')).json.chg_pw_on_logon).toBe(0);
  });

  it.each([
    ['seven characters', 'Abcdef1', 'Please check password policy'],
    ['twenty-one characters', 'Abcdefghijklmnopqrs12', 'Please check password policy'],
    ['no capital letter', 'abcdefg1', 'Please check password policy'],
    ['no small letter', 'ABCDEFG1', 'Please check password policy'],
    ['no digit', 'Abcdefgh', 'Please check password policy'],
  ])('%s is refused', async (_, password, expected) => {
    const session = await world.signIn('dlv1.mum');
    expect((await change(session, DEMO_PASSWORD, password)).json).toEqual({ err: expected });
  });

  it('refuses a different confirmation, a wrong old password and the same password', async () => {
    const session = await world.signIn('dlv1.mum');
    expect((await change(session, DEMO_PASSWORD, 'Abcdefg1', 'Abcdefg2')).json).toEqual({
      err: 'New password and confirm password does not match',
    });
    expect((await change(session, 'Wrong2026', 'Abcdefg1')).json).toEqual({
      err: 'The old password is not right.',
    });
    expect((await change(session, DEMO_PASSWORD, DEMO_PASSWORD)).json.err).toMatch(/must differ/);
  });

  it('spaces at the ends of a new password are trimmed, as at sign-in', async () => {
    const session = await world.signIn('bm.mum');
    expect((await change(session, ` ${DEMO_PASSWORD}`, ' Spacious2026 ', 'Spacious2026')).json.err).toBe('');
    expect((await signIn('bm.mum', ' Spacious2026 ')).json.status).toBe('MSG0000');
  });

  it('ends every other session of the user', async () => {
    const [mine, other, stranger] = [
      await world.signIn('dlv2.mum'),
      await world.signIn('dlv2.mum'),
      await world.signIn('dlv1.mum'),
    ];
    expect((await change(mine, DEMO_PASSWORD, 'Another12026')).json.err).toBe('');
    const status = async (session: string) =>
      (await world.post('right_a.php', [session, 'all', 'CNOUT'])).status;
    expect(await Promise.all([mine, other, stranger].map(status))).toEqual([200, 401, 200]);
  });

  it('refuses, if configured, the last five passwords and the most common ones', async () => {
    const strict = await world.another({ REFUSE_PAST_PASSWORDS: 'on', REFUSE_COMMON_PASSWORDS: 'on' });
    const { post, fieldsBody } = await import('#tools/testing/world.ts');
    const session = await world.signIn('fm.ho');
    const attempt = async (old: string, fresh: string) =>
      (
        await post(
          strict.url,
          'user_a.php',
          fieldsBody([session, 'chngpass', JSON.stringify({ old, new: fresh, rnew: fresh })]),
        )
      ).json.err;
    expect(await attempt(DEMO_PASSWORD, 'Password123')).toBe('Please check password policy');
    expect(await attempt(DEMO_PASSWORD, 'Mango42trees')).toBe('');
    expect(await attempt('Mango42trees', DEMO_PASSWORD)).toBe('Please check password policy');
    await strict.stop();
  });
});

describe('reset', () => {
  const ask = (user: string, email: string) => world.post('login_a.php', ['reset', user, email]);
  const finish = (token: string, password: string) =>
    world.post('login_a.php', ['resetfinish', JSON.stringify({ token, new: password, rnew: password })]);
  const tokenMailedTo = async (address: string) => {
    const mail = await catcher.waitFor((candidate) => candidate.to.includes(address), 60_000);
    const token = /#reset=([\w-]{43})/.exec(mail.text)?.[1];
    catcher.clear();
    return token ?? '';
  };

  it.each([
    ['another address', 'zm.west', 'bm.mum@bureau.example'],
    ['an unknown user', 'nobody', 'nobody@bureau.example'],
    ['no address', 'zm.west', ''],
    ['an inactive user', 'gone', 'gone@bureau.example'],
  ])('refuses %s', async (_, user, email) => {
    expect((await ask(user, email)).json).toEqual({ msg: 'Invalid User Id or Email Id' });
  });

  it('mails a link that works once and ends every session', async () => {
    const session = await world.signIn('zm.west');
    expect((await ask('zm.west', 'ZM.west@bureau.example')).json.msg).toMatch(/sent to your e-mail/);
    const token = await tokenMailedTo('zm.west@bureau.example');
    expect((await finish(token, 'weak')).json).toEqual({ err: 'Please check password policy' });
    const both = await Promise.all([finish(token, 'Fresh2026pass'), finish(token, 'Fresh2026pass')]);
    expect(both.map(({ json }) => json.err === '').sort()).toEqual([false, true]);
    expect((await finish(token, 'Fresh2027pass')).json.err).toMatch(/used or is too old/);
    expect((await world.post('right_a.php', [session, 'all', 'AUDIT'])).status).toBe(401);
    expect((await signIn('zm.west', 'Fresh2026pass')).json.status).toBe('MSG0000');
  });

  it('a newer link invalidates the older one, and links expire', async () => {
    await ask('ho.rates', 'ho.rates@bureau.example');
    const older = await tokenMailedTo('ho.rates@bureau.example');
    // Removes the bucket that prevents a second mail within five minutes.
    await world.database.admin.query(`delete from access.throttle where bucket like 'reset mail %'`);
    await ask('ho.rates', 'ho.rates@bureau.example');
    const newer = await tokenMailedTo('ho.rates@bureau.example');
    expect((await finish(older, 'Fresh2026pass')).json.err).toMatch(/used or is too old/);
    await world.database.admin.query(
      `update access.password_reset set expires_at = now() where used_at is null`,
    );
    expect((await finish(newer, 'Fresh2026pass')).json.err).toMatch(/used or is too old/);
  });
});
