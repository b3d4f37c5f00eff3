import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#server/platform/db/client.ts';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { loadDemo } from '#tools/demo/load.ts';
import { storeDemoPapers } from '#tools/demo/papers.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { verify } from '#tools/verify/verify.ts';
import { largest, percentile, type Findings } from './drill.ts';
import { NO_SHEDDING, signIn } from './ground.ts';
import { halfRequests, RequestSavers, savedRequests, type RequestSave } from './request-saves.ts';

export const DATABASE = 'bureau';
const CLIENTS = 8;
const REST_MS = 100;
const BURST_MS = 3_000;
const SETTLE_MS = 30_000;
const GIVE_UP_MS = 180_000;
/** A statement whose server is gone is given up after so many seconds and three more. */
const STATEMENT_SECONDS = '5';

/** Several PostgreSQL of which one is the primary. */
export interface ReplicatedDatabase {
  /** The name of the machine whose PostgreSQL is the primary. */
  leader(): Promise<string>;
  /** Waits until there is a primary, a synchronous standby and a third that follows. */
  whole(): Promise<void>;
  /** The primary as its owner reaches it. */
  ownerUrl(database: string): Promise<string>;
  /** The primary as Bureau reaches it, whichever it is. */
  clientUrl(database: string): string;
}

export interface Fault {
  readonly name: string;
  /** Whether another PostgreSQL must become the primary. */
  readonly replaces: boolean;
  /** Within how many milliseconds requests must be saved again. */
  readonly maxBackMs: number;
  /** Does it, and returns what repairs it. */
  readonly strike: () => Promise<() => Promise<void>>;
}

interface Stage {
  readonly database: ReplicatedDatabase;
  readonly urls: readonly string[];
  readonly session: string;
  readonly savers: RequestSavers;
  /** Saves that stayed unknown although they were sent again, and answers that are neither a success nor a 503. */
  readonly unsettled: RequestSave[];
  readonly odd: RequestSave[];
  inDoubt: number;
  answered503: number;
}

/** Creates the demo business in the empty database of the primary, and returns the settings of its processes. */
export async function installDemo(
  database: ReplicatedDatabase,
  folder: string,
): Promise<Record<string, string>> {
  const admin = await database.ownerUrl(DATABASE);
  await migrate(admin);
  await loadDemo(admin);
  await makeLoginRoles(admin, TEST_ROLES);
  // No mail server runs here.
  await withClient(admin, (client) => client.query('delete from graphile_worker._private_jobs'));
  const objects = join(folder, 'objects');
  await storeDemoPapers(createDiskStore({ root: objects }), admin);
  const login = (role: 'writer' | 'reader' | 'jobs') =>
    urlFor(database.clientUrl(DATABASE), TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin };
  const more = { SERVE_WEB: 'off', STATEMENT_TIMEOUT_SECONDS: STATEMENT_SECONDS, DATABASE_CONNECTIONS: '8' };
  return settingsFor({ urls }, objects, { ...NO_SHEDDING, ...more });
}

interface Office {
  readonly database: ReplicatedDatabase;
  readonly settings: Readonly<Record<string, string>>;
  /** Where its web processes answer. */
  readonly urls: readonly string[];
}

/**
 * Eight clients save requests during each fault. Judges what became of every save, and how long none was taken. An interrupt ends the
 * faults, and what was saved until then is judged.
 */
export async function strikeUnderLoad(
  findings: Findings,
  { database, settings, urls }: Office,
  plan: readonly Fault[],
): Promise<void> {
  const session = await signIn(urls[0] ?? '', 'sales.mum');
  const stage: Stage = {
    ...{ database, urls, session, savers: new RequestSavers() },
    ...{ unsettled: [], odd: [], inDoubt: 0, answered503: 0 },
  };
  await strikeAll(findings, stage, plan);
  await judge(findings, stage, settings);
}

async function strikeAll(findings: Findings, stage: Stage, plan: readonly Fault[]): Promise<void> {
  const backMs = new Map<Fault, number[]>();
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  process.once('SIGINT', interrupt);
  // What was acknowledged until then is judged also if the cluster does not become whole again.
  try {
    for (const fault of plan) {
      if (isInterrupted) break;
      const ms = await strikeOnce(stage, fault);
      backMs.set(fault, [...(backMs.get(fault) ?? []), ms]);
      process.stderr.write(`${fault.name}: saved again after ${(ms / 1_000).toFixed(1)} s\n`);
    }
  } catch (error) {
    findings.holds('after every fault the cluster becomes whole again', [String(error)]);
  }
  process.removeListener('SIGINT', interrupt);
  for (const [{ name, maxBackMs }, all] of backMs) {
    findings.holds(
      `${name}: requests are saved again within ${maxBackMs / 1_000} s`,
      all.filter((ms) => ms > maxBackMs).map(Math.round),
    );
    findings.figure(
      `${name}: saved again after, s`,
      `median ${(percentile(all, 0.5) / 1_000).toFixed(1)}, longest ${(largest(all) / 1_000).toFixed(1)} of ${all.length}`,
    );
  }
}

/** One fault under load; returns the milliseconds until a request was saved that was begun after it. */
async function strikeOnce(stage: Stage, { strike, replaces }: Fault): Promise<number> {
  const { database, urls, session, savers } = stage;
  await database.whole();
  const before = savers.saves.length;
  const former = await database.leader();
  let isOver = false;
  const load = savers.run(urls, session, { clients: CLIENTS, restMs: REST_MS, isOver: () => isOver });
  let back = 0;
  try {
    await sleep(BURST_MS);
    const repair = await strike();
    const struckAt = Date.now();
    const isBack = async () =>
      savers.saves.some(({ begunAt, outcome }) => begunAt > struckAt && outcome === 'saved') &&
      (!replaces || (await database.leader().catch(() => former)) !== former);
    await until(isBack, { withinMs: GIVE_UP_MS });
    const first = savers.saves.filter(({ begunAt, outcome }) => begunAt > struckAt && outcome === 'saved');
    back = Math.min(...first.map(({ answeredAt }) => answeredAt)) - struckAt;
    await repair();
    await sleep(BURST_MS);
  } finally {
    isOver = true;
    await load;
  }
  await settle(stage, savers.saves.slice(before));
  return back;
}

/** Sends every save again whose outcome is unknown, under its key, as a client does. */
async function settle(stage: Stage, saves: readonly RequestSave[]): Promise<void> {
  const { savers, session } = stage;
  stage.odd.push(...saves.filter(({ status }) => ![200, 503].includes(status)));
  stage.answered503 += saves.filter(({ status }) => status === 503).length;
  const inDoubt = saves.filter(({ outcome }) => outcome === 'unknown');
  stage.inDoubt += inDoubt.length;
  for (const save of inDoubt) {
    const isSettled = async () => {
      await savers.retry(save, session);
      return save.outcome === 'saved';
    };
    await until(isSettled, { withinMs: SETTLE_MS }).catch(() => stage.unsettled.push(save));
  }
}

async function judge(
  findings: Findings,
  { database, savers, odd, unsettled, answered503, inDoubt }: Stage,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const url = await database.ownerUrl(DATABASE);
  findings.holds('every call was answered with a success or an honest 503', odd);
  findings.holds('sent again under its key, an unknown save is settled', unsettled);
  await withClient(url, async (admin) => {
    const found = await savedRequests(admin);
    findings.holds(
      'no acknowledged request is lost',
      savers.acknowledged.filter(({ ref, srno }) => found.get(ref) !== srno),
    );
    findings.holds(
      'a save that was said to have changed nothing left nothing',
      savers.saves.filter(({ outcome, ref }) => outcome === 'refused' && found.has(ref)),
    );
    findings.holds('no request is there by half', await halfRequests(admin));
    const isSealed = async () =>
      (await admin.query('select from platform.trail_unsealed limit 1')).rowCount === 0;
    await until(isSealed, { withinMs: GIVE_UP_MS }).catch(() => undefined);
    findings.equals('the workers seal the whole trail', await isSealed(), true);
  });
  const verified = await verify({
    url,
    environment: settings,
    restoredTo: undefined,
    backups: async () => [],
  });
  findings.holds(
    'verify finds no fault',
    verified.filter(({ verdict }) => verdict === 'fault').map(({ about, text }) => about + text),
  );
  findings.figure('requests acknowledged', savers.acknowledged.length);
  findings.figure('answers 503', answered503);
  findings.figure('outcomes unknown, settled afterwards', inDoubt);
}
