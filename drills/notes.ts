import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stockVault } from '#tools/testing/notes.ts';
import { percentile, type Drill } from './drill.ts';
import { call, Ground, NO_SHEDDING, signIn } from './ground.ts';
import { forbiddenIn, judge } from './notes-judge.ts';
import {
  addKeeperExecutive,
  drawer,
  makePool,
  plan,
  USERS,
  type Attempt,
  type Look,
  type Outcome,
} from './notes-work.ts';

const CLIENTS = 20;
const MIN_BEFORE_KILL_MS = 300;
const RETRY_EVERY_MS = 50;

/** Repeats a call until there is an answer. */
async function answered(
  url: () => string,
  session: string,
  endpoint: string,
  fields: readonly string[],
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly text: string }> {
  for (;;) {
    try {
      const reply = await call(url(), endpoint, [session, ...fields], headers);
      if (reply.status !== 503) return reply;
    } catch {
      // The server is down at the moment; the same call is sent again.
    }
    await sleep(RETRY_EVERY_MS);
  }
}

/** Uses one key for all attempts, like a client whose connection broke. */
async function settle(url: () => string, session: string, attempt: Attempt): Promise<Outcome> {
  const headers = { 'idempotency-key': randomUUID() };
  const { status, text } = await answered(url, session, attempt.endpoint, attempt.fields, headers);
  const reply = JSON.parse(text) as { err?: string };
  return { ...attempt, done: status === 200 && reply.err === '', said: `${status} ${reply.err ?? ''}` };
}

/**
 * 20 clients on the same few requests, the server killed in the middle, and a model that verifies the ledger
 * afterwards.
 */
export const notes: Drill = {
  name: 'notes',
  pace: 'together',
  run: (findings, { seeds, firstSeed, operations }) =>
    Ground.with(async (ground) => {
      const { admin } = ground.database;
      await addKeeperExecutive(admin);
      let server = await ground.start(NO_SHEDDING);
      const url = () => server.url;
      const sessions = new Map<string, string>();
      for (const user of USERS) sessions.set(user, await signIn(server.url, user));
      const look: Look = async (user, endpoint, search, action = 'list') => {
        const fields = [action, JSON.stringify(search), JSON.stringify({ limit: 50 })];
        const shown = await answered(url, sessions.get(user) ?? '', endpoint, fields, {});
        if (shown.status !== 200) return [];
        return (JSON.parse(shown.text) as Record<string, number>[]).map((row) => ({
          srno: row['prd_srno'] ?? row['trmv_srno'] ?? 0,
          lno: row['prd_lineno'] ?? row['trmv_lineno'] ?? 0,
        }));
      };
      const seconds: number[] = [];
      const total = { done: 0, calledBack: 0, refused: 0, forbidden: 0 };

      for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
        const fourEyes = seed % 2 === 0;
        const settings = { ...NO_SHEDDING, FOUR_EYES: fourEyes ? 'on' : 'off' };
        await server.kill();
        server = await ground.start(settings);
        await admin.query(
          `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance cascade`,
        );
        await stockVault(admin, { USD: 1_200, EUR: 300 }, 'MUM');
        await stockVault(admin, { USD: 800, EUR: 200 }, 'DEL');
        const pool = await makePool(admin);
        const outcomes: Outcome[] = [];
        const startedAt = performance.now();
        const clients = Array.from({ length: CLIENTS }, async (_, client) => {
          const draw = drawer(seed * 1_000 + client);
          for (let n = 0; n < operations; n += 1) {
            const attempt = await plan(draw, pool, look);
            outcomes.push(await settle(url, sessions.get(attempt.user) ?? '', attempt));
          }
        });
        const killer = (async () => {
          await sleep(MIN_BEFORE_KILL_MS + drawer(seed).below(700));
          await server.kill();
          server = await ground.start(settings);
        })();
        await Promise.all([...clients, killer]);
        seconds.push((performance.now() - startedAt) / 1_000);
        total.done += outcomes.filter(({ done }) => done).length;
        total.calledBack += outcomes.filter(({ done, leaves }) => done && leaves === 'callback').length;
        total.refused += outcomes.filter(({ done }) => !done).length;
        total.forbidden += forbiddenIn(outcomes, fourEyes).length;
        await judge(findings, admin, seed, pool, outcomes, fourEyes);
      }
      findings.figure('seeds', `${firstSeed} to ${firstSeed + seeds - 1}`);
      findings.figure('operations done', total.done);
      findings.figure('of them called back', total.calledBack);
      findings.figure('operations refused', total.refused);
      findings.figure('forbidden sendings tried', total.forbidden);
      findings.holds('forbidden sendings were tried', total.forbidden > 0 ? [] : ['none']);
      findings.figure('seconds a seed, median', percentile(seconds, 0.5));
    }),
};
