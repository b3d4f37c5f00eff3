import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill, Findings } from './drill.ts';
import { Ground, signIn } from './ground.ts';
import { halfSaves, Savers, tracesOf } from './saves.ts';
import { until } from '#tools/testing/until.ts';
import { fieldsBody } from '#tools/testing/world.ts';

const CLIENTS = 16;
const BURST_MS = 400;
const DRAIN_SECONDS = 3;
/** PostgreSQL ends a session a moment after its client has gone. */
const SESSIONS_END_MS = 5_000;
const STOP_SECONDS = 10;
const STREAMS = 5;

/**
 * SIGTERM while clients save: every save that began is answered, and the process ends without leaving anything behind.
 */
export const gracefulStop: Drill = {
  name: 'graceful-stop',
  run: (findings, { stops }) =>
    Ground.with(async (ground) => {
      for (let stop = 0; stop < stops; stop += 1) await stopOnce(findings, ground);
      findings.figure('stops', stops);
    }),
};

async function stopOnce(findings: Findings, ground: Ground): Promise<void> {
  const { admin, name } = ground.database;
  const server = await ground.start({
    ROLE: 'both',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    STOP_SECONDS: String(STOP_SECONDS),
  });
  const session = await signIn(server.url, 'admin');
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(server.url, session)));
  const savers = new Savers();
  const burst = savers.run(server.url, session, CLIENTS, () => false);
  await sleep(BURST_MS);

  const stoppedAt = performance.now();
  const stopping = server.stop();
  await sleep((DRAIN_SECONDS * 1_000) / 2);
  const before = savers.saves.length;
  const readiness = await fetch(`${server.url}/readyz`);
  findings.equals('readiness refuses while stopping', readiness.status, 503);
  await sleep(50);
  findings.holds(
    'calls are still answered while the balancer turns away',
    savers.saves.length > before ? [] : ['none was'],
  );

  const ending = await stopping;
  const tookMs = performance.now() - stoppedAt;
  findings.equals('it ends by itself with exit code 0', ending, { code: 0, signal: null });
  findings.within('it ends', STOP_SECONDS * 1_000, [tookMs]);
  findings.figure('stop ms', tookMs);
  const ended = await Promise.all(streams.map(({ end }) => Promise.race([end, sleep(2_000, 'still open')])));
  findings.equals('open streams were ended', [...new Set(ended)], ['ended']);
  await burst;

  const traces = await tracesOf(admin);
  const { saves } = savers;
  // A missing answer is no loss if the call never began: the connection was closed before.
  findings.holds(
    'every save that was begun was answered',
    saves.filter(({ outcome, mark }) => outcome === 'lost' && traces.has(mark)),
  );
  findings.holds(
    'every answered save is there',
    saves.filter(({ outcome, mark }) => outcome === 'saved' && traces.get(mark)?.length !== 1),
  );
  findings.holds(
    'a save refused during shutdown left nothing',
    saves.filter(({ outcome, mark }) => outcome === 'refused' && traces.has(mark)),
  );
  findings.holds('no save is there by half', await halfSaves(admin));
  const sessions = async () =>
    (
      await admin.query<object>(
        `select application_name, state, query from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
        [name],
      )
    ).rows;
  await until(async () => (await sessions()).length === 0, { withinMs: SESSIONS_END_MS }).catch(() => {});
  findings.holds('no connection is left in PostgreSQL', await sessions());
  findings.holds('nothing was logged as an error', server.errors);
  findings.figure('saves answered in a burst', saves.filter(({ outcome }) => outcome === 'saved').length);
}

/** Opens an event stream; `end` settles when the server has ended it. */
async function openStream(url: string, session: string): Promise<{ end: Promise<'ended' | 'broken'> }> {
  const response = await fetch(`${url}/api/home_a.php`, {
    method: 'POST',
    body: fieldsBody([session, 'watch']),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (response.body === null) throw new Error('the stream has no body');
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error('the stream ended at once');
  const untilEnd = async (): Promise<'ended' | 'broken'> => {
    try {
      for (;;) if ((await reader.read()).done) return 'ended';
    } catch {
      return 'broken';
    }
  };
  return { end: untilEnd() };
}
