import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type * as z from 'zod/mini';
import type pg from 'pg';
import type { batchRow, UploadReply } from '#contract/uploads/uploads.ts';
import { KINDS } from '#domain/uploads/kinds.ts';
import { headingsOf } from '#domain/uploads/rows.ts';
import { urlFor } from '#server/platform/db/provision.ts';
import { writeXlsx } from '#server/platform/xlsx/write.ts';
import { Cluster } from '#tools/testing/cluster.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { DATABASE, install } from './database-loss.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';
import { MemoryWatch } from './hostile/memory.ts';
import { startProbe } from './hostile/start-probe.ts';

type SentBatch = z.input<typeof batchRow>;

const MEGABYTE = 1024 * 1024;
const MAX_SECONDS = 90;
/** The memory of a task, and that of a process that has none. */
const MAX_CHILD_MB = 512 + 100;
const MAX_GROWTH_MB = 50;
const MAX_CALL_MS = 250;
/** A call passes three processes, and the machine may delay each of them. */
const CALL_SHARE = 3;
const MAX_STILL_MS = 2_000;
const LOOK_EVERY_MS = 100;
const STORING_LOOK_EVERY_MS = 10;
const MAX_TRIES = 10;
const DISK_MEGABYTES = 1_024;

/** A sheet of profits of one branch and month whose sum is a hundredth of its rows. */
const sheetOf = (rows: number): Promise<Buffer> =>
  buffer(
    writeXlsx({
      sheet: 'Profit',
      columns: headingsOf('T').map((header) => ({ header, kind: 'text', width: 14 })),
      rows: Array.from({ length: rows }, (_, n) => [
        `${String(1 + (n % 28)).padStart(2, '0')}/10/2025`,
        ...['PUN', `R${n}`, 'SP', 'E301', String(40_000 + n), '0.01'],
      ]),
    }),
  );

async function send(url: string, sid: string, file: Buffer): Promise<UploadReply | null> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: KINDS.T.uploadType, srno: KINDS.T.serial }));
  form.append('file', new Blob([new Uint8Array(file)]), 'profit.xlsx');
  try {
    const answer = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
    return (await answer.json()) as UploadReply;
  } catch {
    return null;
  }
}

async function newest(url: string, sid: string): Promise<SentBatch | undefined> {
  const { json } = await call(url, 'uploaddata_a.php', [sid, 'batches', '{"limit":1}']).catch(() => ({
    json: undefined,
  }));
  return Array.isArray(json) ? (json as SentBatch[])[0] : undefined;
}

/** The longest time for which the progress stood still, as another user sees it, until the upload ends. */
async function longestStill(url: string, sid: string, sent: Promise<unknown>): Promise<number> {
  let isOver = false;
  void sent.finally(() => (isOver = true));
  let [seen, since, longest] = ['', performance.now(), 0];
  while (!isOver) {
    const batch = await newest(url, sid);
    const now = batch === undefined ? '' : `${batch.bat_srno} ${batch.bat_phase} ${batch.bat_donerows}`;
    if (now !== seen) [seen, since] = [now, performance.now()];
    // Before the batch is there the browser shows how much was sent.
    else if (now !== '') longest = Math.max(longest, performance.now() - since);
    await sleep(LOOK_EVERY_MS);
  }
  return longest;
}

/**
 * Sends the sheet and returns once others see that its rows are being stored. That takes a fraction of a second, which a
 * busy machine can miss, and then the sheet is forgotten and sent again.
 */
async function sendUntilStoring(
  url: string,
  sid: string,
  file: Buffer,
  forget: () => Promise<unknown>,
): Promise<{ readonly sent: Promise<UploadReply | null> }> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    let isOver = false;
    const sent = send(url, sid, file).finally(() => (isOver = true));
    while (!isOver) {
      const batch = await newest(url, sid);
      if (batch?.bat_state === 'reading' && batch.bat_phase === 'storing' && batch.bat_donerows > 0)
        return { sent };
      await sleep(STORING_LOOK_EVERY_MS);
    }
    await forget();
  }
  throw new Error(`none of ${MAX_TRIES} uploads was seen while its rows were stored`);
}

const counted = async (admin: Pick<pg.Client, 'query'>) => {
  const { rows } = await admin.query<object>(
    `select (select count(*)::integer from uploads.profit_row) as rows, (select count(*)::integer from uploads.covered) as months,
       (select coalesce(sum(profit), 0)::text from uploads.profit_month) as profit`,
  );
  return rows[0];
};
const NOTHING = { rows: 0, months: 0, profit: '0' };
/** A minute passes for the batches that are being read. */
const MINUTE_LATER = `update uploads.batch set heard_at = heard_at - interval '61 seconds' where state = 'reading'`;

/** A large sheet is stored whole beside other work, and one whose server or database dies leaves nothing. */
export const uploads: Drill = {
  name: 'uploads',
  run: async (findings, { uploadRows }) => {
    const file = await sheetOf(uploadRows);
    findings.figure('rows', uploadRows);
    findings.figure('file MB', file.length / MEGABYTE);
    await Ground.with((ground) => storedAlone(findings, ground, file, uploadRows));
    await Ground.with((ground) => storedBesideOthers(findings, ground, file));
    await Ground.with((ground) => serverKilled(findings, ground, file));
    await databaseKilled(findings, file);
  },
};

/** A server that has stored a small sheet, which also loads and compiles the code. */
async function warmServer(ground: Ground) {
  const server = await ground.start({ ROLE: 'web' });
  const sid = await signIn(server.url, 'fm.ho');
  await send(server.url, sid, await sheetOf(1_000));
  await forgetAll(ground.database.admin);
  return { server, sid };
}
const forgetAll = (admin: Pick<pg.Client, 'query'>) =>
  admin.query('truncate uploads.covered, uploads.profit_row, uploads.profit_month');

/** Memory is measured while nothing else is at work, because every call takes some for a while. */
async function storedAlone(findings: Findings, ground: Ground, file: Buffer, rows: number) {
  const { server, sid } = await warmServer(ground);
  const memory = await MemoryWatch.start(server.pid);
  const answer = await send(server.url, sid, file);
  const { growthMb, childrenMb } = memory.stop();
  findings.equals('all rows are stored', answer?.msg, '1');
  findings.equals('and counted to the paisa', await counted(ground.database.admin), {
    rows,
    months: 1,
    profit: (rows / 100).toFixed(2),
  });
  findings.holds(
    `the child takes at most ${MAX_CHILD_MB} MB`,
    childrenMb <= MAX_CHILD_MB ? [] : [childrenMb],
  );
  findings.holds(
    `the server takes at most ${MAX_GROWTH_MB} MB more`,
    growthMb <= MAX_GROWTH_MB ? [] : [growthMb],
  );
  findings.figure('child MB at its peak', childrenMb);
  findings.figure('server MB on top', growthMb);
}

async function storedBesideOthers(findings: Findings, ground: Ground, file: Buffer) {
  const { server, sid } = await warmServer(ground);
  const probe = await startProbe(server.url, { withCalls: true });
  const startedAt = performance.now();
  const sent = send(server.url, sid, file);
  const stillMs = await longestStill(server.url, sid, sent);
  const answer = await sent;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { callMs, controlMs, failures } = await probe.stop();

  findings.equals('all rows are stored beside other calls', answer?.msg, '1');
  findings.within('they are stored', MAX_SECONDS * 1_000, [seconds * 1_000]);
  findings.within('progress moves', MAX_STILL_MS, [stillMs]);
  findings.holds('everybody else is served meanwhile', failures);
  const [p99, machineMs] = [percentile(callMs, 0.99), percentile(controlMs, 0.99)];
  findings.within('99 % of other calls end', MAX_CALL_MS + CALL_SHARE * machineMs, [p99]);
  findings.figure('s to store them', seconds);
  findings.figure('progress stood still for at most ms', stillMs);
  findings.figure('other calls p99 ms', p99);
  findings.figure('a server that does nothing, p99 ms', machineMs);
}

/** Every thousand rows take a moment, so that the look and the fault come while they are stored. */
const SLOWLY = `create function uploads.drill_pause() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return null; end $$;
  create trigger drill_pause after insert on uploads.profit_row for each statement execute function uploads.drill_pause()`;

async function serverKilled(findings: Findings, ground: Ground, file: Buffer): Promise<void> {
  const { admin } = ground.database;
  const server = await ground.start({ ROLE: 'web' });
  const sid = await signIn(server.url, 'fm.ho');
  await admin.query(SLOWLY);
  const { sent } = await sendUntilStoring(server.url, sid, file, () => forgetAll(admin));
  await server.kill();
  await sent;
  findings.equals('kill -9 of the server leaves no row', await counted(admin), NOTHING);
  const next = await ground.start({ ROLE: 'web' });
  await admin.query(MINUTE_LATER);
  findings.equals('and the batch is refused', (await newest(next.url, sid))?.bat_state, 'refused');
  findings.equals('the same sheet is stored afterwards', (await send(next.url, sid, file))?.msg, '1');
}

async function databaseKilled(findings: Findings, file: Buffer): Promise<void> {
  const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-drill-'));
  try {
    await Cluster.with(DISK_MEGABYTES, async (cluster) => {
      await install(cluster);
      const url = (role: 'writer' | 'reader' | 'jobs') =>
        urlFor(cluster.url(DATABASE), TEST_ROLES[role], TEST_ROLES.password);
      const urls = { writer: url('writer'), reader: url('reader'), jobs: url('jobs'), admin: '' };
      const server = await BureauProcess.start(settingsFor({ urls }, objectsDir, { SERVE_WEB: 'off' }));
      try {
        const sid = await signIn(server.url, 'fm.ho');
        const forget = () => cluster.asAdmin(DATABASE, forgetAll);
        await forget();
        await cluster.asAdmin(DATABASE, (admin) => admin.query(SLOWLY));
        const { sent } = await sendUntilStoring(server.url, sid, file, forget);
        await cluster.stop('immediate');
        const answer = await sent;
        findings.holds('the user is not told that it is stored', answer?.msg === '1' ? [answer] : []);
        await cluster.start();
        await cluster.asAdmin(DATABASE, async (admin) => {
          findings.equals('a crash of PostgreSQL leaves no row', await counted(admin), NOTHING);
          await admin.query(MINUTE_LATER);
        });
        // The server finds its database again by itself.
        let batch: SentBatch | undefined;
        for (let tries = 0; tries < 100 && batch === undefined; tries += 1) {
          batch = await newest(server.url, sid);
          await sleep(LOOK_EVERY_MS);
        }
        findings.equals('and the batch is refused', batch?.bat_state, 'refused');
      } finally {
        await server.kill();
      }
    });
  } finally {
    await rm(objectsDir, { recursive: true, force: true });
  }
}
