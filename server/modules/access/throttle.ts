import { systemActing, type Database, type Transaction } from '#server/platform/database.ts';
import { tooMany } from '#server/platform/dispatch/problems.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { MAX_RESERVATIONS_AT_ONCE, MAX_RESERVATIONS_WAITING } from '#server/platform/limits.ts';
import { networkOf } from '#server/platform/network.ts';
import { forgetAddresses, rememberAddress, throttleGiveBack, throttleReserve } from './throttle.sql.ts';

const WINDOW_SECONDS = 15 * 60;
/** A mailed link is valid for longer than this, so a user who asks again already has a valid one. */
const RESET_MAIL_SECONDS = 5 * 60;
/** The limits for all unknown addresses together and for one address with all users, as multiples of a pair's limit. */
const STRANGERS_FACTOR = 10;
const ADDRESS_FACTOR = 20;

/** An address stays known for this long after the last sign-in from it. */
export const KNOWN_ADDRESS_DAYS = 30;
const MAX_KNOWN_ADDRESSES = 20;

/** A count of attempts that all processes share. */
interface Bucket {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** Which attempts count here: those from a known address of the user, from other addresses, or all. */
  readonly counts: 'known' | 'strangers' | 'all';
  /** A success clears the bucket instead of removing only its own attempt. */
  readonly isForgiven?: boolean;
}

/** The account that is tried, and the address of the attempt. */
interface Target {
  readonly username: string;
  readonly address: string | null;
}

/** An attempt that has been counted but not evaluated yet. */
export interface Attempt {
  readonly isKnown: boolean;
  readonly buckets: readonly string[];
  readonly forgiven: readonly string[];
}

/**
 * Each known address of a user has its own bucket, which attempts from elsewhere cannot fill. All other addresses share
 * theirs. Unknown names are counted like those of users, so that nothing is revealed.
 */
function pairBuckets(prefix: string, { username, address }: Target, failures: number): Bucket[] {
  const user = `${prefix}user ${username.toLowerCase()}`;
  const place = networkOf(address) ?? 'unknown';
  const bucket = (name: string, factor: number, counts: Bucket['counts']): Bucket => ({
    name,
    most: failures * factor,
    seconds: WINDOW_SECONDS,
    counts,
  });
  return [
    { ...bucket(`${user} at known ${place}`, 1, 'known'), isForgiven: true },
    { ...bucket(`${user} from ${place}`, 1, 'strangers'), isForgiven: true },
    bucket(user, STRANGERS_FACTOR, 'strangers'),
    bucket(`${prefix}from ${place}`, ADDRESS_FACTOR, 'strangers'),
  ];
}

export const signInBuckets = (target: Target, failures: number): Bucket[] =>
  pairBuckets('', target, failures);

export const resetBuckets = (target: Target, failures: number): Bucket[] =>
  pairBuckets('reset ', target, failures);

/** Allows one mail for all requests for the same user within a few minutes. */
export const resetMailBucket = (account: number): Bucket => ({
  name: `reset mail of ${account}`,
  most: 1,
  seconds: RESET_MAIL_SECONDS,
  counts: 'all',
});

export const oldPasswordBuckets = (account: number, failures: number): Bucket[] => [
  {
    name: `old password of ${account}`,
    most: failures,
    seconds: WINDOW_SECONDS,
    counts: 'all',
    isForgiven: true,
  },
];

const DAY_SECONDS = 24 * 60 * 60;
/** With six digits and three accepted steps, so many guesses a day find a code once in twenty years. */
const FACTOR_GUESSES = 10;
const FACTOR_GUESSES_A_DAY = 40;

/**
 * Only someone who knows the password gets here. Guesses from unknown addresses share their buckets, so that they do not
 * lock out the user at a known address.
 */
export function factorBuckets(account: number, { address }: Target): Bucket[] {
  const name = `second factor of ${account}`;
  const place = networkOf(address) ?? 'unknown';
  const short = { most: FACTOR_GUESSES, seconds: WINDOW_SECONDS, isForgiven: true };
  const long = { most: FACTOR_GUESSES_A_DAY, seconds: DAY_SECONDS };
  return [
    { ...short, name: `${name} at known ${place}`, counts: 'known' },
    { ...long, name: `${name} at known ${place} in a day`, counts: 'known' },
    { ...short, name, counts: 'strangers' },
    { ...long, name: `${name} in a day`, counts: 'strangers' },
  ];
}

/** The result of a reservation: the attempt, or the seconds until the next one is allowed. */
type Reserved =
  | { readonly attempt: Attempt; readonly waitSeconds: 0 }
  | { readonly attempt: null; readonly waitSeconds: number };

async function tryReserve(tx: Transaction, target: Target, buckets: readonly Bucket[]): Promise<Reserved> {
  const rows = await tx.rows(throttleReserve, [
    target.username,
    networkOf(target.address),
    KNOWN_ADDRESS_DAYS,
    buckets.map(({ name }) => name),
    buckets.map(({ most }) => most),
    buckets.map(({ seconds }) => seconds),
    buckets.map(({ counts }) => (counts === 'all' ? null : counts === 'known')),
  ]);
  const full = rows.filter((row) => !row.is_taken);
  if (full.length > 0) return { attempt: null, waitSeconds: Math.max(...full.map(({ seconds }) => seconds)) };
  const names = rows.map(({ bucket }) => bucket);
  const attempt = {
    isKnown: rows.some((row) => row.is_known),
    buckets: names,
    forgiven: buckets
      .filter(({ name, isForgiven }) => isForgiven && names.includes(name))
      .map(({ name }) => name),
  };
  return { attempt, waitSeconds: 0 };
}

/** Counts an attempt before it is evaluated. Throws 429 if a bucket is full; the transaction must then be rolled
 * back. */
export async function reserve(tx: Transaction, target: Target, buckets: readonly Bucket[]): Promise<Attempt> {
  const { attempt, waitSeconds } = await tryReserve(tx, target, buckets);
  if (attempt === null) throw tooMany(waitSeconds);
  return attempt;
}

/** Takes the only place in a bucket. Returns false if it was taken within the bucket's window. */
export async function takePlace(tx: Transaction, bucket: Bucket): Promise<boolean> {
  const { attempt } = await tryReserve(tx, { username: '', address: null }, [bucket]);
  return attempt !== null;
}

/** A success removes its attempt and clears the failures of the pair, but not those of the address as a whole. */
export const forgive = (tx: Transaction, { buckets, forgiven }: Attempt): Promise<unknown> =>
  tx.rows(throttleGiveBack, [buckets, forgiven]);

/** Failures from unknown addresses do not lock out an address from which the user has authenticated. */
export async function rememberKnownAddress(
  tx: Transaction,
  account: number,
  address: string | null,
): Promise<void> {
  const network = networkOf(address);
  if (network !== null) await tx.rows(rememberAddress, [account, network, MAX_KNOWN_ADDRESSES]);
}

/** An attacker who knew the old password may have signed in as well, so only the address of the new password stays
 * known. */
export async function forgetOtherAddresses(
  tx: Transaction,
  account: number,
  address: string | null,
): Promise<void> {
  await tx.rows(forgetAddresses, [account]);
  await rememberKnownAddress(tx, account, address);
}

/** Limits how many attempts use the database at once and serves addresses in turn, so that other calls get
 * connections. */
export class Admission {
  readonly #queue = new FairQueue({
    atOnce: MAX_RESERVATIONS_AT_ONCE,
    maxWaiting: [MAX_RESERVATIONS_WAITING],
  });

  run<T>(address: string | null, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(networkOf(address) ?? 'unknown', work);
  }

  /** Evaluates an attempt. If it cannot be evaluated because the queue is full, it is not counted. */
  async evaluate<T>(
    db: Database,
    address: string | null,
    { buckets }: Attempt,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.run(address, () =>
        db.write(systemActing('access.throttle'), (tx) => tx.rows(throttleGiveBack, [buckets, []])),
      );
      throw error;
    }
  }
}
