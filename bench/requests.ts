/**
 * Requests at size: the same questions to a business with a hundred thousand and to one with ten million, each behind a
 * real server process, one call at a time, the two taking turns; and, at the larger size, how many calls a second it
 * answers, compared with the same statements in pgbench and with a bare route that only runs them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureSteps } from '#tools/testing/plan.ts';
import { bodyOf, type Step } from '#tools/testing/record.ts';
import { post, settingsFor } from '#tools/testing/world.ts';
import { compare, COMPARED_HEAD, comparedRows } from './compare.ts';
import { byPgbench, overHttp, startBare, type Contender } from './contenders.ts';
import { byDirectus } from './directus.ts';
import { measuredOn, median, type Duration } from './page.ts';
import { recordSteps } from './record.ts';
import { approvedRange, approving, reopen, restore, saving } from './requests-changes.ts';
import { keptRequests, openPlace, sizesOf, type Place, type RequestSizes } from './requests-place.ts';
import { QUESTIONS, type Question } from './requests-questions.ts';
import { anyUpTo, type Range } from './steps.ts';

const CONNECTIONS = 10;
const SMALL = sizesOf(100_000, 50);
const BRIEF_SMALL = sizesOf(1_000, 10);
const BRIEF_LARGE = sizesOf(2_000, 10);
/** So many that a second of approvals does not run out of them. */
const BRIEF_RATED = sizesOf(20_000, 10);
const REQUESTS_PER_BRANCH = 10_000;
const WARM_UP_SECONDS = 1;

export interface RequestsGiven {
  readonly requests: number;
  /** The prefix of the kept databases' names. */
  readonly database: string;
  /** The URL of Directus with the requests of the larger one, if it is also measured. */
  readonly directus?: string | undefined;
  /** The only subject to compare; all if it is missing. */
  readonly only?: string | undefined;
}

interface Business extends Place {
  readonly sizes: RequestSizes;
  readonly folder: string;
  /** The requests used to measure approvals. */
  readonly approvable: Range;
  readonly steps: Readonly<Record<string, readonly Step[]>>;
}

type Closers = (() => Promise<unknown>)[];

const keyOf = ({ name, caller }: Question) => `${name}, ${caller}`;
const callOf = (at: Pick<Business, 'sessions' | 'approvable'>, { caller, call }: Question) =>
  call(at.sessions[caller], at.approvable.first);

async function openBusiness(
  prefix: string,
  sizes: RequestSizes,
  duration: Duration,
  closers: Closers,
): Promise<Business> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  closers.push(() => rm(folder, { recursive: true }));
  const database = await keptRequests(prefix, sizes, duration);
  const { admin } = database;
  const approvable = approvedRange(sizes.requests, sizes.underWay);
  closers.push(async () => {
    if (!duration.isBrief) await restore(admin, approvable);
    await database.leave();
  });
  // An interrupted run may have left changes.
  await restore(admin, approvable);
  const place = await openPlace(database, folder, CONNECTIONS);
  closers.push(() => place.server.kill());
  const calls = QUESTIONS.map(
    (question) => [keyOf(question), callOf({ ...place, approvable }, question)] as const,
  );
  await reopen(admin, approvable);
  const steps = await recordSteps(database, folder, Object.fromEntries(calls));
  await restore(admin, approvable);
  return { ...place, sizes, folder, approvable, steps };
}

function rangeOf({ approvable, sizes }: Business, { change }: Question): Range {
  if (change === 'approve') return approvable;
  // Each save has its own reference, so that none is sent twice.
  return change === 'save' ? { ...anyUpTo(approvable.last), isInTurn: true } : anyUpTo(sizes.requests);
}

/** The contender itself, or with the preparation and the check around each turn that changes data. */
function watched({ database: { admin }, approvable }: Business, { change }: Question, contender: Contender) {
  if (change === 'approve') return approving(admin, approvable, contender);
  return change === 'save' ? saving(admin, contender) : contender;
}

function byProduct(business: Business, question: Question, name: string, waitingCalls?: number): Contender {
  const { endpoint, body } = callOf(business, question);
  const { url, pid } = business.server;
  const asked = { name, url, pid, method: 'POST', path: `/api/${endpoint}`, body } as const;
  const range = rangeOf(business, question);
  const waiting = waitingCalls === undefined ? {} : { waitingCalls };
  return watched(business, question, overHttp({ ...asked, range, ...waiting }));
}

/** The rows of the answer and the blocks that its statements access. */
async function looked(business: Business, question: Question): Promise<{ rows: number; blocks: number }> {
  const call = callOf(business, question);
  if (question.change === 'approve') await reopen(business.database.admin, business.approvable);
  const steps = business.steps[keyOf(question)] ?? [];
  const blocks = await measureSteps(business.database.admin, steps, call.srno);
  if (question.change !== undefined) return { rows: 1, blocks };
  const { json } = await post(business.server.url, call.endpoint, bodyOf(call));
  return { rows: Array.isArray(json) ? json.length : 1, blocks };
}

const pair = ([small = Number.NaN, large = Number.NaN]: readonly number[], digits: number) => [
  small.toFixed(digits),
  large.toFixed(digits),
  (large / small).toFixed(2),
];

async function rowOf(sizes: readonly Business[], question: Question, duration: Duration): Promise<string> {
  const seen = [];
  for (const business of sizes) seen.push(await looked(business, question));
  const rows = seen.map((each) => each.rows);
  const cells = [question.name, question.caller, rows[0] === rows[1] ? String(rows[0]) : rows.join(' / ')];
  cells.push(
    ...pair(
      seen.map(({ blocks }) => blocks),
      0,
    ),
  );
  const contenders = sizes.map((at) => byProduct(at, question, String(at.sizes.requests), 1));
  const warmUpSeconds = duration.isBrief ? 0 : WARM_UP_SECONDS;
  const rounds = [...(await compare(contenders, duration, warmUpSeconds)).values()];
  for (const which of ['p50Ms', 'p99Ms'] as const)
    cells.push(
      ...pair(
        rounds.map((of) => median(of.map((round) => round[which] ?? Number.NaN))),
        1,
      ),
    );
  return `| ${cells.join(' | ')} |`;
}

/** The questions compared with pgbench and the bare route, at the larger size. */
const COMPARED = QUESTIONS.filter(({ name }) => ['everything', 'detail', 'approve', 'save'].includes(name));
const subjectOf = ({ name, caller }: Question) => (name === 'everything' ? `list, ${caller}` : name);
const pathOf = (question: Question) => `/${subjectOf(question).replaceAll(/\W+/g, '-')}`;

async function comparedAll(
  business: Business,
  duration: Duration,
  { directus, only }: RequestsGiven,
  closers: Closers,
): Promise<string[]> {
  const { database, folder, steps } = business;
  const stepsOf = (question: Question) => steps[keyOf(question)] ?? [];
  const bare = await startBare(
    settingsFor(database, folder, { DATABASE_CONNECTIONS: String(CONNECTIONS) }),
    Object.fromEntries(COMPARED.map((question) => [pathOf(question), stepsOf(question)])),
    folder,
  );
  closers.push(() => bare.stop());
  const table: string[] = [];
  for (const question of COMPARED) {
    const subject = subjectOf(question);
    if (only !== undefined && only !== subject) continue;
    const range = rangeOf(business, question);
    const pgbench = await byPgbench({
      name: `pgbench ${subject}`,
      url: question.change === undefined ? database.urls.reader : database.urls.writer,
      connections: CONNECTIONS,
      steps: stepsOf(question),
      range,
      folder,
    });
    const { body } = callOf(business, question);
    const path = pathOf(question);
    const route = overHttp({ ...bare, name: `bare route ${subject}`, method: 'POST', path, body, range });
    const contenders = [
      ...[pgbench, route].map((contender) => watched(business, question, contender)),
      byProduct(business, question, `Bureau ${subject}`),
      ...byDirectus(directus, subject, stepsOf(question), range).map((contender) =>
        watched(business, question, contender),
      ),
    ];
    const rows = comparedRows(await compare(contenders, duration));
    process.stderr.write(`${rows.join('\n')}\n`);
    table.push(...rows);
  }
  return table;
}

const largeOf = ({ requests }: RequestsGiven) => sizesOf(requests, requests / REQUESTS_PER_BRANCH);

async function closing<T>(work: (closers: Closers) => Promise<T>): Promise<T> {
  const closers: Closers = [];
  try {
    return await work(closers);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** The same questions at both sizes. */
export const benchRequestSizes = (duration: Duration, given: RequestsGiven): Promise<string> =>
  closing(async (closers) => {
    const small = duration.isBrief ? BRIEF_SMALL : SMALL;
    const large = duration.isBrief ? BRIEF_LARGE : largeOf(given);
    const sizes = [
      await openBusiness(given.database, small, duration, closers),
      await openBusiness(given.database, large, duration, closers),
    ];
    const rows: string[] = [];
    for (const question of QUESTIONS) {
      rows.push(await rowOf(sizes, question, duration));
      process.stderr.write(`${rows.at(-1)}\n`);
    }
    return [
      `${measuredOn(duration)} Small: ${told(small)}. Large: ${told(large)}.`,
      '',
      '| | asked by | rows | blocks small | large | ratio | p50 ms small | large | ratio | p99 ms small | large | ratio |',
      '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  });

/** Calls per second at the larger size, compared with others. */
export const benchRequestRates = (duration: Duration, given: RequestsGiven): Promise<string> =>
  closing(async (closers) => {
    const large = duration.isBrief ? BRIEF_RATED : largeOf(given);
    const business = await openBusiness(given.database, large, duration, closers);
    const rows = await comparedAll(business, duration, given, closers);
    return [`${measuredOn(duration)} ${told(large)}.`, '', ...COMPARED_HEAD, ...rows].join('\n');
  });

const told = ({ requests, underWay, masters }: RequestSizes) =>
  `${requests} requests of ${masters.entities / 10} branches, ${underWay} of them under way`;
