import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_FILTERS,
  IN_PROGRESS,
  type WireRequestRow,
  type RequestSearch,
} from '#contract/requests/desk.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { growDemo } from '#tools/demo/large.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { measureSteps } from '#tools/testing/plan.ts';
import { bodyOf, recordCall, REF, SRNO, type Call, type Step } from '#tools/testing/record.ts';
import { pricedRequest, EVERY_REQUEST } from '#tools/testing/requests.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

/**
 * The cost of a call must not grow with the number of requests: it reads the same blocks among fifteen thousand and
 * among three times as many, counted for the statements that the product sends. Both sizes are large enough for every
 * index to have a second level and too small for a third.
 */

const MASTERS = { entities: 600, users: 100, cities: 200, employees: 600, trailRows: 0 };
const SMALL = 15_000;
const MEDIUM = 45_000;
const UNDER_WAY = 1_200;
const MAX_GROWTH = 1.1;
/** Allows for one page boundary more or less in each of the few indexes of a call. */
const FEW_BLOCKS = 12;
/** Small enough that one branch can fill a page of each type. */
const LISTED = 20;
const A_NUMBER = 9_000;
const HISTORY_DAYS = 1_095;

const today = dateInIndia(Date.now());
/** One branch, forty of the sixty, and all of them. */
const USERS = { 'bm.mum': 1, 'zm.west': 40, admin: null } as const;
type User = keyof typeof USERS;
const users = Object.keys(USERS) as User[];

let world: World;
const session = {} as Record<User, string>;

const search = (asked: Partial<RequestSearch>, limit = LISTED): readonly string[] => [
  'list',
  JSON.stringify({ ...EVERY_REQUEST, ...asked }),
  JSON.stringify({ limit }),
];
const LISTS: Readonly<Record<string, Partial<RequestSearch>>> = {
  // These users sell and deliver nothing, so what is in progress for them reads nothing.
  ...Object.fromEntries(
    ALL_FILTERS.filter((each) => each !== IN_PROGRESS).map((srchStatus) => [srchStatus, { srchStatus }]),
  ),
  'of one type': { srchTranType: 'PP' },
  'of one type, to approve': { srchTranType: 'SP', srchStatus: 'APRBM' },
  'of a time': { srchFromDate: addDays(today, -HISTORY_DAYS), srchToDate: addDays(today, -HISTORY_DAYS / 2) },
  'of a time and a type': { srchFromDate: addDays(today, -HISTORY_DAYS), srchTranType: 'PP' },
  'of a branch': { srchBranch: 'MUM' },
  'by number': { srchRef: SRNO },
};
const FINAL = JSON.stringify(pricedRequest('SP', { reqRefNo: REF, reqPan: 'LRGPA1234A' }));

interface MeasuredCall extends Call {
  readonly what: string;
}
const asked = (what: string, endpoint: string, fields: readonly string[], isWrite = false): MeasuredCall => ({
  what,
  endpoint,
  body: fieldsBody(fields),
  srno: A_NUMBER,
  isWrite,
});

/** A function, because the sessions do not exist before the tests start. */
const questions = (waiting: number): readonly MeasuredCall[] => [
  ...users.flatMap((user) =>
    Object.entries(LISTS).map(([what, by]) =>
      asked(`${what}, ${user}`, 'fxrequest_a.php', [session[user], ...search(by)]),
    ),
  ),
  ...['9000000000', 'P0000000', 'LRGPA1234A', '123456'].map((q) =>
    asked(`by the text ${q}`, 'fxrequest_a.php', [
      session['zm.west'],
      'list',
      JSON.stringify(EVERY_REQUEST),
      JSON.stringify({ limit: LISTED, q }),
    ]),
  ),
  asked('detail', 'fxrequest_a.php', [session.admin, 'detail', SRNO]),
  ...[
    { by: 'mobile', value: '9000000000' },
    { by: 'idnumber', value: 'P0000000' },
    { by: 'pan', value: 'LRGPA1234A' },
  ].map((customer) =>
    asked(`customer by ${customer.by}`, 'newfxrequest_a.php', [
      session['bm.mum'],
      'customer',
      JSON.stringify(customer),
    ]),
  ),
  ...users.map((user) =>
    asked(`customers by name, ${user}`, 'newfxrequest_a.php', [
      session[user],
      'customers',
      JSON.stringify({ q: 'traveller' }),
    ]),
  ),
  asked('facts', 'newfxrequest_a.php', [
    session['bm.mum'],
    'facts',
    JSON.stringify({ branch: 'MUM', pan: 'LRGPA1234A' }),
  ]),
  asked('save', 'newfxrequest_a.php', [session['bm.mum'], 'save', FINAL], true),
  {
    ...asked('approve', 'fxrequest_a.php', [session.admin, 'APPROVE', 'BM', SRNO], true),
    srno: waiting,
  },
];

interface CallCost {
  readonly blocks: number;
  readonly rows: number;
}
const small = new Map<string, CallCost>();
const medium = new Map<string, CallCost>();

/** Two requests that wait for the branch manager: one is approved during the recording, the other during the
 * measurement. */
async function twoWaiting(): Promise<[number, number]> {
  const { rows } = await world.database.admin.query<{ srno: number }>(
    `select srno from requests.request where submitted and received = grand_total and bm_by is null
     and ref_no like 'large%' order by srno limit 2`,
  );
  return [rows[0]?.srno ?? 0, rows[1]?.srno ?? 0];
}

interface Recorded {
  readonly question: MeasuredCall;
  readonly steps: readonly Step[];
  readonly srno: number | undefined;
}

async function recordAll(): Promise<readonly Recorded[]> {
  const [approved, waiting] = await twoWaiting();
  const recorded: Recorded[] = [];
  for (const question of questions(approved)) {
    const steps = await recordCall((endpoint, body) => world.raw(endpoint, body), question);
    recorded.push({ question, steps, srno: question.what === 'approve' ? waiting : question.srno });
  }
  return recorded;
}

async function measureAll(recorded: readonly Recorded[], into: Map<string, CallCost>): Promise<void> {
  for (const { question, steps, srno } of recorded) {
    const blocks = await measureSteps(world.database.admin, steps, srno);
    const { json } =
      question.isWrite === true ? { json: null } : await world.raw(question.endpoint, bodyOf(question));
    into.set(question.what, { blocks, rows: Array.isArray(json) ? json.length : 1 });
  }
}

beforeAll(async () => {
  world = await openWorld();
  const { admin } = world.database;
  await growDemo(admin, MASTERS);
  await admin.query(
    `insert into access.account_branch (account, branch, allowed)
     select a.srno, b.srno, true from access.account a
     cross join (select srno from masters.entity where type = 'B' and active order by srno limit $1) as b
     where a.user_id = 'zm.west' on conflict do nothing`,
    [USERS['zm.west']],
  );
  for (const user of users) session[user] = await world.signIn(user);
  await growRequests(admin, SMALL, UNDER_WAY);
  const recorded = await recordAll();
  await measureAll(recorded, small);
  await growRequests(admin, MEDIUM, 0);
  await measureAll(recorded, medium);
});
afterAll(() => world.close());

describe('blocks', () => {
  it.each(questions(0).map(({ what }) => what))('%s', (what) => {
    const [before, after] = [small.get(what)!, medium.get(what)!];
    expect(before.blocks).toBeGreaterThan(0);
    // If a page is not full, the cost grows with the rows shown.
    const moreRows = Math.max(1, after.rows / Math.max(1, before.rows));
    const most = before.blocks * MAX_GROWTH * moreRows + FEW_BLOCKS;
    expect(
      after.blocks,
      `${before.blocks} blocks and ${before.rows} rows before, ${after.rows} now`,
    ).toBeLessThanOrEqual(most);
  });
});

describe('the merged list', () => {
  const numbers = async (user: User, by: Partial<RequestSearch>, limit: number): Promise<number[]> => {
    const all: number[] = [];
    for (let after: string | null = ''; after !== null && all.length < 1_000;) {
      const [action = '', asked = ''] = search(by);
      const page = JSON.stringify({ limit, ...(after === '' ? {} : { after }) });
      const reply = await world.post('fxrequest_a.php', [session[user], action, asked, page]);
      all.push(...(reply.json as WireRequestRow[]).map(({ req_srno }) => req_srno));
      after = reply.headers.get('x-next');
    }
    return all;
  };
  const plain = async (by: string, order: string): Promise<number[]> => {
    const { rows } = await world.database.admin.query<{ srno: number }>(
      `select r.srno from requests.request r
       join access.account_branch b on b.branch = r.branch and b.allowed
       join access.account a on a.srno = b.account and a.user_id = 'zm.west'
       where r.withdrawn_at is null and ${by} order by ${order} limit 1000`,
    );
    return rows.map(({ srno }) => srno);
  };

  // If one branch has nearly all requests, its short range ends early and must be extended.
  it.each(['spread evenly', 'nearly all of one branch'])(
    'equals a single sort, %s',
    async (how) => {
      if (how !== 'spread evenly')
        await world.database.admin.query(
          `update requests.request set branch = (select srno from masters.entity where id = 'PUN') where srno % 50 <> 0 and srno > $1`,
          [MEDIUM - 2_000],
        );
      for (const limit of [7, 100, 500]) {
        const first = (found: number[]) => found.slice(0, 1_000);
        expect(first(await numbers('zm.west', {}, limit))).toEqual(await plain('true', 'r.srno desc'));
        expect(first(await numbers('zm.west', { srchTranType: 'PB' }, limit))).toEqual(
          await plain(`r.type = 'PB'`, 'r.srno desc'),
        );
        const to = addDays(today, -30);
        expect(first(await numbers('zm.west', { srchToDate: to }, limit))).toEqual(
          await plain(`r.made_on <= '${to}'`, 'r.made_on desc, r.srno desc'),
        );
      }
    },
    60_000,
  );
});
