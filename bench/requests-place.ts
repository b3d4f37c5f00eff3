import { growDemo, type Sizes } from '#tools/demo/large.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { keptDatabase, type KeptDatabase } from './kept.ts';
import type { Duration } from './page.ts';

/** A business with this many requests. */
export interface RequestSizes {
  readonly requests: number;
  readonly masters: Sizes;
  /** The same number in each branch's queues at any size, because the work that waits depends on the staff. */
  readonly underWay: number;
}

const UNDER_WAY_PER_BRANCH = 40;
/** One entity in ten is a branch. */
const ENTITIES_PER_BRANCH = 10;

export function sizesOf(requests: number, branches: number): RequestSizes {
  const entities = branches * ENTITIES_PER_BRANCH;
  return {
    requests,
    underWay: branches * UNDER_WAY_PER_BRANCH,
    masters: { entities, users: 2 * entities, cities: 4 * entities, employees: 2 * entities, trailRows: 0 },
  };
}

/** The database of this size. */
export const keptRequests = (
  prefix: string,
  { requests, masters, underWay }: RequestSizes,
  duration: Duration,
): Promise<KeptDatabase> =>
  keptDatabase(
    `${prefix}_${requests}`,
    async (admin) => {
      await growDemo(admin, masters);
      await growRequests(admin, requests, underWay);
      await admin.query(USERS);
      await admin.query('vacuum analyze');
    },
    duration,
  );

/** The kinds of caller, and their users. */
export const CALLERS = {
  'one branch': 'bench.one',
  'forty branches': 'bench.forty',
  'head office': 'bench.all',
} as const;
export type Caller = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as Caller[];

/** The users have every right, so that they differ only in their reach. */
const USERS = `with made as (
    insert into access.account (user_id, name, entity, right_group, must_change_password)
    select asking.id, asking.name, e.srno, g.srno, false
    from (values ('bench.one', 'One Branch', 'MUM'), ('bench.forty', 'Forty Branches', 'MUM'), ('bench.all', 'Head Office', 'HO'))
      as asking (id, name, entity)
    join masters.entity e on e.id = asking.entity cross join access.right_group g where g.name = 'Administrator'
    returning srno, user_id
  ), branches as (
    insert into access.account_branch (account, branch, allowed)
    select made.srno, b.srno, true from made
    join (select srno, row_number() over (order by srno) as n from masters.entity where type = 'B' and active) as b
      on b.n <= case made.user_id when 'bench.one' then 1 when 'bench.forty' then 40 else 0 end
  )
  insert into access.password (account, hash)
  select made.srno, known.hash from made, (select hash from access.password order by account limit 1) as known`;

/** A business of one size behind its server. */
export interface Place {
  readonly database: KeptDatabase;
  readonly server: BureauProcess;
  readonly sessions: Readonly<Record<Caller, string>>;
}

export async function openPlace(database: KeptDatabase, folder: string, connections: number): Promise<Place> {
  const server = await BureauProcess.start(
    settingsFor(database, folder, {
      DATABASE_CONNECTIONS: String(connections),
      CHECK_REPLIES: 'off',
      SERVE_WEB: 'off',
    }),
  );
  const sessions: Partial<Record<Caller, string>> = {};
  for (const caller of CALLER_NAMES) {
    const fields = ['validate', CALLERS[caller], DEMO_PASSWORD, 'WEB'];
    const { json } = await post(server.url, 'login_a.php', fieldsBody(fields));
    if (json.session === undefined) throw new Error(`${caller} cannot sign in: ${JSON.stringify(json)}`);
    sessions[caller] = json.session as string;
  }
  return { database, server, sessions: sessions as Record<Caller, string> };
}
