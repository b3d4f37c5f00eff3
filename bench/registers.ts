/**
 * The registers of an audit at size: FLM5 of a branch with a hundred thousand sales in one month, fetched, downloaded,
 * deleted, and uploaded again as an earlier month. Each is one call over HTTP, measured once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { measuredHere, type Duration } from './page.ts';

const TRANSACTIONS = 100_000;
/** Half of the requests are sales to the public, and most of them are approved. */
const REQUESTS = 2.1 * TRANSACTIONS;
const MONTH = { year: 2026, month: 10 } as const;
/** The sheet of this many transactions stays within the 10 MB of an upload. */
const UPLOADED = 50_000;

interface Timed {
  readonly what: string;
  readonly seconds: number;
  readonly result: string;
}

/** Moves sales of the generated requests into one month of one branch. */
async function crowdMonth({ admin }: TestDatabase): Promise<StartedAudit> {
  await growRequests(admin, REQUESTS);
  const audit = await startAudit(admin, { branch: 'MUM', ...MONTH });
  await admin.query(`set session_replication_role = replica`);
  await admin.query(
    `update requests.request r set branch = $1, submitted_at = make_date($2, $3, 1)::timestamp + (n % 31) * interval '1 day'
       + n % 39600 * interval '1 second' + interval '4 hours'
     from (select srno, row_number() over (order by srno) as n from requests.request
       where type = 'SP' and num_nulls(bm_by, zm_by, cm_by, fm_by) = 0 and ref_no like 'large%' limit $4) as s
     where r.srno = s.srno`,
    [audit.branch, audit.year, audit.month, TRANSACTIONS],
  );
  await admin.query('reset session_replication_role');
  await admin.query('vacuum analyze requests.request');
  return audit;
}

export async function benchRegisters(_: Duration): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const database = await cloneDatabase();
  let server: BureauProcess | undefined;
  try {
    const audit = await crowdMonth(database);
    server = await BureauProcess.start(
      settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
    );
    return table(await measureCalls(server, audit, database));
  } finally {
    await server?.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCalls(
  { url }: BureauProcess,
  { srno }: StartedAudit,
  { admin }: TestDatabase,
): Promise<Timed[]> {
  const login = await post(url, 'login_a.php', fieldsBody(['validate', 'audit.ca', DEMO_PASSWORD, 'WEB']));
  const session = login.json.session as string;
  const timed: Timed[] = [];
  async function time<T>(what: string, work: () => Promise<T>, told: (result: T) => string): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    timed.push({ what, seconds: (performance.now() - startedAt) / 1_000, result: told(result) });
    return result;
  }
  const call = (action: string, args: object) =>
    post(url, 'audit_a.php', fieldsBody([session, action, JSON.stringify({ srno, ...args })]));
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
    [srno, UPLOADED],
  );
  await admin.query(
    `update audit.transaction set tran_date = tran_date - interval '2 years' where audit = $1`,
    [srno],
  );
  await admin.query('update audit.document set rows = $2 where srno = $1', [part.srno, UPLOADED]);
  const sheet = await download(part);
  await call('deleteflm', { type: 'FLM', remark: 'FLM5' });
  await time(
    'upload of a register',
    () => upload(url, session, srno, sheet),
    (error) => (error === '' ? `${UPLOADED} transactions, ${megabytes(sheet)}` : error),
  );
  return timed;
}

async function downloadForm(url: string, session: string, srno: number): Promise<Buffer> {
  const args = JSON.stringify({ srno, form: 'FLM8' });
  const response = await fetch(`${url}/api/audit_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: session, 2: 'flmregister', 3: args }),
  });
  return Buffer.from(await response.arrayBuffer());
}

async function upload(url: string, session: string, srno: number, sheet: Buffer): Promise<string> {
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
  return ((await response.json()) as { error: string }).error;
}

const table = (timed: readonly Timed[]): string =>
  [
    `${measuredHere()} Each call once, in a business of ${REQUESTS.toLocaleString('en-IN')} requests.`,
    '',
    '| call | seconds | result |',
    '| --- | ---: | --- |',
    ...timed.map(({ what, seconds, result }) => `| ${what} | ${seconds.toFixed(1)} | ${result} |`),
  ].join('\n');
