/**
 * The registers of an audit at size: FLM5 of a branch with a hundred thousand sales in one month, fetched, downloaded,
 * deleted, and uploaded again as an earlier month. Each is one call over HTTP, measured once.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { measuredHere, type Duration } from './page.ts';

interface Size {
  /** Half of the requests are sales to the public, and most of them are approved. */
  readonly requests: number;
  readonly transactions: number;
  /** The sheet of this many transactions stays within the 10 MB of an upload. */
  readonly uploaded: number;
}

const SIZE: Size = { requests: 210_000, transactions: 100_000, uploaded: 50_000 };
const BRIEF_SIZE: Size = { requests: 1_000, transactions: 300, uploaded: 100 };
const MONTH = { year: 2026, month: 10 } as const;
const TICKS_PER_SECOND = 100;

interface Timed {
  readonly what: string;
  readonly seconds: number;
  /** What the server and PostgreSQL computed meanwhile: unlike the seconds, it does not depend on other work. */
  readonly computed: number;
  readonly result: string;
}

/** Moves sales of the generated requests into one month of one branch. */
async function crowdMonth({ admin }: TestDatabase, { requests, transactions }: Size): Promise<StartedAudit> {
  await growRequests(admin, requests);
  const audit = await startAudit(admin, { branch: 'MUM', ...MONTH });
  await admin.query(`set session_replication_role = replica`);
  await admin.query(
    `update requests.request r set branch = $1, submitted_at = make_date($2, $3, 1)::timestamp + (n % 31) * interval '1 day'
       + n % 39600 * interval '1 second' + interval '4 hours'
     from (select srno, row_number() over (order by srno) as n from requests.request
       where type = 'SP' and num_nulls(bm_by, zm_by, cm_by, fm_by) = 0 and ref_no like 'large%' limit $4) as s
     where r.srno = s.srno`,
    [audit.branch, audit.year, audit.month, transactions],
  );
  await admin.query('reset session_replication_role');
  await admin.query('vacuum analyze requests.request');
  return audit;
}

export async function benchRegisters({ isBrief }: Duration): Promise<string> {
  const size = isBrief ? BRIEF_SIZE : SIZE;
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const database = await cloneDatabase();
  let server: BureauProcess | undefined;
  try {
    const audit = await crowdMonth(database, size);
    server = await BureauProcess.start(
      settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
    );
    return table(await measureCalls(server, audit, database, size), size);
  } finally {
    await server?.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCalls(
  { url, pid }: BureauProcess,
  { srno }: StartedAudit,
  { admin }: TestDatabase,
  { uploaded }: Size,
): Promise<Timed[]> {
  const login = await post(url, 'login_a.php', fieldsBody(['validate', 'audit.ca', DEMO_PASSWORD, 'WEB']));
  const session = login.json.session as string;
  const timed: Timed[] = [];
  async function time<T>(what: string, work: () => Promise<T>, told: (result: T) => string): Promise<T> {
    const before = await ticksOf(pid, admin);
    const startedAt = performance.now();
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const computed = secondsBetween(before, await ticksOf(pid, admin));
    timed.push({ what, seconds, computed, result: told(result) });
    return result;
  }
  const call = async (action: string, args: object) => {
    const answered = await post(
      url,
      'audit_a.php',
      fieldsBody([session, action, JSON.stringify({ srno, ...args })]),
    );
    if (answered.status !== 200 || (answered.json.err ?? '') !== '')
      throw new Error(`${action}: ${answered.text}`);
    return answered;
  };
  const download = async (args: object) => {
    const response = await fetch(`${url}/api/audit_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: session, 2: 'docdownload', 3: JSON.stringify(args) }),
    });
    return Buffer.from(await response.arrayBuffer());
  };
  const registerNow = async () =>
    (
      await admin.query<{ srno: number; filename: string }>(
        `select srno, file_name as filename from audit.document where audit = $1 and removed_at is null`,
        [srno],
      )
    ).rows[0]!;
  const megabytes = (bytes: Buffer) => `${(bytes.length / 1_048_576).toFixed(1)} MB`;

  await time(
    `fetchflms`,
    () => call('fetchflms', { format: 'FLM5' }),
    ({ json }) => `${json.rows} transactions`,
  );
  const register = await registerNow();
  await time('docdownload of the fetched register', () => download(register), megabytes);
  await time('flmregister FLM8', () => downloadForm(url, session, srno), megabytes);
  await time(
    'deleteflm',
    () => call('deleteflm', { type: 'FLM', remark: 'FLM5' }),
    ({ json }) => json.message,
  );

  // A part of them as an earlier month, which is uploaded.
  await call('fetchflms', { format: 'FLM5' });
  const part = await registerNow();
  await admin.query('update audit.audit set year = 2024 where srno = $1', [srno]);
  await admin.query(
    `delete from audit.transaction where audit = $1 and line_no not in (
       select line_no from audit.transaction where audit = $1 order by line_no limit $2)`,
    [srno, uploaded],
  );
  await admin.query(
    `update audit.transaction set tran_date = tran_date - interval '2 years' where audit = $1`,
    [srno],
  );
  await admin.query('update audit.document set rows = $2 where srno = $1', [part.srno, uploaded]);
  const sheet = await download(part);
  await call('deleteflm', { type: 'FLM', remark: 'FLM5' });
  await time(
    'upload of a register',
    () => upload(url, session, srno, sheet),
    () => `${uploaded} transactions, ${megabytes(sheet)}`,
  );
  return timed;
}

type Ticks = ReadonlyMap<number, number>;
/** The processor time of the server and of each connection to its database so far, as Linux counts it. */
async function ticksOf(server: number, admin: TestDatabase['admin']): Promise<Ticks> {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return new Map(
    await Promise.all(
      [server, ...rows.map(({ pid }) => pid)].map(async (pid): Promise<[number, number]> => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
        return [pid, user + system];
      }),
    ),
  );
}
/** A connection that was closed in between is left out. */
const secondsBetween = (before: Ticks, after: Ticks): number =>
  [...after].reduce((sum, [pid, ticks]) => sum + ticks - (before.get(pid) ?? 0), 0) / TICKS_PER_SECOND;

async function downloadForm(url: string, session: string, srno: number): Promise<Buffer> {
  const args = JSON.stringify({ srno, form: 'FLM8' });
  const response = await fetch(`${url}/api/audit_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: session, 2: 'flmregister', 3: args }),
  });
  return Buffer.from(await response.arrayBuffer());
}

async function upload(url: string, session: string, srno: number, sheet: Buffer): Promise<void> {
  const form = new FormData();
  const meta = {
    sid: session,
    uploadType: 'AUDITTRANSACTIONSIMPORT',
    srno,
    pageright: 'ASSESSMENT',
    format: 'FLM5',
  };
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(sheet)]), 'flm5.xlsx');
  const response = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
  const { error } = (await response.json()) as { error: string };
  if (error !== '') throw new Error(`upload of a register: ${error}`);
}

const table = (timed: readonly Timed[], { requests }: Size): string =>
  [
    `${measuredHere()} Each call once, in a business of ${requests.toLocaleString('en-IN')} requests.`,
    '',
    '| call | seconds | computed | result |',
    '| --- | ---: | ---: | --- |',
    ...timed.map(
      ({ what, seconds, computed, result }) =>
        `| ${what} | ${seconds.toFixed(1)} | ${computed.toFixed(1)} | ${result} |`,
    ),
  ].join('\n');
