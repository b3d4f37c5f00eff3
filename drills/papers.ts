import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { auditClient } from '#tools/testing/audit-client.ts';
import { startLargeAudit } from '#tools/testing/audits.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground, residentKilobytes, signIn } from './ground.ts';
import { startProbe } from './hostile/start-probe.ts';

const USERS = 5;
const REPORTS = 40;
const DISCREPANCIES = 2_000;
/** How long others may wait while the papers are made, p99, on a quiet machine. */
const MAX_HEALTH_MS = 250;
/** More than one user can have in the making. */
const GREEDY = 20;
const MEMOS = 20;
const MAX_ASKED = 8;

/**
 * Forty large reports at once by several users: everybody else is served meanwhile. One user who asks for more than their share
 * is refused, and others are not. The report of a closed audit is made once.
 */
export const papers: Drill = {
  name: 'papers',
  run: (findings) =>
    Ground.with(async (ground) => {
      const { admin } = ground.database;
      const sessions = await makeAuditors(admin);
      const draft = await startLargeAudit(admin, DISCREPANCIES, { year: 2031, month: 1 });
      const closed = await startLargeAudit(admin, DISCREPANCIES, { year: 2031, month: 2 });
      const server = await ground.start();
      const reportOf =
        ({ srno }: { readonly srno: number }) =>
        (session = '') => {
          const asked = JSON.stringify({ srno, mode: 'Download' });
          return download(server.url, 'audit_a.php', [session, 'auditreport', asked]);
        };
      await memos(findings, server.url, admin);
      const before = await residentKilobytes(server.pid);
      await atOnce(findings, server.url, sessions, reportOf(draft));
      const growth = (await residentKilobytes(server.pid)) - before;
      findings.figure('MB by which the server grew', growth / 1_024);
      await greed(findings, sessions, reportOf(draft));
      await kept(findings, server.url, closed.srno, sessions, reportOf(closed));
      findings.holds('nothing was logged as an error', server.errors);
    }),
};

interface Taken {
  readonly status: number;
  readonly text: string;
  readonly hash: string;
  readonly bytes: number;
  readonly ms: number;
}
type TakeReport = (session?: string) => Promise<Taken>;

/** A file; its status is 0 if the answer is none. */
async function download(url: string, endpoint: string, fields: readonly string[]): Promise<Taken> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody(fields),
  });
  const body = Buffer.from(await response.arrayBuffer());
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  return {
    status: response.ok && !isPdf ? 0 : response.status,
    text: isPdf ? '' : body.toString(),
    hash: createHash('sha256').update(body).digest('hex'),
    bytes: body.length,
    ms: performance.now() - startedAt,
  };
}

const timesOf = (taken: readonly Taken[]) => taken.map(({ ms }) => ms);

/** One memo after another, by a server that does nothing else. */
async function memos(findings: Findings, url: string, admin: pg.Client): Promise<void> {
  const session = await signIn(url, 'admin');
  const { rows } = await admin.query<{ srno: number }>(
    'select srno from requests.request where submitted order by srno limit 1',
  );
  const taken: Taken[] = [];
  for (let made = 0; made < MEMOS; made += 1)
    taken.push(await download(url, 'fxrequest_a.php', [session, 'paper', String(rows[0]?.srno), 'memo']));
  findings.holds(
    'every memo is made',
    taken.filter(({ status }) => status !== 200).map(({ text }) => text),
  );
  findings.figure('the first memo, ms', taken[0]?.ms ?? 0);
  findings.figure('later memos p50 ms', percentile(timesOf(taken.slice(1)), 0.5));
}

async function atOnce(
  findings: Findings,
  url: string,
  sessions: readonly string[],
  takeReport: TakeReport,
): Promise<void> {
  const probe = await startProbe(url);
  const startedAt = performance.now();
  const reports = await Promise.all(
    Array.from({ length: REPORTS }, (_, index) => askAgain(() => takeReport(sessions[index % USERS]))),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { healthMs, controlMs, failures } = await probe.stop();
  findings.holds(
    'every report is made',
    reports.filter(({ status }) => status !== 200).map(({ status }) => status),
  );
  findings.equals('all reports are the same', new Set(reports.map(({ hash }) => hash)).size, 1);
  findings.holds('everybody else is served meanwhile', failures);
  // A delay that also affects a server that does nothing is caused by the machine.
  const machineMs = percentile(controlMs, 0.99);
  const p99 = percentile(healthMs, 0.99);
  findings.within('99 % of the health checks end', MAX_HEALTH_MS + machineMs, [p99]);
  findings.figure('reports at once', REPORTS);
  findings.figure('KB of a report', (reports[0]?.bytes ?? 0) / 1_024);
  findings.figure('s until all are made', seconds);
  findings.figure(
    'asked again after 503',
    reports.reduce((sum, { asked }) => sum + asked - 1, 0),
  );
  findings.figure('health p50 ms', percentile(healthMs, 0.5));
  findings.figure('health p99 ms', p99);
  findings.figure('a server that does nothing, p99 ms', machineMs);
}

/** A machine that others use may not make all of them in time, and answers 503; then a user asks again. */
async function askAgain(ask: () => Promise<Taken>): Promise<Taken & { readonly asked: number }> {
  for (let asked = 1; ; asked += 1) {
    const taken = await ask();
    if (taken.status !== 503 || asked === MAX_ASKED) return { ...taken, asked };
  }
}

/** A user who asks for more than their share, and another one meanwhile. */
async function greed(
  findings: Findings,
  [greedy, other]: readonly string[],
  takeReport: TakeReport,
): Promise<void> {
  const many = Array.from({ length: GREEDY }, () => takeReport(greedy));
  const one = await askAgain(() => takeReport(other));
  const refused = (await Promise.all(many)).filter(({ status }) => status !== 200);
  findings.equals('another user has their report meanwhile', one.status, 200);
  findings.holds(
    'what is too much for one user is refused with 503',
    refused.length === 0 ? ['nothing was refused'] : refused.filter(({ status }) => status !== 503),
  );
  findings.figure('the report of another user, s', one.ms / 1_000);
  findings.figure(`refused of ${GREEDY} by one user`, refused.length);
}

async function kept(
  findings: Findings,
  url: string,
  srno: number,
  sessions: readonly string[],
  takeReport: TakeReport,
): Promise<void> {
  const session = await signIn(url, 'audit.ca');
  const client = auditClient(
    { post: (endpoint, fields, headers) => call(url, endpoint, fields, headers) },
    session,
  );
  findings.equals('the audit is closed', (await client.save({ srno, hdrAuditStatus: 'C' })).json.err, '');
  const first = await askAgain(() => takeReport(session));
  const again = await Promise.all(
    Array.from({ length: REPORTS }, (_, index) => takeReport(sessions[index % USERS])),
  );
  findings.equals(
    'the report of a closed audit is the same each time',
    [...new Set([first, ...again].map(({ hash, status }) => `${status} ${hash}`))],
    [`200 ${first.hash}`],
  );
  findings.figure('the first report of a closed audit, s', first.ms / 1_000);
  findings.figure(`${REPORTS} later ones p50 ms`, percentile(timesOf(again), 0.5));
}

/** Auditors with a session each. */
async function makeAuditors(admin: pg.Client): Promise<readonly string[]> {
  const sessions = Array.from({ length: USERS }, () => randomBytes(32).toString('base64url'));
  await admin.query(
    `with made as (
       insert into access.account (user_id, name, entity, right_group, must_change_password)
       select 'paper' || n, 'Paper ' || n, e.srno, g.srno, false
       from generate_series(1, $1::integer) as n, masters.entity e, access.right_group g
       where e.id = 'HO' and g.name = 'Auditor' returning srno, user_id
     )
     insert into access.session (id_hash, account, last_used_at, expires_at)
     select decode(h.hash, 'hex'), m.srno, now(), now() + interval '1 hour'
     from made m join unnest($2::text[]) with ordinality as h (hash, n) on m.user_id = 'paper' || h.n`,
    [USERS, sessions.map((session) => createHash('sha256').update(session).digest('hex'))],
  );
  return sessions;
}
