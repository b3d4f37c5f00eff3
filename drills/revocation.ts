import { setTimeout as sleep } from 'node:timers/promises';
import type { BureauProcess } from '#tools/testing/process.ts';
import { Proxy, type Weather } from '#tools/testing/proxy.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';

/** The guarantee: a call that begins this long after the acknowledgement is refused, in every process. */
const MAX_DELAY_MS = 1_000;
/** How long the calls go on after the limit. */
const HAMMER_AFTER_MS = 300;
/** A new call begins this often, whether or not the earlier ones have been answered. */
const HAMMER_EVERY_MS = 10;
/** Long enough for the caches to be loaded and trusted before the revocation. */
const WARM_MS = 300;
const READY_TIMEOUT_MS = 10_000;

interface Hammered {
  readonly user: string;
  readonly kind: string;
  readonly endpoint: string;
  readonly fields: readonly string[];
  /** Revokes it and resolves when the revocation is acknowledged. */
  readonly revoke: (through: string, session: string, ground: Ground) => Promise<unknown>;
  readonly restore: (ground: Ground) => Promise<unknown>;
}

const nothing = () => Promise.resolve();
const branches = { endpoint: 'user_a.php', fields: ['branchallowed'] };
const grantCountry = (ground: Ground, may: boolean) =>
  ground.database.admin.query(
    `update access.group_right set may_query = $1 where right_key = 'COUNTRY'
       and right_group = (select srno from access.right_group where name = 'Treasury')`,
    [may],
  );
const enable = (ground: Ground, may: boolean) =>
  ground.database.admin.query(`update access.account set enabled = $1 where user_id = 'sales.mum'`, [may]);

/** Each kind has its own user, so that all can be revoked at the same time. */
const KINDS: readonly Hammered[] = [
  {
    kind: 'right taken',
    user: 'ho.rates',
    endpoint: 'country_a.php',
    fields: ['detail', '1'],
    revoke: (_through, _session, ground) => grantCountry(ground, false),
    restore: (ground) => grantCountry(ground, true),
  },
  {
    ...branches,
    kind: 'user disabled',
    user: 'sales.mum',
    revoke: (_through, _session, ground) => enable(ground, false),
    restore: (ground) => enable(ground, true),
  },
  { ...branches, kind: 'password changed', user: 'bm.mum', revoke: changePassword, restore: resetPassword },
  {
    ...branches,
    kind: 'signed out',
    user: 'bm.del',
    revoke: (through, session) => call(through, 'login_a.php', [session, 'logout']),
    restore: nothing,
  },
];

/** From another session of the same user, in another process. */
async function changePassword(through: string): Promise<void> {
  const other = await signIn(through, 'bm.mum');
  const fresh = `${DEMO_PASSWORD}x`;
  const passwords = JSON.stringify({ old: DEMO_PASSWORD, new: fresh, rnew: fresh });
  const { text } = await call(through, 'user_a.php', [other, 'chngpass', passwords]);
  if ((JSON.parse(text) as { err: string }).err !== '')
    throw new Error(`the password was not changed: ${text}`);
}

async function resetPassword(ground: Ground): Promise<void> {
  await ground.database.admin.query(
    `update access.password p set hash = other.hash from access.account a, access.password other
     where a.user_id = 'bm.mum' and p.account = a.srno
       and other.account = (select srno from access.account where user_id = 'admin')`,
  );
}

interface Pass {
  readonly findings: Findings;
  readonly ground: Ground;
  readonly through: string;
  readonly to: string;
}

interface Outcome {
  readonly kind: string;
  /** For the last accepted call: how long after the acknowledgement it began. */
  readonly delayMs: number;
  readonly calls: number;
  readonly odd: readonly string[];
}

/** Accepted; not allowed, no session, and too busy: a process that was paused sheds its backlog. */
const ACCEPTED = 200;
const REFUSED = [401, 403, 503];

/** Sends calls to one process while the right is revoked through another. */
async function hammer(
  hammered: Hammered,
  { findings, ground, through, to }: Pass,
  strike: () => Promise<void>,
): Promise<Outcome> {
  const { kind, endpoint, fields } = hammered;
  const session = await signIn(through, hammered.user);
  const odd: string[] = [];
  const calls: Promise<void>[] = [];
  let lastAcceptedAt = -Infinity;
  const callOnce = async () => {
    const begunAt = performance.now();
    const { status, text } = await call(to, endpoint, [session, ...fields]);
    if (status === ACCEPTED) lastAcceptedAt = Math.max(lastAcceptedAt, begunAt);
    else if (!REFUSED.includes(status)) odd.push(`${kind}: ${status} ${text}`);
  };
  const heartbeat = setInterval(
    () => calls.push(callOnce().catch((error: unknown) => void odd.push(`${kind}: ${String(error)}`))),
    HAMMER_EVERY_MS,
  );
  await sleep(WARM_MS);
  await strike();
  await hammered.revoke(through, session, ground);
  const acknowledgedAt = performance.now();
  await sleep(findings.limit(MAX_DELAY_MS) + HAMMER_AFTER_MS);
  clearInterval(heartbeat);
  await Promise.all(calls);
  if (lastAcceptedAt === -Infinity) odd.push(`${kind}: no call was accepted before`);
  return { kind, delayMs: lastAcceptedAt - acknowledgedAt, calls: calls.length, odd };
}

/** Waits for this many callers, then acts once for all of them. */
function together(count: number, act: () => void): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let waiting = count;
  return () => {
    waiting -= 1;
    if (waiting === 0) {
      act();
      all.resolve();
    }
    return all.promise;
  };
}

async function readyz(url: string): Promise<string> {
  const response = await fetch(`${url}/readyz`);
  return `${response.status} ${await response.text()}`;
}

async function waitReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await readyz(url)).startsWith('200')) {
    if (performance.now() > deadline) throw new Error(`not ready again: ${await readyz(url)}`);
    await sleep(50);
  }
}

/** One way of losing notifications; `begin` starts just before the revocation. */
interface Trouble {
  readonly name: string;
  readonly begin: (line: Proxy, hammered: BureauProcess) => void;
  /** Whether readiness must report the listener as down meanwhile. */
  readonly isDown: boolean;
}

const PAUSE_MS = 1_200;
const weather = (name: string, struck: Weather, isDown: boolean): Trouble => ({
  name,
  isDown,
  begin: (line) => line.become(struck),
});

const TROUBLES: readonly Trouble[] = [
  weather('line whole', { kind: 'pass' }, false),
  weather('line slow', { kind: 'delay', ms: 150 }, false),
  weather('line cut', { kind: 'cut' }, true),
  weather('line half-open', { kind: 'freeze' }, true),
  {
    name: 'process paused',
    isDown: false,
    begin: (_line, hammered) => {
      hammered.signal('SIGSTOP');
      setTimeout(() => hammered.signal('SIGCONT'), PAUSE_MS);
    },
  },
];

/**
 * A revocation in one process takes effect in the other within a second, whatever happens to its notification listener.
 */
export const revocation: Drill = {
  name: 'revocation',
  run: (findings, { revocations }) =>
    Ground.with(async (ground) => {
      const reader = new URL(ground.database.urls.reader);
      const line = await Proxy.open(reader.hostname, Number(reader.port === '' ? 5432 : reader.port));
      try {
        reader.host = `127.0.0.1:${line.port}`;
        const [through, hammered] = await Promise.all([
          ground.start(),
          ground.start({ DATABASE_LINE_URL: reader.href }),
        ]);
        const pass = { findings, ground, through: through.url, to: hammered.url };
        for (const trouble of TROUBLES) await suffer(trouble, pass, line, hammered, revocations);
      } finally {
        await line.close();
      }
    }),
};

async function suffer(
  trouble: Trouble,
  pass: Pass,
  line: Proxy,
  hammered: BureauProcess,
  times: number,
): Promise<void> {
  const { findings, ground, to } = pass;
  const outcomes: Outcome[] = [];
  for (let time = 0; time < times; time += 1) {
    await waitReady(to);
    const strike = together(KINDS.length, () => trouble.begin(line, hammered));
    outcomes.push(...(await Promise.all(KINDS.map((kind) => hammer(kind, pass, strike)))));
    if (trouble.isDown) {
      const said = await readyz(to);
      findings.holds(
        `${trouble.name}: readiness says so`,
        said.startsWith('503') && said.includes('notification listener') ? [] : [said],
      );
      const session = await signIn(to, 'admin');
      const { status } = await call(to, 'country_a.php', [session, 'detail', '1']);
      findings.equals(`${trouble.name}: calls are answered all the same`, status, 200);
    }
    line.become({ kind: 'pass' });
    for (const { restore } of KINDS) await restore(ground);
  }
  findings.within(
    `${trouble.name}: refused`,
    MAX_DELAY_MS,
    outcomes.map(({ delayMs }) => delayMs),
  );
  findings.holds(
    `${trouble.name}: every answer was yes or no`,
    outcomes.flatMap(({ odd }) => odd),
  );
  findings.figure(
    `${trouble.name}: calls`,
    outcomes.reduce((sum, { calls }) => sum + calls, 0),
  );
  for (const { kind } of KINDS) {
    const delays = outcomes.filter((outcome) => outcome.kind === kind).map(({ delayMs }) => delayMs);
    findings.figure(
      `${trouble.name}: ${kind}, last accepted ms after`,
      `median ${percentile(delays, 0.5).toFixed(0)}, longest ${largest(delays).toFixed(0)}`,
    );
  }
}
