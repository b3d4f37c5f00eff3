import { chromium, type Page } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Waiting } from '#domain/home/waiting.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { until } from '#tools/testing/until.ts';
import { largest, percentile, type Drill } from './drill.ts';
import { call, Ground, residentKilobytes, signIn } from './ground.ts';

/** The time after the acknowledgement of a step within which every affected user must see it. */
const MAX_DELAY_MS = 2_000;
const PATIENCE_MS = 10_000;
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

/** The roles of the users, assigned in turn. */
const ROLES = {
  bm: { group: 'Branch manager', entity: 'MUM', branches: ['MUM'] },
  zm: { group: 'Zonal manager', entity: 'MUM', branches: ['MUM', 'PUN'] },
  cm: { group: 'Corporate manager', entity: 'HO', branches: [] },
  fm: { group: 'Fund manager', entity: 'HO', branches: [] },
  elsewhere: { group: 'Branch manager', entity: 'DEL', branches: ['DEL'] },
} as const;
type Role = keyof typeof ROLES;
const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

interface Person {
  readonly role: Role;
  readonly session: string;
  counts: Waiting;
  times: number;
  toldAt: number;
}

/**
 * Hundreds of users with open streams in one process, and one browser. Requests go through the approval chain in
 * another process: every affected user is notified, and nobody else.
 */
export const titleCount: Drill = {
  name: 'title-count',
  run: (findings, { streams, chains }) =>
    Ground.with(async (ground) => {
      const [holder, desk] = await Promise.all([ground.start({ SERVE_WEB: 'on' }), ground.start()]);
      const { admin } = ground.database;
      await emptyQueues(admin);
      const people = await makePeople(admin, streams);
      const before = await residentKilobytes(holder.pid);
      const opened = await Promise.all(people.map((person) => follow(holder.url, person)));
      await until(() => people.every(({ times }) => times > 0), { withinMs: 30_000 });
      const grown = (await residentKilobytes(holder.pid)) - before;
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--disable-gpu'],
      });
      try {
        const title = await openTitle(await browser.newPage({ baseURL: holder.url }));
        const told: number[] = [];
        const shown: number[] = [];
        const act = await approvers(desk.url);
        for (let chain = 0; chain < chains; chain += 1)
          for (const taken of stepsOf(act)) {
            const step = await taken;
            const acknowledgedAt = performance.now();
            const onTheWall = Date.now();
            told.push(...(await delaysOf(people, step.seen, acknowledgedAt)));
            if (step.title !== undefined) shown.push(await title.delay(step.title, onTheWall));
          }
        findings.within('everyone concerned is told', MAX_DELAY_MS, told);
        findings.within('title and icon of the browser change', MAX_DELAY_MS, shown);
        findings.holds(
          'another branch is told nothing',
          people.filter(({ role, times }) => role === 'elsewhere' && times > 1),
        );
        findings.holds('nothing was logged as an error', [...holder.errors, ...desk.errors]);
        findings.figure('streams', streams);
        findings.figure('told so many times', told.length);
        findings.figure('told after, ms', delayWords(told));
        findings.figure('title in the browser changed after, ms', delayWords(shown));
        findings.figure('memory for each stream, KB', grown / streams);
      } finally {
        await browser.close();
        for (const stream of opened) stream.close();
      }
    }),
};

const delayWords = (delays: readonly number[]): string =>
  [
    `median ${percentile(delays, 0.5).toFixed(0)}`,
    `p99 ${percentile(delays, 0.99).toFixed(0)}`,
    `longest ${largest(delays).toFixed(0)}`,
  ].join(', ');

/** The demo has requests and notes in progress. */
async function emptyQueues(admin: pg.Client): Promise<void> {
  await admin.query(
    `update notes.movement set state = 'accepted', decided_at = now() where state in ('transit', 'rejected')`,
  );
  await admin.query(`update requests.request set status = 'P', submitted = false, link_requested = false,
    bm_by = null, zm_by = null, cm_by = null, fm_by = null where submitted or link_requested`);
}

/** The users get sessions without a password, because hashing is slow by design. */
async function makePeople(admin: pg.Client, count: number): Promise<readonly Person[]> {
  const people = Array.from({ length: count }, (_, index) => {
    const session = randomBytes(32).toString('base64url');
    const role = ROLE_NAMES[index % ROLE_NAMES.length] ?? 'elsewhere';
    return { role, session, counts: {}, times: 0, toldAt: 0 };
  });
  await admin.query(
    `with given as (
       select * from jsonb_to_recordset($1) as p (id text, "group" text, entity text, branches text[], hash text)
     ), made as (
       insert into access.account (user_id, name, entity, right_group, must_change_password)
       select p.id, 'Title ' || p.id, e.srno, g.srno, false
       from given p join masters.entity e on e.id = p.entity join access.right_group g on g.name = p."group"
       returning srno, user_id
     ), reach as (
       insert into access.account_branch (account, branch, allowed)
       select m.srno, e.srno, true from made m join given p on p.id = m.user_id
         join masters.entity e on e.id = any (p.branches)
     )
     insert into access.session (id_hash, account, last_used_at, expires_at)
     select decode(p.hash, 'hex'), m.srno, now(), now() + interval '1 hour' from made m join given p on p.id = m.user_id`,
    [
      JSON.stringify(
        people.map(({ role, session }, index) => ({
          id: `title${index}`,
          ...ROLES[role],
          hash: createHash('sha256').update(session).digest('hex'),
        })),
      ),
    ],
  );
  return people;
}

const follow = (url: string, person: Person): Promise<OpenStream> =>
  openStream(url, 'home_a.php', [person.session, 'watch'], ({ counts }: { counts: Waiting }) => {
    person.counts = counts;
    person.toldAt = performance.now();
    person.times += 1;
  });

type Act = (user: string, endpoint: string, ...fields: string[]) => Promise<number>;

async function approvers(url: string): Promise<Act> {
  const sessions: Record<string, string> = {};
  for (const user of ['sales.mum', 'bm.mum', 'zm.west', 'cm.ho', 'fm.ho'])
    sessions[user] = await signIn(url, user);
  return async (user, endpoint, ...fields) => {
    const { json } = await call(url, endpoint, [sessions[user] ?? '', ...fields]);
    if (json.err !== '') throw new Error(`${user} could not: ${JSON.stringify(json)}`);
    return json.srno as number;
  };
}

interface Step {
  /** The counts that users of a role must see after the step. */
  readonly seen: Readonly<Partial<Record<Role, Waiting>>>;
  /** The beginning of the branch manager's title, if it changes. */
  readonly title?: string;
}

/** One request from the first save to the last approval; each step begins when the generator is advanced. */
function* stepsOf(act: Act): Generator<Promise<Step>> {
  let srno = '';
  const approve = (user: string, level: string) => act(user, 'fxrequest_a.php', 'APPROVE', level, srno);
  const saved = act('sales.mum', 'newfxrequest_a.php', 'save', JSON.stringify(pricedRequest('SP')));
  yield saved.then((number) => {
    srno = String(number);
    return { seen: { bm: { bm: 1 } }, title: '(1) ' };
  });
  yield approve('bm.mum', 'BM').then(() => ({ seen: { bm: { bm: 0 }, zm: { zm: 1 } }, title: 'Bureau' }));
  yield approve('zm.west', 'ZM').then(() => ({ seen: { zm: { zm: 0 }, cm: { cm: 1 }, fm: { fm: 1 } } }));
  yield approve('fm.ho', 'FM').then(() => ({ seen: { fm: { fm: 0 } } }));
  yield approve('cm.ho', 'CM').then(() => ({ seen: { cm: { cm: 0 } } }));
}

/** Waits until every affected user has seen a step; returns the delay of each. */
async function delaysOf(
  people: readonly Person[],
  seen: Step['seen'],
  acknowledgedAt: number,
): Promise<readonly number[]> {
  const concerned = people.filter(({ role }) => seen[role] !== undefined);
  const hasSeen = ({ role, counts }: Person) =>
    Object.entries(seen[role] ?? {}).every(([kind, count]) => counts[kind as keyof Waiting] === count);
  await until(() => concerned.every(hasSeen), { withinMs: PATIENCE_MS });
  return concerned.map(({ toldAt }) => Math.max(0, toldAt - acknowledgedAt));
}

/** Opens Home in a browser and records every change of title and icon. */
async function openTitle(page: Page) {
  const answer = await page.request.post('/api/login_a.php', {
    form: { 1: 'validate', 2: 'bm.mum', 3: 'Bureau2026', 4: 'WEB' },
  });
  await page.goto('/icon.svg');
  await page.evaluate(`sessionStorage.setItem('bureau.session', ${JSON.stringify(await answer.text())})`);
  await page.goto('/home');
  await page.getByText('Nothing waits for you.').waitFor();
  await page.evaluate(`(() => {
    window.seen = [];
    const look = () => window.seen.push([Date.now(), document.title, document.querySelector('link[rel="icon"]').getAttribute('href')]);
    new MutationObserver(look).observe(document.head, { subtree: true, childList: true, attributes: true, characterData: true });
  })()`);
  return {
    async delay(start: string, since: number): Promise<number> {
      const icon = start === 'Bureau' ? '/icon.svg' : '/icon-red.svg';
      let at: number | undefined;
      await until(
        async () => {
          const seen = await page.evaluate<[number, string, string][]>('window.seen');
          at = seen.findLast(([, title, href]) => title.startsWith(start) && href === icon)?.[0];
          return at !== undefined;
        },
        { withinMs: PATIENCE_MS },
      );
      await page.evaluate('window.seen.length = 0');
      return Math.max(0, (at ?? Infinity) - since);
    },
  };
}
