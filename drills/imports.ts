import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportProgressReply } from '#contract/master.ts';
import { LARGE_IMPORTS, largeSheet, sendLargeSheet, type LargeImport } from '#tools/testing/large-imports.ts';
import { until } from '#tools/testing/until.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground, NO_SHEDDING, signIn } from './ground.ts';
import { MemoryWatch } from './hostile/memory.ts';
import { startProbe } from './hostile/start-probe.ts';

const MAX_SECONDS = 60;
/** The serving process holds all rows of the sheet. */
const MAX_GROWTH_MB = 300;
const MAX_CALL_MS = 250;
/** A call passes three processes, and the machine may delay each of them. */
const CALL_SHARE = 3;
const MAX_STILL_MS = 5_000;
const LOOK_EVERY_MS = 100;
const IDLE_WITHIN_MS = 120_000;
/** The part of an import, at random, after which its server is killed: from the first rows to about the commit. */
const FIRST_KILL = 0.15;
const LAST_KILL = 1.05;

/** Imports as large as allowed are stored in their time beside other work, and one whose server dies leaves nothing. */
export const imports: Drill = {
  name: 'imports',
  run: async (findings, { importRows, importKills }) => {
    findings.figure('rows', importRows);
    for (const [name, large] of Object.entries(LARGE_IMPORTS))
      await Ground.with((ground) => importedBesideOthers(findings, ground, name, large, importRows));
    await Ground.with((ground) => serverKilled(findings, ground, importRows, importKills));
  },
};

const count = async (ground: Ground, statement: string): Promise<number> =>
  (await ground.database.admin.query<{ count: number }>(statement)).rows[0]?.count ?? 0;

/** The longest time for which the progress that the user sees stood still, once there is one. */
async function longestStill(url: string, sid: string, { endpoint }: LargeImport, sent: Promise<unknown>) {
  let isOver = false;
  void sent.finally(() => (isOver = true));
  let [seen, since, longest] = ['', performance.now(), 0];
  while (!isOver) {
    const { json } = await call(url, endpoint, [sid, 'importprogress']);
    const { phase, done } = json as ImportProgressReply;
    const now = phase === 'none' ? '' : `${phase} ${done}`;
    if (now !== seen) [seen, since] = [now, performance.now()];
    else if (now !== '') longest = Math.max(longest, performance.now() - since);
    await sleep(LOOK_EVERY_MS);
  }
  return longest;
}

async function importedBesideOthers(
  findings: Findings,
  ground: Ground,
  name: string,
  large: LargeImport,
  rows: number,
): Promise<void> {
  const server = await ground.start({ ROLE: 'web' });
  const sid = await signIn(server.url, 'admin');
  const [checked, changed] = [await largeSheet(large, rows), await largeSheet(large, rows, 'second')];
  // A small sheet loads and compiles the code.
  await sendLargeSheet(server.url, sid, large, 'importcheck', await largeSheet(large, 10));
  const memory = await MemoryWatch.start(server.pid);
  const probe = await startProbe(server.url, { withCalls: true });

  const timed = async (action: 'importcheck' | 'importapply', file: Buffer) => {
    const startedAt = performance.now();
    const sending = sendLargeSheet(server.url, sid, large, action, file);
    const stillMs = await longestStill(server.url, sid, large, sending);
    const { status, error, added, changed: edited } = await sending;
    const seconds = (performance.now() - startedAt) / 1_000;
    return { told: { status, error, added, changed: edited }, seconds, stillMs };
  };
  const check = await timed('importcheck', checked);
  const add = await timed('importapply', checked);
  const change = await timed('importapply', changed);
  const { callMs, controlMs, failures } = await probe.stop();
  const { growthMb } = memory.stop();

  const told = { status: 200, error: '', added: rows, changed: 0 };
  findings.equals(`${name} are checked`, check.told, told);
  findings.equals(`${name} are added`, add.told, told);
  findings.equals(`${name} are changed`, change.told, { ...told, added: 0, changed: rows });
  findings.equals(`all ${name} are stored`, await count(ground, large.stored), rows);
  findings.within(
    `${name} are imported`,
    MAX_SECONDS * 1_000,
    [add, change].map(({ seconds }) => seconds * 1_000),
  );
  findings.within(`the progress of ${name} moves`, MAX_STILL_MS, [add.stillMs, change.stillMs]);
  findings.holds(`everybody else is served while ${name} are imported`, failures);
  const [p99, machineMs] = [percentile(callMs, 0.99), percentile(controlMs, 0.99)];
  findings.within(`99 % of other calls end beside ${name}`, MAX_CALL_MS + CALL_SHARE * machineMs, [p99]);
  findings.holds(`${name} take at most ${MAX_GROWTH_MB} MB`, growthMb <= MAX_GROWTH_MB ? [] : [growthMb]);
  findings.figure(`${name}: s to check`, check.seconds);
  findings.figure(`${name}: s to add`, add.seconds);
  findings.figure(`${name}: s to change`, change.seconds);
  findings.figure(`${name}: other calls p99 ms`, p99);
  findings.figure(`${name}: a server that does nothing, p99 ms`, machineMs);
  findings.figure(`${name}: server MB on top`, growthMb);
}

const TRAIL = `select count(*)::integer as count from platform.trail where record = 'country' and `;

/** kill -9 of the server at any moment of an import, repeatedly. */
async function serverKilled(findings: Findings, ground: Ground, rows: number, kills: number): Promise<void> {
  const { countries } = LARGE_IMPORTS;
  const file = await largeSheet(countries, rows);
  const clear = () => ground.database.admin.query(`delete from masters.country where name like 'Land %'`);
  const halved: unknown[] = [];
  const lost: unknown[] = [];
  let [whole, during] = [0, 0];

  const start = async () => {
    const server = await ground.start({ ROLE: 'web', ...NO_SHEDDING });
    return { server, sid: await signIn(server.url, 'admin') };
  };
  let { server, sid } = await start();
  const startedAt = performance.now();
  await sendLargeSheet(server.url, sid, countries, 'importapply', file);
  const usualMs = performance.now() - startedAt;
  await clear();

  for (let kill = 0; kill < kills; kill += 1) {
    const [addedBefore, importsBefore] = [
      await count(ground, `${TRAIL} action = 'add'`),
      await count(ground, `${TRAIL} action = 'import'`),
    ];
    const sent = sendLargeSheet(server.url, sid, countries, 'importapply', file).catch(() => null);
    await sleep(usualMs * (FIRST_KILL + Math.random() * (LAST_KILL - FIRST_KILL)));
    const { json } = await call(server.url, countries.endpoint, [sid, 'importprogress']);
    if ((json as ImportProgressReply).phase !== 'none') during += 1;
    await server.kill();
    const answer = await sent;
    // PostgreSQL finishes the statement that it has before it notices that nobody waits for it.
    ({ server, sid } = await start());
    await untilIdle(ground);
    const found = {
      stored: await count(ground, countries.stored),
      trailed: (await count(ground, `${TRAIL} action = 'add'`)) - addedBefore,
      imports: (await count(ground, `${TRAIL} action = 'import'`)) - importsBefore,
    };
    const isWhole = found.stored === rows;
    const expected = isWhole
      ? { stored: rows, trailed: rows, imports: 1 }
      : { stored: 0, trailed: 0, imports: 0 };
    if (JSON.stringify(found) !== JSON.stringify(expected)) halved.push(found);
    if (answer !== null && !isWhole) lost.push(answer);
    if (isWhole) whole += 1;
    await clear();
  }
  findings.holds('after kill -9 all rows are there with their trail, or none', halved);
  findings.holds('an acknowledged import is there', lost);
  const { added } = await sendLargeSheet(server.url, sid, countries, 'importapply', file);
  findings.equals('the same sheet is imported afterwards', added, rows);
  findings.figure('kills', kills);
  findings.figure('kills while the user saw progress', during);
  findings.figure('kills after which all rows were there', whole);
}

/** Waits until no transaction of an ended server is left. */
const untilIdle = ({ database }: Ground): Promise<void> =>
  until(
    async () => {
      const { rows } = await database.admin.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'bureau %' and state = 'active'`,
      );
      return rows.length === 0;
    },
    { withinMs: IDLE_WITHIN_MS },
  );
