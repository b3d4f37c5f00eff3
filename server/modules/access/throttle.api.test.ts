import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';

/** Failures allowed for one user from one address, and ten times as many from all unknown addresses together. */
const LIMIT = 5;
const STRANGERS_LIMIT = LIMIT * 10;
const WRONG = 'Wrong2026';
const TOKEN = 'metrics-of-the-throttle';

let world: World;
let catcher: Catcher;

beforeAll(async () => {
  catcher = await startCatcher();
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    SIGN_IN_FAILURES: String(LIMIT),
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: TOKEN,
  });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const signInFrom = (address: string, user: string, password: string, url = world.url) =>
  post(url, 'login_a.php', fieldsBody(['validate', user, password, 'WEB']), from(address));
const resetFrom = (address: string, user: string, email: string) =>
  world.post('login_a.php', ['reset', user, email], from(address));

type Reply = Awaited<ReturnType<typeof signInFrom>>;
const repeat = <T>(times: number, work: (index: number) => T): T[] =>
  Array.from({ length: times }, (_, index) => work(index));
const evaluated = (replies: readonly Reply[]) => replies.filter(({ json }) => json.status === 'MSG0001');

async function hashesBegun(): Promise<number> {
  const page = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^bureau_password_hashes_total (\d+)$/m.exec(await page.text())?.[1]);
}

describe('parallel guesses', () => {
  it('are evaluated only up to the limit, while the user signs in from a known address', async () => {
    expect((await signInFrom('192.0.2.1', 'bm.mum', DEMO_PASSWORD)).json.status).toBe('MSG0000');
    const before = await hashesBegun();
    const guesses = repeat(500, () => signInFrom('198.51.100.1', 'bm.mum', WRONG));
    const meanwhile = await signInFrom('192.0.2.1', 'bm.mum', DEMO_PASSWORD);
    const replies = await Promise.all(guesses);
    expect(meanwhile.json.status).toBe('MSG0000');
    expect(evaluated(replies)).toHaveLength(LIMIT);
    expect((await hashesBegun()) - before).toBe(LIMIT + 1);

    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(500 - LIMIT);
    for (const { status, headers } of refused) {
      expect([429, 503]).toContain(status);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await signInFrom('198.51.100.1', 'bm.mum', DEMO_PASSWORD)).status).toBe(429);
    expect((await signInFrom('192.0.2.1', 'bm.mum', DEMO_PASSWORD)).json.status).toBe('MSG0000');
  });

  it('from many addresses fill the bucket of unknown addresses, which does not lock out a known address', async () => {
    expect((await signInFrom('192.0.2.2', 'bm.del', DEMO_PASSWORD)).json.status).toBe('MSG0000');
    for (let round = 0; round < LIMIT; round += 1)
      await Promise.all(repeat(12, (index) => signInFrom(`198.51.100.${100 + index}`, 'bm.del', WRONG)));
    const [bucket] = await world.sql<{ count: number }>(
      `select count from access.throttle where bucket = 'user bm.del'`,
    );
    expect(bucket?.count).toBe(STRANGERS_LIMIT);
    expect((await signInFrom('203.0.113.1', 'bm.del', DEMO_PASSWORD)).status).toBe(429);
    expect((await signInFrom('192.0.2.2', 'bm.del', DEMO_PASSWORD)).json.status).toBe('MSG0000');
  });

  it('are counted together by two processes', async () => {
    const other = await world.another();
    const replies = await Promise.all(
      repeat(60, (index) =>
        signInFrom('198.51.100.2', 'zm.west', WRONG, index % 2 === 0 ? world.url : other.url),
      ),
    );
    expect(evaluated(replies)).toHaveLength(LIMIT);
    await other.stop();
  });

  it('of an old password are evaluated only up to the limit', async () => {
    const session = await world.signIn('dlv1.mum');
    const before = await hashesBegun();
    const passwords = JSON.stringify({ old: WRONG, new: 'Another2026', rnew: 'Another2026' });
    const replies = await Promise.all(
      repeat(60, () => world.post('user_a.php', [session, 'chngpass', passwords])),
    );
    expect(replies.filter(({ json }) => json.err === 'The old password is not right.')).toHaveLength(LIMIT);
    expect((await hashesBegun()) - before).toBe(LIMIT);
  });
});

describe('an attempt', () => {
  it('that succeeds is not counted', async () => {
    for (let time = 0; time < LIMIT * 3; time += 1)
      expect((await signInFrom('192.0.2.3', 'sales.mum', DEMO_PASSWORD)).json.status).toBe('MSG0000');
    const counts = await world.sql<{ bucket: string; count: number }>(
      `select bucket, count from access.throttle where bucket like '%sales.mum%' or bucket = 'from 192.0.2.3'`,
    );
    expect(counts.filter(({ count }) => count > 0)).toEqual([]);
  });

  it('that fails at a known address counts only there', async () => {
    await signInFrom('192.0.2.4', 'cm.ho', DEMO_PASSWORD);
    for (let time = 0; time < LIMIT; time += 1)
      expect((await signInFrom('192.0.2.4', 'cm.ho', WRONG)).json.status).toBe('MSG0001');
    expect((await signInFrom('192.0.2.4', 'cm.ho', DEMO_PASSWORD)).status).toBe(429);
    expect((await signInFrom('203.0.113.2', 'cm.ho', DEMO_PASSWORD)).json.status).toBe('MSG0000');
  });

  it('counts for the /64 of an IPv6 address, and for the IPv4 address that it maps', async () => {
    for (let time = 0; time < LIMIT; time += 1) await signInFrom(`2001:db8:1:2:${time}::1`, 'fm.ho', WRONG);
    expect((await signInFrom('2001:db8:1:2::ffff', 'fm.ho', DEMO_PASSWORD)).status).toBe(429);
    for (let time = 0; time < LIMIT; time += 1) await signInFrom('::ffff:198.51.100.3', 'fm.ho', WRONG);
    expect((await signInFrom('198.51.100.3', 'fm.ho', DEMO_PASSWORD)).status).toBe(429);
    expect((await signInFrom('2001:db8:1:3::1', 'fm.ho', DEMO_PASSWORD)).json.status).toBe('MSG0000');
  });

  it('without a session also counts for the /64 of an IPv6 address', async () => {
    const strict = await world.another({ PUBLIC_CALLS_PER_MINUTE: '5' });
    // More attempts than two minutes allow, because the minute may end in the middle.
    const replies = await Promise.all(
      repeat(15, (index) => signInFrom(`2001:db8:7:7:${index}::1`, '', '', strict.url)),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.stop();
  });

  it('does the same work for an unknown user as for a known one', async () => {
    // Each statement is prepared once per connection. Its name shows which one ran.
    const run = vi.spyOn(pg.Client.prototype, 'query');
    const workOf = async (user: string) => {
      run.mockClear();
      const [trail] = await world.sql<{ entries: string }>('select count(*) as entries from platform.trail');
      const hashes = await hashesBegun();
      await signInFrom('198.51.100.4', user, WRONG);
      // Maintenance of the process may run at the same moment.
      const statements = run.mock.calls
        .map(([query]) => (typeof query === 'string' ? query : ((query as { name?: string }).name ?? '')))
        .filter(
          (text) => /^access\.|bureau\.call = 'login\.validate'/.test(text) && !/forget|touch/.test(text),
        )
        .map((text) => text.slice(0, text.indexOf(';') + 1) || text);
      const [after] = await world.sql<{ entries: string }>('select count(*) as entries from platform.trail');
      return {
        statements,
        hashes: (await hashesBegun()) - hashes,
        trail: Number(after?.entries) - Number(trail?.entries),
        buckets: await world.sql(
          `select replace(bucket, $1, '') as bucket, count from access.throttle where strpos(bucket, $1) > 0 order by 1`,
          [user],
        ),
      };
    };
    const known = await workOf('staff.mum');
    const unknown = await workOf('staff.xyz');
    run.mockRestore();
    expect(known.statements.length).toBeGreaterThan(4);
    expect(known.buckets).toHaveLength(2);
    expect(unknown).toEqual(known);
    expect([known.hashes, known.trail]).toEqual([1, 1]);
  });

  it('for an unknown user writes no name to the trail', async () => {
    await signInFrom('198.51.100.5', 'secret-typed-here', WRONG);
    const entries = await world.sql(
      `select record, record_id, branch, before, after from platform.trail where address = '198.51.100.5'`,
    );
    expect(entries).toEqual([
      { record: 'account', record_id: '', branch: null, before: null, after: { ok: false, why: 'MSG0001' } },
    ]);
  });
});

describe('known addresses', () => {
  const knownOf = (user: string) =>
    world.sql<{ network: string }>(
      `select k.network::text as network from access.known_address k join access.account a on a.srno = k.account
       where a.user_id = $1 order by k.signed_in_at desc`,
      [user],
    );

  it('are the newest twenty from which the user signed in', async () => {
    for (let host = 1; host <= 22; host += 1)
      await signInFrom(`192.0.2.${100 + host}`, 'staff.del', DEMO_PASSWORD);
    const known = (await knownOf('staff.del')).map(({ network }) => network);
    expect(known).toEqual(repeat(20, (index) => `192.0.2.${122 - index}/32`));
  });

  it('expire after thirty days, and a job removes them', async () => {
    await signInFrom('2001:db8:5:5::7', 'fran.goa', DEMO_PASSWORD);
    expect(await knownOf('fran.goa')).toEqual([{ network: '2001:db8:5:5::/64' }]);
    await world.sql(`update access.known_address set signed_in_at = signed_in_at - interval '31 days'
      where account = (select srno from access.account where user_id = 'fran.goa')`);
    for (let time = 0; time < LIMIT; time += 1) await signInFrom('2001:db8:5:5::7', 'fran.goa', WRONG);
    const buckets = await world.sql(`select bucket from access.throttle where bucket = 'user fran.goa'`);
    expect(buckets).toHaveLength(1);
    await world.sql(`select graphile_worker.add_job('platform:retention')`);
    await expect.poll(() => knownOf('fran.goa'), SOON).toEqual([]);
  });

  it('are forgotten when a mailed link replaces the password, except the address where that happened', async () => {
    await signInFrom('192.0.2.7', 'ho.rates', DEMO_PASSWORD);
    await signInFrom('192.0.2.8', 'ho.rates', DEMO_PASSWORD);
    const token = 'known'.padEnd(43, 'x');
    await world.sql(
      `insert into access.password_reset (token_hash, account, expires_at)
       select $1, srno, now() + interval '5 minutes' from access.account where user_id = 'ho.rates'`,
      [createHash('sha256').update(token).digest()],
    );
    const passwords = JSON.stringify({ token, new: 'Fresh2026pass', rnew: 'Fresh2026pass' });
    const finished = await world.post('login_a.php', ['resetfinish', passwords], from('203.0.113.9'));
    expect(finished.json.err).toBe('');
    expect(await knownOf('ho.rates')).toEqual([{ network: '203.0.113.9/32' }]);
  });
});

describe('reset', () => {
  const mailsTo = (address: string) => catcher.mails().filter(({ to }) => to.includes(address)).length;

  it('sends one mail for sixty concurrent requests', async () => {
    const email = 'cm.ho@bureau.example';
    const replies = await Promise.all(
      repeat(60, (index) => resetFrom(`198.51.100.${20 + (index % 30)}`, 'cm.ho', email)),
    );
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(STRANGERS_LIMIT);
    for (const { json } of accepted) expect(json.msg).toMatch(/sent to your e-mail/);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(60 - STRANGERS_LIMIT);
    await expect
      .poll(() => world.sql(`select from graphile_worker.jobs where task_identifier = 'access:reset'`), SOON)
      .toEqual([]);
    expect(mailsTo(email)).toBe(1);
    const asked = await world.sql(
      `select from platform.trail t join access.account a on a.srno::text = t.record_id
       where t.record = 'account' and t.action = 'ask reset' and a.user_id = 'cm.ho'`,
    );
    expect(asked).toHaveLength(1);
  });

  it('refuses further requests for a user from one address, but not from a known one', async () => {
    await signInFrom('192.0.2.5', 'dlv2.mum', DEMO_PASSWORD);
    const ask = (address: string) => resetFrom(address, 'dlv2.mum', 'somebody@bureau.example');
    const replies = await Promise.all(repeat(40, () => ask('198.51.100.60')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect((await ask('192.0.2.5')).json.msg).toBe('Invalid User Id or Email Id');
  });

  it('hashes nothing for an invalid link', async () => {
    const before = await hashesBegun();
    const passwords = JSON.stringify({ token: 'x'.repeat(43), new: 'Fresh2026pass', rnew: 'Fresh2026pass' });
    const { json } = await world.post('login_a.php', ['resetfinish', passwords]);
    expect(json.err).toMatch(/used or is too old/);
    expect(await hashesBegun()).toBe(before);
  });
});
