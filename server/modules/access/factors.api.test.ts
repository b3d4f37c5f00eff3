import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { GRANT_TEXTS } from '#domain/access/grants.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';
import { codeAt, stepAt } from './totp.ts';

let world: World;
let catcher: Catcher;

beforeAll(async () => {
  catcher = await startCatcher();
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    NEW_DEVICE_MAIL: 'on',
  });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const signIn = async (user: string) =>
  (await world.post('login_a.php', ['validate', user, DEMO_PASSWORD, 'WEB'])).json;
const factor = (session: string, action: string, ...fields: string[]) =>
  world.post('factor_a.php', [session, action, ...fields]);
const own = (session: string) => world.post('right_a.php', [session, 'own']);
const accountOf = (user: string) =>
  world
    .sql<{ srno: number }>('select srno from access.account where user_id = $1', [user])
    .then(([row]) => row?.srno ?? 0);
const codeNow = (secret: string, more = 0) => codeAt(secret, stepAt(Date.now()) + more);
/** A code works once, so a test that needs several makes the server forget the last one. */
const forgetSteps = () => world.sql('update access.totp set last_step = 0');
const trailOf = async (user: string, action: string) =>
  (
    await world.sql<{ after: unknown }>(
      `select after from platform.trail where record = 'account' and record_id = $1 and action = $2 order by id`,
      [String(await accountOf(user)), action],
    )
  ).map(({ after }) => after);

/** Sets up an authenticator app in a new session. */
async function enrol(user: string) {
  const session = (await signIn(user)).session as string;
  await factor(session, 'password', DEMO_PASSWORD);
  const { secret } = (await factor(session, 'totpbegin')).json;
  const { done, codes } = (await factor(session, 'totpfinish', codeNow(secret))).json;
  expect(done).toBe(1);
  await forgetSteps();
  return { session, secret: secret as string, codes: codes as string[] };
}

/** As if a session had confirmed everything long ago. */
const age = (user: string) =>
  world.sql(
    `update access.session s set reauthenticated_at = reauthenticated_at - interval '1 hour',
       step_up_at = step_up_at - interval '1 hour'
     from access.account a where a.srno = s.account and a.user_id = $1`,
    [user],
  );

describe('an authenticator app', () => {
  it('is set up by its first code, with ten recovery codes, and asked for at the next sign-in', async () => {
    const { session, secret, codes } = await enrol('sales.mum');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){5}$/);
    expect((await own(session)).status).toBe(200);

    const next = await signIn('sales.mum');
    expect(next).toMatchObject({ status: 'MSG0000', factor: 'verify' });
    expect(await own(next.session)).toMatchObject({
      status: 403,
      json: { err: FACTOR_TEXTS.verifyFirst, factor: 'verify' },
    });
    expect((await factor(next.session, 'state')).json).toMatchObject({ due: 'verify', totp: 1, codes: 10 });
    const wrong = await factor(next.session, 'verify', '000000');
    expect(wrong.json).toEqual({ err: '', msg: FACTOR_TEXTS.wrongCode, done: 0 });
    expect((await own(next.session)).status).toBe(403);
    expect((await factor(next.session, 'verify', codeNow(secret))).json.done).toBe(1);
    expect((await own(next.session)).status).toBe(200);
    expect(await trailOf('sales.mum', 'confirm second factor')).toEqual([
      { ok: false },
      { ok: true, by: 'authenticator app' },
    ]);
  });

  it('lets a session before its second factor neither read, write, upload, listen nor add a factor', async () => {
    await enrol('sales.del');
    const { session } = await signIn('sales.del');
    const uploaded = new FormData();
    uploaded.set('meta', JSON.stringify({ sid: session, uploadType: 'COMPANYLOGO' }));
    uploaded.set('file', new Blob(['x']), 'x.png');
    const answers = await Promise.all([
      factor(session, 'totpbegin'),
      factor(session, 'totpfinish', '123456'),
      factor(session, 'totpremove'),
      factor(session, 'codes'),
      factor(session, 'password', DEMO_PASSWORD),
      world.post('user_a.php', [session, 'chngpass', '{"old":"a","new":"b","rnew":"b"}']),
      world.post('home_a.php', [session, 'watch']),
      fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: uploaded }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await world.post('login_a.php', [session, 'logout'])).status).toBe(200);
  });

  it('takes each code once, whatever number of sessions send it at the same moment', async () => {
    const { secret } = await enrol('bm.mum');
    const sessions = await Promise.all(Array.from({ length: 6 }, () => signIn('bm.mum')));
    const code = codeNow(secret);
    const answers = await Promise.all(sessions.map(({ session }) => factor(session, 'verify', code)));
    expect(answers.filter(({ json }) => json.done === 1)).toHaveLength(1);
    const open = await Promise.all(sessions.map(({ session }) => own(session)));
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('keeps its secret encrypted, and from the reading role', async () => {
    const { secret } = await enrol('zm.west');
    const account = await accountOf('zm.west');
    const [row] = await world.sql<{ secret: string }>('select secret from access.totp where account = $1', [
      account,
    ]);
    expect(row?.secret).toMatch(/^[A-Za-z0-9+/=]{60,}$/);
    expect(Buffer.from(row?.secret ?? '', 'base64').toString('latin1')).not.toContain(secret);
    const mayRead = await world.sql<{ may: boolean }>(
      `select has_column_privilege('bureau_reader', t, c, 'select') as may
       from (values ('access.totp', 'secret'), ('access.totp', 'pending'), ('access.recovery_code', 'code_hash')) v (t, c)`,
    );
    expect(mayRead.map(({ may }) => may)).toEqual([false, false, false]);
  });

  it('bounds the guesses, so that the right code is refused as well after ten wrong ones', async () => {
    const { secret } = await enrol('fm.ho');
    const { session } = await signIn('fm.ho');
    const guesses = await Promise.all(Array.from({ length: 14 }, () => factor(session, 'verify', '000000')));
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await factor(session, 'verify', codeNow(secret))).status).toBe(429);
    expect((await own(session)).status).toBe(403);
  });
});

describe('a factor that was added in a session', () => {
  it('ends the other sessions and is told by mail with the address, also if it is the first', async () => {
    const { session: other } = await signIn('ho.rates');
    const { session } = await enrol('ho.rates');
    await expect.poll(async () => (await own(other)).status, SOON).toBe(401);
    expect((await own(session)).status).toBe(200);
    const mail = await catcher.waitFor(
      ({ to, subject }) => to.includes('ho.rates@bureau.example') && subject.includes('was added'),
      SOON.timeout,
    );
    expect(mail.text).toContain('authenticator app, from 127.0.0.1. Your other sessions were ended.');
    expect(mail.text).toMatch(/User ho\.rates, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  });

  it('spends the password that was typed for it, so that the next one needs it again', async () => {
    const { session } = await signIn('dlv2.mum');
    await factor(session, 'password', DEMO_PASSWORD);
    const { secret } = (await factor(session, 'totpbegin')).json;
    const answers = await Promise.all([1, 2, 3].map(() => factor(session, 'totpfinish', codeNow(secret))));
    expect(answers.filter(({ json }) => json.done === 1)).toHaveLength(1);
    expect((await factor(session, 'passkeybegin')).json.factor).toBe('password');
  });

  it('confirms nothing in it, nor do the codes that were made in it; the next sign-in counts', async () => {
    const { session, secret, codes } = await enrol('audit.ca');
    expect((await factor(session, 'verify', codeNow(secret))).json.done).toBe(0);
    expect((await factor(session, 'verify', codes[0] ?? '')).json.done).toBe(0);
    expect((await factor(session, 'passkeyask')).json.done).toBe(0);
    expect((await factor(session, 'codes')).json.factor).toBe('password');
    const { session: next } = await signIn('audit.ca');
    expect((await factor(next, 'verify', codeNow(secret))).json.done).toBe(1);
    // The code of the sign-in lets the session in, and confirms nothing that is done in it.
    expect((await factor(next, 'codes')).json.factor).toBe('confirm');
    expect((await factor(next, 'verify', codes[0] ?? '')).json.done).toBe(1);
    expect((await factor(next, 'codes')).json.done).toBe(1);
  });
});

describe('recovery codes', () => {
  it('work once each, as people type them, and can be replaced', async () => {
    const { session, codes } = await enrol('bm.del');
    const [first = '', second = ''] = codes;
    const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn('bm.del')));
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all(sessions.map((each) => factor(each.session, 'verify', typed)));
    expect(answers.filter(({ json }) => json.done === 1)).toHaveLength(1);
    expect((await factor(session, 'state')).json.codes).toBe(9);

    expect((await factor(session, 'codes')).status).toBe(403);
    await factor(session, 'password', DEMO_PASSWORD);
    expect((await factor(session, 'codes')).json.codes).toHaveLength(10);
    const next = await signIn('bm.del');
    expect((await factor(next.session, 'verify', second)).json.done).toBe(0);
  });
});

describe('a change of the own factors', () => {
  it('needs the password again, at once after the sign-in and when it was confirmed long ago', async () => {
    const { session } = await signIn('staff.mum');
    const asked = { err: FACTOR_TEXTS.confirmPassword, factor: 'password' };
    expect((await factor(session, 'totpbegin')).json).toEqual(asked);
    expect((await factor(session, 'password', DEMO_PASSWORD)).json.done).toBe(1);
    expect((await factor(session, 'totpbegin')).json.done).toBe(1);
    await age('staff.mum');
    await expect.poll(async () => (await factor(session, 'totpbegin')).json, SOON).toEqual(asked);
    expect((await factor(session, 'password', 'Wrong2026')).json.done).toBe(0);
    expect((await factor(session, 'totpbegin')).status).toBe(403);
    expect((await factor(session, 'password', DEMO_PASSWORD)).json.done).toBe(1);
    expect((await factor(session, 'totpbegin')).json.done).toBe(1);
  });

  it('needs the second factor again if there is one: the password does not help', async () => {
    const { secret } = await enrol('staff.del');
    const { session } = await signIn('staff.del');
    expect((await factor(session, 'verify', codeNow(secret))).json.done).toBe(1);
    await forgetSteps();
    expect((await factor(session, 'codes')).status).toBe(403);
    expect((await factor(session, 'password', DEMO_PASSWORD)).json.done).toBe(1);
    expect((await factor(session, 'totpremove')).json).toEqual({
      err: FACTOR_TEXTS.confirm,
      factor: 'confirm',
    });
    expect((await factor(session, 'verify', codeNow(secret))).json.done).toBe(1);
    expect((await factor(session, 'totpremove')).json.done).toBe(1);
    expect((await signIn('staff.del')).factor).toBeUndefined();
  });
});

describe('a right group', () => {
  it('can require a second factor: its users set one up before anything else works', async () => {
    const admin = await world.signIn('admin');
    const [group] = await world.sql<{ srno: number; name: string }>(
      `select g.srno, g.name from access.right_group g join access.account a on a.right_group = g.srno
       where a.user_id = 'cm.ho'`,
    );
    const { session: before } = await signIn('cm.ho');
    const record = JSON.stringify({ rg_name: group?.name, rg_factor: 1 });
    expect(
      (await world.post('right_group_a.php', [admin, 'save', String(group?.srno), record])).json.err,
    ).toBe('');
    expect(
      (await world.post('right_group_a.php', [admin, 'detail', String(group?.srno)])).json.rg_factor,
    ).toBe(1);

    await expect
      .poll(async () => (await own(before)).json, SOON)
      .toEqual({ err: FACTOR_TEXTS.enrolFirst, factor: 'enrol' });
    expect((await signIn('cm.ho')).factor).toBe('enrol');
    const { session } = await enrol('cm.ho');
    expect((await own(session)).status).toBe(200);
    await factor(session, 'password', DEMO_PASSWORD);
    expect((await factor(session, 'totpremove')).json.err).toBe(FACTOR_TEXTS.lastFactor);
    // The session from before the set-up has ended.
    expect((await own(before)).status).toBe(401);
  });
});

it('a right group cannot require a second factor that no user could set up here', async () => {
  const admin = await world.signIn('admin');
  const saveOn = (url: string, rg_factor: 0 | 1) => {
    const record = JSON.stringify({ rg_name: `Factor ${randomUUID().slice(0, 8)}`, rg_factor });
    return post(url, 'right_group_a.php', fieldsBody([admin, 'save', '0', record]));
  };
  const without = { SECOND_FACTOR_SECRET: '' };
  // Browsers have passkeys only for a name, and only over TLS or on the machine itself.
  const cases = [
    ['http://desk.sahyadri.example', FACTOR_TEXTS.cannotRequire],
    ['https://192.0.2.7', FACTOR_TEXTS.cannotRequire],
    ['https://desk.sahyadri.example', ''],
    ['http://localhost:8080', ''],
  ] as const;
  for (const [PUBLIC_URL, err] of cases) {
    const server = await world.another({ ...without, PUBLIC_URL });
    expect([PUBLIC_URL, (await saveOn(server.url, 1)).json.err]).toEqual([PUBLIC_URL, err]);
    expect((await saveOn(server.url, 0)).json.err).toBe('');
    await server.stop();
  }
});

describe('a lost device', () => {
  it('is reset by an administrator: the factors and sessions end, the trail and the user are told', async () => {
    const { session } = await enrol('dlv.del');
    const account = await accountOf('dlv.del');
    const admin = await world.signIn('admin');
    const reset = () => world.post('user_a.php', [admin, 'resetfactors', String(account)]);
    // The administrator confirms it, although no setting asks for it.
    expect(await reset()).toMatchObject({ status: 403, json: { factor: 'password' } });
    expect((await own(session)).status).toBe(200);
    await factor(admin, 'password', DEMO_PASSWORD);
    expect((await reset()).json.err).toBe('');
    await expect.poll(async () => (await own(session)).status, SOON).toBe(401);
    expect((await signIn('dlv.del')).factor).toBeUndefined();
    expect(await trailOf('dlv.del', 'reset second factor')).toHaveLength(1);
    const mail = await catcher.waitFor(
      ({ to, subject }) => to.includes('dlv.del@bureau.example') && subject.includes('were removed'),
      SOON.timeout,
    );
    expect(mail.text).toContain('Asha Rao');
  });
});

it('nobody resets the own second factors, not even user number 1', async () => {
  const admin = await world.signIn('admin');
  await factor(admin, 'password', DEMO_PASSWORD);
  const own1 = await world.post('user_a.php', [admin, 'resetfactors', '1']);
  expect([own1.status, own1.json]).toEqual([403, { err: GRANT_TEXTS.ownFactors }]);
  expect(await trailOf('admin', 'reset second factor')).toEqual([]);
});

describe('a sign-in from a new device', () => {
  it('is told by mail, unless it is the first one or the device is known', async () => {
    const from = (agent: string) =>
      world.post('login_a.php', ['validate', 'dlv1.mum', DEMO_PASSWORD, 'WEB'], { 'user-agent': agent });
    const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36';
    await from(WINDOWS);
    await from(WINDOWS.replace('140', '141'));
    await Promise.all(Array.from({ length: 4 }, () => from('Mozilla/5.0 (Linux; Android 15) Firefox/143.0')));
    const isNotice = ({ to }: { to: readonly string[] }) => to.includes('dlv1.mum@bureau.example');
    const mail = await catcher.waitFor(isNotice, SOON.timeout);
    expect(mail.subject).toBe('Bureau: sign-in from a new device');
    expect(mail.text).toContain('Firefox on Android, 127.0.0.1');
    const jobs = await world.sql('select from graphile_worker.jobs where task_identifier = $1', [
      'access:notice',
    ]);
    expect(jobs.length + catcher.mails().filter(isNotice).length).toBe(1);
  });
});
