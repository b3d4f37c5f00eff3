import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { loadDemo } from '#tools/demo/load.ts';
import { storeDemoPapers } from '#tools/demo/papers.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import type { Environment } from './command.ts';
import { NO_SHEDDING } from './ground.ts';
import { NewCluster } from './new-cluster.ts';
import { Repository } from './repository.ts';

export const DATABASE = 'bureau';
const ARCHIVED_MS = 120_000;
/** The size of a scanned page. */
const DOCUMENT_BYTES = 200 * 1024;
const DOCUMENTS_AT_ONCE = 500;

/** An installation with its own cluster, a repository, documents with their copy, and signed heads. */
export interface Stage {
  readonly folder: string;
  readonly cluster: NewCluster;
  readonly repository: Repository;
  /** The settings of the server, for its processes. */
  readonly settings: Environment;
  /** The settings and what the commands need besides them. */
  readonly environment: Environment;
  close(): Promise<void>;
}

interface StageSize {
  readonly requests: number;
  readonly documents: number;
}

export async function openStage(size: StageSize): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-restore-'));
  const repository = await Repository.make();
  const cluster = await NewCluster.start({
    settings: await Repository.serverSettings(),
    environment: repository.environment,
  });
  const close = async () => {
    await cluster.stop();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await repository.serve(cluster);
    return { folder, cluster, repository, close, ...(await install(cluster, repository, folder, size)) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function install(
  cluster: NewCluster,
  repository: Repository,
  folder: string,
  { requests, documents }: StageSize,
): Promise<Pick<Stage, 'settings' | 'environment'>> {
  await cluster.query('postgres', `create database ${DATABASE}`);
  const admin = cluster.urlOf(DATABASE);
  await migrate(admin);
  await loadDemo(admin);
  await makeLoginRoles(admin, TEST_ROLES);
  const objects = join(folder, 'objects');
  await cluster.asAdmin(DATABASE, async (client) => {
    // No mail server runs here.
    await client.query('delete from graphile_worker._private_jobs');
    await growRequests(client, requests);
    await growDocuments(client, objects, documents);
  });
  await storeDemoPapers(createDiskStore({ root: objects }), admin);
  const key = join(folder, 'trail-head.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const login = (role: 'writer' | 'reader' | 'jobs') => urlFor(admin, TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin };
  const settings = settingsFor({ urls }, objects, {
    ...NO_SHEDDING,
    SERVE_WEB: 'off',
    ROLE: 'both',
    TRAIL_HEAD_STORE: join(folder, 'heads'),
    TRAIL_HEAD_KEY: key,
    BACKUP_OBJECT_STORE_DIR: join(folder, 'copy'),
  });
  return {
    settings,
    environment: { ...settings, ...repository.environment, DATABASE_URL: admin },
  };
}

/** Documents of the newest requests, each with bytes of its own. */
async function growDocuments(admin: pg.Client, root: string, wanted: number): Promise<void> {
  const store = createDiskStore({ root });
  for (let made = 0; made < wanted; made += DOCUMENTS_AT_ONCE) {
    const hashes: string[] = [];
    for (let one = made; one < Math.min(wanted, made + DOCUMENTS_AT_ONCE); one += 1) {
      const bytes = randomBytes(DOCUMENT_BYTES);
      hashes.push(createHash('sha256').update(bytes).digest('hex'));
      await store.put(bytes);
    }
    await admin.query(
      `insert into requests.document (request, kind, file_name, extension, hash, bytes)
       select r.srno, (select min(id) from requests.document_kind), 'scan.pdf', 'pdf', h.hash, $2
       from unnest($1::text[]) with ordinality as h (hash, n)
         join (select srno, row_number() over (order by srno desc) as n from requests.request
           order by srno desc offset $3 limit $4) as r on r.n - $3 = h.n`,
      [hashes, DOCUMENT_BYTES, made, DOCUMENTS_AT_ONCE],
    );
  }
}

/** Waits until the repository has all WAL up to now, as it has after less than a minute by itself. */
export const archiveAll = (cluster: NewCluster): Promise<void> =>
  cluster.asAdmin(DATABASE, async (admin) => {
    const { rows } = await admin.query<{ file: string }>(`select pg_walfile_name(pg_switch_wal()) as file`);
    const file = rows[0]?.file ?? '';
    const isArchived = async () =>
      (await admin.query('select from pg_stat_archiver where last_archived_wal >= $1', [file])).rowCount ===
      1;
    await until(isArchived, { withinMs: ARCHIVED_MS });
  });
