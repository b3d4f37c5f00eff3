import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground } from './ground.ts';

/**
 * Allowed failures of a user at one address; ten times as many from all unknown addresses, twenty times for an address.
 */
const LIMIT = 3;
const STRANGERS_LIMIT = LIMIT * 10;
const ADDRESS_LIMIT = LIMIT * 20;
const TOKEN = 'sign-in-flood';
const WRONG = 'Wrong2026';
const PARALLEL_GUESSES = 500;
const BURST_ADDRESSES = 10;
/** Concurrent guesses during the long flood, and the number of addresses they come from. */
const AT_ONCE = 200;
const FLOOD_ADDRESSES = 8;
const USUAL_SIGN_INS = 8;
const PAUSE_MS = 100;
/** So many users that none of them reaches the limit for unknown addresses. */
const KNOWN_USERS =
  'admin cm.ho fm.ho ho.rates zm.west bm.mum sales.del dlv1.mum dlv2.mum dlv.del audit.ca'.split(' ');

interface Outcome {
  readonly status: number;
  /** The status code in the body, such as MSG0000. */
  readonly code: string;
  readonly retryAfter: string | null;
  readonly ms: number;
}

async function attempt(url: string, address: string, user: string, password: string): Promise<Outcome> {
  const startedAt = performance.now();
  const { status, headers, json } = await call(url, 'login_a.php', ['validate', user, password, 'WEB'], {
    'x-forwarded-for': address,
  });
  const { status: code = '' } = json as { status?: string };
  return { status, code, retryAfter: headers.get('retry-after'), ms: performance.now() - startedAt };
}

async function hashesBegun(urls: readonly string[]): Promise<number> {
  const counts = urls.map(async (url) => {
    const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return Number(/^bureau_password_hashes_total (\d+)$/m.exec(await page.text())?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** A user who signs in repeatedly with the right password, from a known address or from new ones. */
class SteadyUser {
  readonly times: number[] = [];
  readonly failures: Outcome[] = [];
  readonly #url: string;
  readonly #user: string;
  readonly #addressOf: (time: number) => string;
  #count = 0;

  constructor(url: string, user: string, addressOf: (time: number) => string) {
    this.#url = url;
    this.#user = user;
    this.#addressOf = addressOf;
  }

  async signIn(): Promise<void> {
    const outcome = await attempt(this.#url, this.#addressOf(this.#count), this.#user, DEMO_PASSWORD);
    this.#count += 1;
    if (outcome.code === 'MSG0000') this.times.push(outcome.ms);
    else this.failures.push(outcome);
  }

  async signInUntil(isOver: () => boolean): Promise<void> {
    do {
      await this.signIn();
      await sleep(PAUSE_MS);
    } while (!isOver());
  }

  /** The times so far; resets them. */
  takeTimes(): number[] {
    return this.times.splice(0);
  }
}

const isAnswer = ({ status, code, retryAfter }: Outcome): boolean =>
  (status === 200 && code === 'MSG0001') || ((status === 429 || status === 503) && Number(retryAfter) > 0);

const evaluated = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ code }) => code === 'MSG0001').length;

/** At most `most`, and more than zero: a flood that is refused completely proves nothing. */
function within(findings: Findings, what: string, found: number, most: number): void {
  findings.holds(what, found > 0 && found <= most ? [] : [`${found}, at most ${most}`]);
}

/**
 * Parallel guesses at one user through two processes: at most the limit are evaluated, and the user can still sign in
 * from a known address.
 */
async function burst(findings: Findings, urls: readonly [string, string]): Promise<void> {
  const [url] = urls;
  const victim = new SteadyUser(url, 'bm.del', () => '192.0.2.10');
  await victim.signIn();
  const before = await hashesBegun(urls);
  const guesses = Promise.all(
    Array.from({ length: PARALLEL_GUESSES }, (_, index) =>
      attempt(urls[index % 2] ?? url, `198.51.100.${(index >> 1) % BURST_ADDRESSES}`, 'bm.del', WRONG),
    ),
  );
  let isOver = false;
  const meanwhile = victim.signInUntil(() => isOver);
  const outcomes = await guesses;
  isOver = true;
  await meanwhile;
  const signIns = victim.times.length - 1;
  const hashes = (await hashesBegun(urls)) - before - signIns;
  within(findings, 'parallel guesses evaluated', evaluated(outcomes), STRANGERS_LIMIT);
  findings.equals('every hash begun belongs to a guess that was evaluated', hashes, evaluated(outcomes));
  findings.holds(
    'every guess is answered',
    outcomes.filter((outcome) => !isAnswer(outcome)),
  );
  findings.holds('the guessed user signs in from a known address meanwhile', victim.failures);
  findings.figure('parallel guesses', outcomes.length);
  findings.figure('of them evaluated', evaluated(outcomes));
}

/** Many guesses at many names with constant concurrency, while two other users sign in. */
async function flood(
  findings: Findings,
  urls: readonly string[],
  guesses: number,
  extraMs: number,
): Promise<void> {
  const [url = ''] = urls;
  const users = {
    'at a known address': new SteadyUser(url, 'sales.mum', () => '192.0.2.20'),
    'at a new address': new SteadyUser(url, 'staff.mum', (time) => `203.0.113.${time % 250}`),
  };
  const usual: Record<string, number> = {};
  for (const [where, user] of Object.entries(users)) {
    for (let time = 0; time < USUAL_SIGN_INS; time += 1) await user.signIn();
    usual[where] = percentile(user.takeTimes(), 0.5);
  }

  const before = await hashesBegun(urls);
  const outcomes: Outcome[] = [];
  let next = 0;
  const guess = async () => {
    while (next < guesses) {
      const index = next;
      next += 1;
      outcomes.push(
        await attempt(url, `198.51.100.${100 + (index % FLOOD_ADDRESSES)}`, `guess.${index}`, WRONG),
      );
    }
  };
  let isOver = false;
  const meanwhile = Object.values(users).map((user) => user.signInUntil(() => isOver));
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, guesses) }, guess));
  isOver = true;
  await Promise.all(meanwhile);

  const signIns = Object.values(users).reduce((sum, { times }) => sum + times.length, 0);
  within(findings, 'guesses at many names evaluated', evaluated(outcomes), ADDRESS_LIMIT * FLOOD_ADDRESSES);
  findings.equals('hashes begun for them', (await hashesBegun(urls)) - before - signIns, evaluated(outcomes));
  findings.holds(
    'every guess of the flood is answered',
    outcomes.filter((outcome) => !isAnswer(outcome)),
  );
  for (const [where, user] of Object.entries(users)) {
    const times = user.takeTimes();
    const usualMs = usual[where] ?? 0;
    findings.holds(`a user ${where} signs in during the flood`, user.failures);
    findings.holds(
      `it takes a user ${where} at most ${extraMs} ms more than usual`,
      times.filter((ms) => ms > usualMs + extraMs).map((ms) => `${ms.toFixed(0)} ms`),
    );
    findings.figure(
      `sign-in ${where} ms`,
      `usually ${usualMs.toFixed(0)}; in the flood median ${percentile(times, 0.5).toFixed(0)}, worst ${largest(times).toFixed(0)}, of ${times.length}`,
    );
  }
  findings.figure('guesses at many names', outcomes.length);
  findings.figure('of those evaluated', evaluated(outcomes));
}

/**
 * How much longer a known user takes than an unknown one. Only a figure: throttle.api.test.ts verifies that both do the
 * same work. Each pair has its own address, so that none is throttled.
 */
async function compare(findings: Findings, url: string, pairs: number): Promise<void> {
  const differences: number[] = [];
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const address = `2001:db8:0:${pair.toString(16)}::1`;
    const timeKnown = () => attempt(url, address, KNOWN_USERS[pair % KNOWN_USERS.length] ?? '', WRONG);
    const timeUnknown = () => attempt(url, address, `nobody.${pair}`, WRONG);
    const isKnownFirst = pair % 2 === 0;
    const first = await (isKnownFirst ? timeKnown() : timeUnknown());
    const second = await (isKnownFirst ? timeUnknown() : timeKnown());
    const [known, unknown] = isKnownFirst ? [first, second] : [second, first];
    if (known.code !== 'MSG0001' || unknown.code !== 'MSG0001') continue;
    times.known.push(known.ms);
    times.unknown.push(unknown.ms);
    differences.push(known.ms - unknown.ms);
  }
  const median = (values: readonly number[]) => percentile(values, 0.5).toFixed(2);
  findings.equals('wrong passwords compared', differences.length, pairs);
  findings.figure(
    'wrong password, median ms',
    `known user ${median(times.known)}, unknown ${median(times.unknown)}, difference within a pair ${median(differences)}, of ${differences.length}`,
  );
}

/** Hundreds of password guesses do not get past the throttle and do not lock out other users. */
export const signInFlood: Drill = {
  name: 'sign-in-flood',
  run: (findings, { guesses, signInExtraMs, timedPairs }) =>
    Ground.with(async (ground) => {
      const settings = {
        TRUSTED_PROXIES: '127.0.0.1',
        SIGN_IN_FAILURES: String(LIMIT),
        METRICS_TOKEN: TOKEN,
      };
      const [one, two] = await Promise.all([ground.start(settings), ground.start(settings)]);
      await compare(findings, one.url, timedPairs);
      await burst(findings, [one.url, two.url]);
      await flood(findings, [one.url, two.url], guesses, signInExtraMs);
      findings.holds(
        'nothing was logged as an error',
        [one, two].flatMap(({ errors }) => errors),
      );
    }),
};
