import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import { migrate } from '#server/platform/db/provision.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { ADMIN_URL, TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { binaries, NewCluster } from './new-cluster.ts';
import type { Drill, Findings } from './drill.ts';
import { call, Ground, NO_SHEDDING, signIn } from './ground.ts';

const TOOL = fileURLToPath(new URL('../tools/trail/main.ts', import.meta.url));
/** A month that is past its retention, and its number of rows. */
const OLD_MONTH = '2019-01';
const OLD_ROWS = 700;
const SEALED_MS = 20_000;

/**
 * A dump restored into a new cluster, whose transaction ids start again: sealing continues, alterations from before and
 * after are reported, and archiving a month leaves an intact chain and file.
 */
export const trailRestore: Drill = {
  name: 'trail-restore',
  pace: 'together',
  run: (findings) =>
    Ground.with(async (ground) => {
      const folder = await mkdtemp(join(tmpdir(), 'bureau-restore-'));
      const cluster = await NewCluster.start();
      try {
        await addOldMonth(ground.database.admin);
        await useTransactionIds(ground.database.admin);
        const before = await ground.start({ ...NO_SHEDDING, ROLE: 'both' });
        await actions(before.url, 'Before');
        await sealed(ground.database.urls.admin);
        await before.stop();
        const restored = await restore(cluster, ground.database, folder);
        try {
          await goOn(findings, restored, folder);
          await alter(findings, restored);
          await putAway(findings, restored, join(folder, 'month.jsonl.gz'));
        } finally {
          await restored.admin.end();
        }
      } finally {
        await cluster.stop();
        await rm(folder, { recursive: true, force: true });
      }
    }),
};

type Restored = Pick<TestDatabase, 'urls' | 'admin'>;

const trail = (...args: string[]) =>
  promisify(execFile)(process.execPath, [TOOL, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout: stdout + stderr };
    },
  );

const faultsIn = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.startsWith('FAULT '));

/**
 * The state of an installation after some years: a partition long past its retention, sealed before everything else.
 */
async function addOldMonth(admin: pg.Client): Promise<void> {
  await admin.query(
    `select platform.make_trail_months('${OLD_MONTH}-01', '${OLD_MONTH}-01');
     insert into platform.trail (at, actor, action, record, record_id, after)
     select '${OLD_MONTH}-01'::timestamptz + make_interval(hours => n), 1, 'edit', 'old', n::text,
       jsonb_build_object('name', 'Old ' || n) from generate_series(1, ${OLD_ROWS}) n`,
  );
}

/** Four user actions, each with its trail entry. */
async function actions(url: string, name: string): Promise<void> {
  const session = await signIn(url, 'admin', DEMO_PASSWORD);
  const country = {
    cnt_name: `${name}land`,
    cnt_nationality: name,
    cnt_swiftcode: 'X',
    cnt_fatf: 0,
    cnt_active: 1,
  };
  const save = async (srno: number, change: object) => {
    const fields = [session, 'save', String(srno), JSON.stringify({ ...country, ...change })];
    const { json } = await call(url, 'country_a.php', fields);
    if (json.err !== '') throw new Error(`not saved: ${JSON.stringify(json)}`);
    return json.srno as number;
  };
  await save(await save(0, {}), { cnt_fatf: 1 });
  await call(url, 'login_a.php', [session, 'logout']);
}

/** Waits until the worker has sealed everything. */
const sealed = (url: string) =>
  until(async () => (await verifyTrail(url)).unsealed === 0, { withinMs: SEALED_MS });

/** So many ids that the new cluster is still below them after the restore. */
const useTransactionIds = (admin: pg.Client) =>
  admin.query('do $$ begin for n in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');

/** Restores like an operator: the roles, the database, then the grants of the database. */
async function restore(cluster: NewCluster, { name, urls }: TestDatabase, folder: string): Promise<Restored> {
  const bin = await binaries();
  const [roles, dump] = [join(folder, 'roles.sql'), join(folder, 'bureau.dump')];
  await runProgram(join(bin, 'pg_dumpall'), ['--roles-only', '--file', roles, '--dbname', ADMIN_URL]);
  await runProgram(join(bin, 'psql'), ['--quiet', '--file', roles, cluster.urlOf('postgres')]);
  await runProgram(join(bin, 'pg_dump'), ['--format=custom', '--file', dump, urls.admin]);
  await cluster.query('postgres', `create database ${name}`);
  const into = ['--single-transaction', '--exit-on-error', '--dbname', cluster.urlOf(name)];
  await runProgram(join(bin, 'pg_restore'), [...into, dump]);
  await migrate(cluster.urlOf(name), { logins: TEST_ROLES });
  const moved = (url: string) => {
    const there = new URL(url);
    there.port = String(cluster.port);
    return there.href;
  };
  const admin = await openClient(moved(urls.admin));
  return {
    admin,
    urls: {
      writer: moved(urls.writer),
      reader: moved(urls.reader),
      jobs: moved(urls.jobs),
      admin: moved(urls.admin),
    },
  };
}

async function goOn(findings: Findings, { admin, urls }: Restored, folder: string): Promise<void> {
  const { rows: ids } = await admin.query<{ newest: string; restarted: boolean }>(
    `select max(xid)::text as newest, max(xid) > pg_current_xact_id() as restarted from platform.trail`,
  );
  findings.holds('transaction ids begin anew', ids[0]?.restarted === true ? [] : [ids[0]]);
  findings.figure('newest transaction id of the dump', ids[0]?.newest ?? '');

  const settings = settingsFor({ urls }, join(folder, 'objects'), { ...NO_SHEDDING, SERVE_WEB: 'off' });
  const process = await BureauProcess.start({ ...settings, ROLE: 'both' });
  const startedAt = performance.now();
  try {
    await actions(process.url, 'After');
    const actedAt = performance.now();
    await sealed(urls.admin);
    findings.figure('four actions, ms', actedAt - startedAt);
    findings.figure('sealed after them, ms', performance.now() - actedAt);
    const { code, stdout } = await trail('verify', '--url', urls.admin);
    findings.equals('after the restore the chain verifies', [code, faultsIn(stdout)], [0, []]);
    findings.holds(
      'everything is sealed',
      stdout.includes(' 0 not yet sealed') ? [] : [stdout.split('\n')[0]],
    );
    findings.holds('the process logged no error', process.errors);
  } finally {
    await process.kill();
  }
}

/** Alters one row from before the dump and one from after it, as the owner of the database. */
async function alter(findings: Findings, { admin, urls }: Restored): Promise<void> {
  const { rows } = await admin.query<{ id: string; name: string }>(
    `select min(id)::text as id, after ->> 'name' as name from platform.trail
     where after ->> 'name' in ('Beforeland', 'Afterland') group by 2 order by 1`,
  );
  findings.equals('both have their rows', rows.map(({ name }) => name).sort(), ['Afterland', 'Beforeland']);
  const ids = rows.map(({ id }) => id);
  const rename = (from: string, to: string) =>
    admin.query(
      `update platform.trail set after = replace(after::text, $2, $3)::jsonb where id = any ($1::bigint[])`,
      [ids, from, to],
    );
  await rename('land', 'lund');
  const altered = await trail('verify', '--url', urls.admin);
  findings.equals('alterations are told by the exit code', altered.code, 1);
  findings.equals(
    'alterations of before and after the dump are named, and nothing else',
    faultsIn(altered.stdout).map((line) => line.replace(/ \(.*\)/, '')),
    ids.map((id) => `FAULT trail row ${id} was altered`),
  );
  await rename('lund', 'land');
}

async function putAway(findings: Findings, { admin, urls }: Restored, file: string): Promise<void> {
  const young = await trail('archive', '2026-11', '--to', `${file}.young`, '--url', urls.admin);
  findings.equals('a month that must be kept is not put away', young.code, 1);
  const startedAt = performance.now();
  const archived = await trail('archive', OLD_MONTH, '--to', file, '--url', urls.admin);
  findings.equals(
    'the oldest month is put away',
    [archived.code, archived.stdout.split(' ')[0]],
    [0, String(OLD_ROWS)],
  );
  findings.figure('put away, ms', performance.now() - startedAt);
  const { rows } = await admin.query<{ left: number }>(
    `select count(*)::integer as left from platform.trail where record = 'old'`,
  );
  findings.equals('its rows have left the trail', rows[0]?.left, 0);
  const whole = await trail('verify', '--url', urls.admin);
  findings.equals('the chain verifies without it', [whole.code, faultsIn(whole.stdout)], [0, []]);

  const alone = await trail('verify', '--archive', file);
  findings.equals('the archive verifies by itself', [alone.code, faultsIn(alone.stdout)], [0, []]);
  const text = gunzipSync(await readFile(file)).toString();
  await writeFile(`${file}.forged`, gzipSync(text.replace('"Old 7"', '"Old 8"')));
  const forged = await trail('verify', '--archive', `${file}.forged`);
  findings.equals(
    'an alteration in the archive is named',
    [forged.code, faultsIn(forged.stdout).length],
    [1, 1],
  );
}
