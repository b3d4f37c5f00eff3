import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { callName, type Declaration } from '#contract/define.ts';
import { newWord, type Content, type Place, type Sample } from '../calls/sample.ts';
import { send, type Body, type Received } from '../calls/send.ts';
import type { World } from '../world.ts';
import { faultOf } from './faults.ts';
import { hostileText } from './hostile.ts';
import { inputsFor, type Input } from './inputs.ts';

const UNAUTHENTICATED = 401;
const USUAL_SEED = 20_260_401;
const USUAL_RUNS = 150;
/**
 * A call that needs a session refuses a stranger in the same few lines of code, whichever call it is, and a signed-in user
 * sends it all inputs. So a stranger sends it only one in this many.
 */
const STRANGER_SHARE = 5;
/** Requests under way at a time. Those that may write come one after the other, so that each run finds the same data. */
const AT_ONCE = { reading: 4, writing: 1 } as const;

/** The seed and the number of runs: the same few inputs for every change, or as many new ones as requested. */
export function fuzzSettings(env: Readonly<Record<string, string | undefined>>): {
  seed: number;
  runs: number;
} {
  const runs = Number(env['FUZZ_RUNS'] ?? USUAL_RUNS);
  const fresh = env['FUZZ_RUNS'] === undefined ? USUAL_SEED : randomBytes(4).readInt32BE();
  return { runs, seed: Number(env['FUZZ_SEED'] ?? fresh) };
}

const BASE_TIMEOUT_MS = 300_000;
const MS_PER_RUN = 60;

/** How long the requests to one call may take. */
export const fuzzTimeout = ({ runs }: { readonly runs: number }): number =>
  BASE_TIMEOUT_MS + runs * MS_PER_RUN;

interface Sent {
  readonly body: Body;
  readonly received: Received;
}

export interface Fuzz {
  /** The first fault found, with its input and how to reproduce it; null if there is none. */
  attack(call: Declaration, sample: Sample, who: 'signed in' | 'stranger'): Promise<string | null>;
}

/** Sends hostile requests to a running server, as a user with every right and without a session. */
export async function openFuzz(world: World, settings: { seed: number; runs: number }): Promise<Fuzz> {
  const { admin } = world.database;
  const found = await admin.query<Omit<Place, 'mark'>>(
    `select srno, id, type, name from masters.entity where id = 'MUM'`,
  );
  const [branch] = found.rows;
  if (branch === undefined) throw new Error('the demo business has no branch to fuzz');
  const place: Place = { ...branch, mark: branch.id };

  const hashOf = (id: string) => createHash('sha256').update(id).digest();
  async function newSession(): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await admin.query(
      `insert into access.session (id_hash, account, expires_at, reauthenticated_at)
       select $1, srno, now() + interval '1 hour', now() from access.account where user_id = 'admin'`,
      [hashOf(id)],
    );
    return id;
  }
  async function hasEnded(id: string): Promise<boolean> {
    const ended = 'select from access.session where id_hash = $1 and ended_at is not null';
    return (await admin.query(ended, [hashOf(id)])).rowCount === 1;
  }

  let last: Promise<unknown> = Promise.resolve();
  /** Requests run at the same time, but the connection does one statement at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  let current = await newSession();
  /** The live session. Some calls end theirs, and it is replaced then. */
  async function liveSession(): Promise<string> {
    if (await hasEnded(current)) current = await newSession();
    return current;
  }

  /** Sends a request with a live session. */
  async function asUser(send: (session: string) => Promise<Sent>): Promise<Sent> {
    const session = current;
    const sent = await send(session);
    if (sent.received.status !== UNAUTHENTICATED) return sent;
    return (await inTurn(liveSession)) === session ? sent : asUser(send);
  }

  const sendTo = (call: Declaration, input: Input) => async (session: string) => {
    const body = await input.body(session);
    return { body, received: await send(world.url, call.endpoint, body, input.headers) };
  };

  function fault({ headers }: Input, { body, received }: Sent): string | null {
    const problem = faultOf(received, body);
    if (problem === null) return null;
    const sent = body.bytes.toString('latin1').slice(0, 600);
    return `${problem}\n  sent ${JSON.stringify({ type: body.type, headers, body: sent })}`;
  }

  return {
    async attack(call, { content }, who) {
      const setting = (isNew: boolean) => ({
        database: admin,
        store: world.store,
        place,
        isNew,
        word: newWord(),
      });
      const contents: Content[] = [await content(setting(true)), await content(setting(false))];
      const stranger = fc.oneof(fc.constant('A'.repeat(43)), hostileText);
      // The same requests that a property with this seed would make, but several of them can be under way at a time.
      const isRefused = who === 'stranger' && call.session !== 'none';
      const requests = fc.sample(fc.tuple(inputsFor(call, contents), stranger), {
        seed: settings.seed,
        numRuns: isRefused ? Math.ceil(settings.runs / STRANGER_SHARE) : settings.runs,
      });
      const isReading = call.effect === 'read' || isRefused;
      const attempt = async (input: Input, stranger: string) => {
        const sending = sendTo(call, input);
        return fault(input, who === 'signed in' ? await asUser(sending) : await sending(stranger));
      };
      const found = await firstOf(requests, AT_ONCE[isReading ? 'reading' : 'writing'], ([input, anyone]) =>
        attempt(input, anyone).catch((error: unknown) => String(error)),
      );
      return found === null ? null : `${callName(call)}, ${who}, FUZZ_SEED=${settings.seed}: ${found}`;
    },
  };
}

/** The first finding, with a few of the items under examination at a time; null when no item has one. */
async function firstOf<T>(
  items: readonly T[],
  atOnce: number,
  examine: (item: T) => Promise<string | null>,
): Promise<string | null> {
  const waiting = items.values();
  let found: string | null = null;
  const worker = async () => {
    for (const item of waiting) {
      if (found !== null) return;
      const finding = await examine(item);
      found ??= finding;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found;
}
