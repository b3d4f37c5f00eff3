import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { callName, type Declared } from '#contract/define.ts';
import { newWord, type Content, type Place, type Sample } from '../calls/sample.ts';
import { send } from '../calls/send.ts';
import type { World } from '../world.ts';
import { faultOf } from './faults.ts';
import { hostileText } from './hostile.ts';
import { inputsFor, type Input } from './inputs.ts';

const USUAL_SEED = 20_260_401;
const USUAL_RUNS = 150;

/** How much and from where: the same few inputs at every change, and as many new ones as asked for otherwise. */
export function fuzzSettings(env: Readonly<Record<string, string | undefined>>): {
  seed: number;
  runs: number;
} {
  const runs = Number(env['FUZZ_RUNS'] ?? USUAL_RUNS);
  const fresh = env['FUZZ_RUNS'] === undefined ? USUAL_SEED : randomBytes(4).readInt32BE();
  return { runs, seed: Number(env['FUZZ_SEED'] ?? fresh) };
}

export interface Fuzz {
  /** The first fault found, with the input that causes it and how to see it again; null when there is none. */
  attack(call: Declared, sample: Sample, who: 'signed in' | 'stranger'): Promise<string | null>;
}

/** Sends hostile requests to a running server, as a user who may do everything and as nobody. */
export async function openFuzz(world: World, settings: { seed: number; runs: number }): Promise<Fuzz> {
  const { admin } = world.database;
  const found = await admin.query<Omit<Place, 'mark'>>(
    `select srno, id, type, name from masters.entity where id = 'MUM'`,
  );
  const [branch] = found.rows;
  if (branch === undefined) throw new Error('the demo business has no branch to fuzz');
  const place: Place = { ...branch, mark: branch.id };

  /** A session for each try, because some calls use theirs up. */
  async function newSession(): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await admin.query(
      `insert into access.session (id_hash, account, expires_at)
       select $1, srno, now() + interval '1 hour' from access.account where user_id = 'admin'`,
      [createHash('sha256').update(id).digest()],
    );
    return id;
  }

  async function fault(call: Declared, input: Input, session: string): Promise<string | null> {
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
      let last = '';
      const details = await fc.check(
        fc.asyncProperty(inputsFor(call, contents), stranger, async (input, anyone) => {
          const problem = await fault(call, input, who === 'signed in' ? await newSession() : anyone);
          last = problem ?? last;
          return problem === null;
        }),
        { seed: settings.seed, numRuns: settings.runs, endOnFailure: true },
      );
      if (!details.failed) return null;
      const thrown = details.errorInstance instanceof Error ? details.errorInstance.message : '';
      return `${callName(call)}, ${who}, FUZZ_SEED=${details.seed}: ${last === '' ? thrown : last}`;
    },
  };
}
