import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { callName, type Declaration } from '#contract/define.ts';
import { newWord, type Content, type Place, type Sample } from '../calls/sample.ts';
import { send } from '../calls/send.ts';
import type { World } from '../world.ts';
import { faultOf } from './faults.ts';
import { hostileText } from './hostile.ts';
import { inputsFor, type Input } from './inputs.ts';

const USUAL_SEED = 20_260_401;
const USUAL_RUNS = 150;
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

const BASE_TIMEOUT_MS = 90_000;
const MS_PER_RUN = 60;

/** How long the requests to one call may take. */
export const fuzzTimeout = ({ runs }: { readonly runs: number }): number =>
  BASE_TIMEOUT_MS + runs * MS_PER_RUN;

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

  /** A session for each request, because some calls use theirs up. */
  async function newSessions(count: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
    await admin.query(
      `insert into access.session (id_hash, account, expires_at)
       select hash, srno, now() + interval '1 hour' from access.account, unnest($1::bytea[]) as hash
       where user_id = 'admin'`,
      [ids.map((id) => createHash('sha256').update(id).digest())],
    );
    return ids;
  }

  async function fault(call: Declaration, input: Input, session: string): Promise<string | null> {
    const body = await input.body(session);
    const problem = faultOf(await send(world.url, call.endpoint, body, input.headers), body);
    if (problem === null) return null;
    const sent = body.bytes.toString('latin1').slice(0, 600);
    return `${problem}\n  sent ${JSON.stringify({ type: body.type, headers: input.headers, body: sent })}`;
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
      const requests = fc.sample(fc.tuple(inputsFor(call, contents), stranger), {
        seed: settings.seed,
        numRuns: settings.runs,
      });
      const isReading = call.effect === 'read' || (who === 'stranger' && call.session !== 'none');
      const isUser = who === 'signed in';
      // A call that writes can end other sessions of its user, so that its sessions are made when they are needed.
      const sessions = isUser && isReading ? await newSessions(requests.length) : [];
      const sessionFor = async (at: number) => sessions[at] ?? (await newSessions(1))[0] ?? '';
      const attempt = async (input: Input, anyone: string, at: number) =>
        fault(call, input, isUser ? await sessionFor(at) : anyone);
      const found = await firstOf(
        requests,
        AT_ONCE[isReading ? 'reading' : 'writing'],
        ([input, anyone], at) => attempt(input, anyone, at).catch((error: unknown) => String(error)),
      );
      return found === null ? null : `${callName(call)}, ${who}, FUZZ_SEED=${settings.seed}: ${found}`;
    },
  };
}

/** The first finding, with a few of the items under examination at a time; null when no item has one. */
async function firstOf<T>(
  items: readonly T[],
  atOnce: number,
  examine: (item: T, at: number) => Promise<string | null>,
): Promise<string | null> {
  const waiting = items.entries();
  let found: string | null = null;
  const worker = async () => {
    for (const [at, item] of waiting) {
      if (found !== null) return;
      const finding = await examine(item, at);
      found ??= finding;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found;
}
