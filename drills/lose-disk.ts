import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { command, mustRun } from './command.ts';
import type { Findings } from './drill.ts';
import { signIn } from './ground.ts';
import { halfRequests, RequestSavers, savedRequests } from './request-saves.ts';
import { DATABASE, type Stage } from './restore-stage.ts';

const MAX_LOST_MS = 60_000;
const GIGABYTE = 1024 ** 3;
const DU_MS = 600_000;

interface Round {
  readonly round: number;
  /** The disk is lost at a random moment within so many seconds. */
  readonly withinSeconds: number;
}

/**
 * The disk with the database and the documents is lost while requests are saved and a document is uploaded. Everything
 * is restored by the commands of docs/operations.md, and what is lost is younger than a minute.
 */
export async function loseDisk(
  findings: Findings,
  stage: Stage,
  { round, withinSeconds }: Round,
): Promise<void> {
  const savers = new RequestSavers();
  const server = await BureauProcess.start(stage.settings);
  let lostAt = 0;
  let document = '';
  try {
    await savers.during(server.url, async () => {
      await sleep(1_000 * (1 + randomInt(withinSeconds)));
      document = await upload(server.url, stage);
      lostAt = Date.now();
      await stage.cluster.lose();
      await rm(stage.settings['OBJECT_STORE_DIR'] ?? '', { recursive: true });
    });
  } finally {
    await server.kill();
  }
  await restoreAll(findings, stage, round);
  findings.holds(
    `loss ${round}: the document that was uploaded last is there`,
    (await createDiskStore({ root: stage.settings['OBJECT_STORE_DIR'] ?? '' }).has(document))
      ? []
      : [document],
  );
  await stage.cluster.asAdmin(DATABASE, async (admin) => {
    const found = await savedRequests(admin);
    const lost = savers.acknowledged.filter(({ ref, srno }) => found.get(ref) !== srno);
    const age = ({ answeredAt }: { readonly answeredAt: number }) => lostAt - answeredAt;
    findings.holds(
      `loss ${round}: what is lost was acknowledged in the last minute`,
      lost.filter((save) => age(save) >= MAX_LOST_MS),
    );
    findings.holds(`loss ${round}: no request is there by half`, await halfRequests(admin));
    findings.figure(`loss ${round}: saves acknowledged`, savers.acknowledged.length);
    findings.figure(`loss ${round}: of them lost`, lost.length);
    findings.figure(`loss ${round}: age of the oldest lost save, s`, Math.max(0, ...lost.map(age)) / 1_000);
  });
}

/** Uploads a document with bytes of its own and returns their hash. */
async function upload(url: string, { cluster }: Stage): Promise<string> {
  const session = await signIn(url, 'admin', DEMO_PASSWORD);
  const branch = await cluster.asAdmin(DATABASE, async (admin) => {
    const { rows } = await admin.query<{ srno: number }>(
      `select min(srno) as srno from masters.entity where type = 'B'`,
    );
    return rows[0]?.srno ?? 0;
  });
  const bytes = Buffer.concat([pdfSample(), Buffer.from(`\n% ${randomUUID()}\n`)]);
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: session, uploadType: 'ENTITYDOC', srno: branch, docid: 1 }));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'paper.pdf');
  const response = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
  const { error } = (await response.json()) as { error?: string };
  if (error !== '') throw new Error(`not uploaded: ${error}`);
  return createHash('sha256').update(bytes).digest('hex');
}

const gigabytes = async (folder: string): Promise<number> =>
  (Number.parseInt(await runProgram('du', ['-sk', folder], DU_MS), 10) * 1024) / GIGABYTE;

/** Follows docs/operations.md and measures each step. */
async function restoreAll(findings: Findings, stage: Stage, round: number): Promise<void> {
  const { cluster, environment } = stage;
  const objects = stage.settings['OBJECT_STORE_DIR'] ?? '';
  const seconds = async (what: string, work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    const taken = (performance.now() - startedAt) / 1_000;
    findings.figure(`loss ${round}: ${what}, s`, taken);
    return taken;
  };
  await mkdir(objects);
  const documents = await seconds('documents alone', () => mustRun('restore', ['documents'], environment));
  const files = await seconds('files of the database', () =>
    mustRun('restore', ['--to', 'latest'], environment),
  );
  const wal = await seconds('WAL read and archived', async () => {
    await cluster.startAgain();
    await mustRun('restore', ['finish', '--set-aside', 'all'], environment);
  });
  await seconds('verified', async () => {
    const { code, output } = await command('verify', [], environment);
    findings.equals(`loss ${round}: verify finds no fault`, [code, output.match(/^FAULT.*/gm)], [0, null]);
  });
  const [database, papers] = [await gigabytes(cluster.data), await gigabytes(join(objects, 'objects'))];
  findings.figure(`loss ${round}: database, GB`, database);
  findings.figure(`loss ${round}: documents, GB`, papers);
  findings.figure(`loss ${round}: database, s for each GB`, (files + wal) / database);
  findings.figure(`loss ${round}: documents, s for each GB`, documents / papers);
}
