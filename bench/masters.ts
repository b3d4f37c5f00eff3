/**
 * The masters at size: the same questions to the small business and to the large one, each behind a real server
 * process, over HTTP, one call at a time. The two take turns, so that other load on the machine affects both.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { growDemo, LARGE, type Sizes } from '#tools/demo/large.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { setup } from '#tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { overHttp, type Round } from './contenders.ts';
import { measuredOn, median, type Duration } from './page.ts';
import { CALLERS, questions, type Caller, type Question } from './questions.ts';
import { anyUpTo } from './steps.ts';

/** A twentieth: large enough for whole pages, small enough for tables of a few blocks. */
const SMALL: Sizes = { entities: 300, users: 1_000, cities: 2_000, employees: 1_000, trailRows: 0 };
/** A hundred of what is listed by pages of fifty, so that there is a page in the middle. */
const BRIEF_SMALL: Sizes = { entities: 200, users: 200, cities: 200, employees: 200, trailRows: 0 };
const BRIEF_LARGE: Sizes = { ...BRIEF_SMALL, entities: 400, users: 400 };
const WARM_UP_SECONDS = 1;
/** The page size used to find the middle of the list. */
const KEY_PAGE_ROWS = 50;

/** A business of one size behind its server. */
interface Place {
  readonly sizes: Sizes;
  readonly server: BureauProcess;
  readonly sessions: Readonly<Record<Caller, string>>;
  readonly state: string;
  readonly country: string;
}

type Closers = (() => Promise<unknown>)[];

/** The branch manager may view everything that the questions ask for. */
const SHOW_ALL = `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
  select g.srno, k, true, false, false from access.right_group g, unnest(array['USER', 'TRAIL']) k
  where g.name = 'Branch manager' on conflict (right_group, right_key) do update set may_query = true`;

async function openPlace(sizes: Sizes, folder: string, closers: Closers): Promise<Place> {
  const database = await cloneDatabase();
  closers.push(() => database.drop());
  await growDemo(database.admin, sizes);
  await database.admin.query(SHOW_ALL);
  const { rows } = await database.admin.query<{ state: string; country: string }>(
    `select srno::text as state, country::text from masters.state where name = 'Maharashtra'`,
  );
  const server = await BureauProcess.start(
    settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
  );
  closers.push(() => server.kill());
  const signIn = async (user: string) => {
    const { json } = await post(
      server.url,
      'login_a.php',
      fieldsBody(['validate', user, DEMO_PASSWORD, 'WEB']),
    );
    return json.session as string;
  };
  const sessions = {
    'head office': await signIn(CALLERS['head office']),
    'one branch': await signIn(CALLERS['one branch']),
  };
  return { sizes, server, sessions, state: rows[0]?.state ?? '', country: rows[0]?.country ?? '' };
}

async function ask(
  { server, sessions }: Place,
  question: Question,
  caller: Caller,
  page: object | undefined,
) {
  const fields = [sessions[caller], question.action, ...question.fields];
  const body = fieldsBody(page === undefined ? fields : [...fields, JSON.stringify(page)]);
  const { status, json, headers } = await post(server.url, question.endpoint, body);
  if (status !== 200 || 'err' in json) throw new Error(`${question.name}: ${status} ${JSON.stringify(json)}`);
  return { body, rows: Array.isArray(json) ? json.length : 1, next: headers.get('x-next') };
}

/** The key of the middle page, found by paging to it. */
async function middleOf(place: Place, question: Question, caller: Caller): Promise<string> {
  const keys: string[] = [];
  let after: string | null = null;
  do {
    const page: object = { limit: KEY_PAGE_ROWS, ...(after === null ? {} : { after }) };
    after = (await ask(place, question, caller, page)).next;
    if (after !== null) keys.push(after);
  } while (after !== null);
  const middle = keys[Math.floor((keys.length - 1) / 2)];
  if (middle === undefined) throw new Error(`${question.name}: the list has one page only`);
  return middle;
}

interface Measured {
  readonly rows: number;
  readonly p50: number;
  readonly p99: number;
}

async function measure(
  places: readonly Place[],
  question: Question,
  caller: Caller,
  duration: Duration,
): Promise<Measured[]> {
  const contenders = await Promise.all(
    places.map(async (place) => {
      const page =
        question.isMiddle === true
          ? { ...question.page, after: await middleOf(place, question, caller) }
          : question.page;
      const { body, rows } = await ask(place, question, caller, page);
      const { url, pid } = place.server;
      const asked = { method: 'POST', path: `/api/${question.endpoint}`, body } as const;
      const contender = overHttp({
        ...asked,
        name: question.name,
        url,
        pid,
        range: anyUpTo(1),
        waitingCalls: 1,
      });
      return { contender, rows, rounds: [] as Round[] };
    }),
  );
  if (!duration.isBrief) for (const { contender } of contenders) await contender.measure(WARM_UP_SECONDS);
  for (let round = 0; round < duration.rounds; round += 1)
    for (const { contender, rounds } of contenders) rounds.push(await contender.measure(duration.seconds));
  return contenders.map(({ rows, rounds }) => ({
    rows,
    p50: median(rounds.map(({ p50Ms }) => p50Ms ?? Number.NaN)),
    p99: median(rounds.map(({ p99Ms }) => p99Ms ?? Number.NaN)),
  }));
}

function rowOf(question: Question, caller: Caller, [small, large]: readonly Measured[]): string {
  if (small === undefined || large === undefined) throw new Error('both sizes are measured');
  const cells = [
    question.name,
    caller,
    small.rows === large.rows ? small.rows : `${small.rows} / ${large.rows}`,
    small.p50.toFixed(1),
    large.p50.toFixed(1),
    (large.p50 / small.p50).toFixed(2),
    small.p99.toFixed(1),
    large.p99.toFixed(1),
    (large.p99 / small.p99).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

const told = ({ entities, users, cities, employees }: Sizes) =>
  [`${entities} entities`, `${users} users`, `${cities} cities`, `${employees} employees`].join(', ');

export async function benchMasters(duration: Duration): Promise<string> {
  await setup();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const closers: Closers = [() => rm(folder, { recursive: true })];
  try {
    const sizes = duration.isBrief ? ([BRIEF_SMALL, BRIEF_LARGE] as const) : ([SMALL, LARGE] as const);
    const small = await openPlace(sizes[0], folder, closers);
    const large = await openPlace(sizes[1], folder, closers);
    const rows: string[] = [];
    for (const question of questions(small.state, small.country))
      for (const caller of question.callers) {
        rows.push(rowOf(question, caller, await measure([small, large], question, caller, duration)));
        process.stderr.write(`${rows.at(-1)}\n`);
      }
    return [
      `${measuredOn(duration)} Small: ${told(small.sizes)}. Large: ${told(large.sizes)}.`,
      '',
      '| | asked by | rows | p50 ms small | large | ratio | p99 ms small | large | ratio |',
      '|---|---|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
