import { createHash, randomBytes } from 'node:crypto';
import type { RightKey } from '#domain/rights.ts';
import { openWorld, type Answered, type World } from './world.ts';

/** The letters of the flags: q query, a add, e edit. */
export type Letters = Readonly<Partial<Record<RightKey, string>>>;

interface UserPlan {
  readonly group: string;
  /** The id of the entity. */
  readonly entity: string;
  /** The ids of the allowed branches. */
  readonly branches?: readonly string[];
}

export interface StoredUser {
  readonly srno: number;
  readonly email: string;
  readonly group: string;
  readonly entity: string;
  readonly employee: string;
  readonly branches: readonly string[];
  readonly version: number;
}

/** A world for tests of who may grant what. Users are named by their ids, and sign in automatically. */
export interface GrantWorld extends World {
  group(name: string, rights: Letters): Promise<void>;
  user(id: string, plan: UserPlan): Promise<void>;
  stored(id: string): Promise<StoredUser>;
  groupNumber(name: string): Promise<number>;
  rightsOf(group: string): Promise<Letters>;
  sessionOf(id: string): Promise<string>;
  /** Saves the stored user with these fields changed. */
  save(by: string, user: string, change: object): Promise<Answered>;
  add(by: string, id: string, record: object): Promise<Answered>;
  saveBranches(by: string, user: string, branches: Readonly<Record<string, 0 | 1>>): Promise<Answered>;
  act(by: string, action: string, user: string): Promise<Answered>;
  saveGroup(by: string, srno: number, name: string, rights: Letters | null): Promise<Answered>;
  saveGroupRights(by: string, group: string, rights: Letters): Promise<Answered>;
  /** The letters and addresses of the password mails in the queue for a user. */
  mailsAsked(user: string): Promise<readonly { letter: string; email: string }[]>;
}

const written = (rights: Letters) =>
  Object.entries(rights).map(([rt_key, letters]) => ({
    rt_key,
    rt_query: letters.includes('q') ? 1 : 0,
    rt_add: letters.includes('a') ? 1 : 0,
    rt_edit: letters.includes('e') ? 1 : 0,
  }));

/** With ROLE web no worker runs, so that tests can inspect the queue. */
export async function makeGrantWorld(
  settings: Parameters<typeof openWorld>[0] = { ROLE: 'web' },
): Promise<GrantWorld> {
  const world = await openWorld(settings);
  const sessions = new Map<string, string>();

  async function sessionOf(id: string): Promise<string> {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const session = randomBytes(32).toString('base64url');
    await world.sql(
      `insert into access.session (id_hash, account, expires_at, reauthenticated_at)
       select $1, srno, now() + interval '1 hour', now() from access.account where user_id = $2`,
      [createHash('sha256').update(session).digest(), id],
    );
    sessions.set(id, session);
    return session;
  }

  async function only<Row extends object>(text: string, values: readonly unknown[]): Promise<Row> {
    const [row] = await world.sql<Row & Record<string, unknown>>(text, values);
    if (row === undefined) throw new Error(`nothing is stored for ${String(values[0])}`);
    return row;
  }

  const stored = (id: string) =>
    only<StoredUser>(
      `select a.srno, a.email, g.name as "group", e.id as entity, a.employee_code as employee, a.version,
         array(select b.id from access.account_branch r join masters.entity b on b.srno = r.branch
           where r.account = a.srno and r.allowed order by b.id) as branches
       from access.account a join masters.entity e on e.srno = a.entity
       join access.right_group g on g.srno = a.right_group where a.user_id = $1`,
      [id],
    );

  const recordOf = (id: string) =>
    only<Record<string, unknown>>(
      `select a.name as "umUserName", a.user_id as "umId", a.mobile as "umMob", a.email as "umEml",
         a.enabled::integer as "umEnable", e.type as "umEntityType", e.id as "umEntityCode",
         a.active::integer as "umActive", a.right_group as "umRightGroup", a.employee_code as "umEmpCode"
       from access.account a join masters.entity e on e.srno = a.entity where a.user_id = $1`,
      [id],
    );

  const groupNumber = async (name: string) =>
    (await only<{ srno: number }>('select srno from access.right_group where name = $1', [name])).srno;

  const saveUser = async (by: string, srno: number, record: object) =>
    world.post('user_a.php', [await sessionOf(by), 'save', String(srno), JSON.stringify(record)]);

  return {
    ...world,
    stored,
    groupNumber,
    sessionOf,
    async group(name, rights) {
      await world.sql('insert into access.right_group (name) values ($1)', [name]);
      await world.sql(
        `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
         select (select srno from access.right_group where name = $1), key, f like '%q%', f like '%a%', f like '%e%'
         from jsonb_each_text($2) as r (key, f)`,
        [name, JSON.stringify(rights)],
      );
    },
    async user(id, { group, entity, branches = [] }) {
      await world.sql(
        `with added as (
           insert into access.account (user_id, name, email, entity, right_group, must_change_password)
           select $1, initcap($1), $1 || '@bureau.example', e.srno, g.srno, false
           from masters.entity e, access.right_group g where e.id = $2 and g.name = $3 returning srno
         ), secret as (
           insert into access.password (account, hash)
           select added.srno, p.hash from added, access.password p where p.account = 1
         )
         insert into access.account_branch (account, branch, allowed)
         select added.srno, b.srno, true from added, masters.entity b where b.id = any ($4)`,
        [id, entity, group, branches],
      );
    },
    async rightsOf(group) {
      const rows = await world.sql<{ key: string; letters: string }>(
        `select right_key as key,
           concat(case when may_query then 'q' end, case when may_add then 'a' end, case when may_edit then 'e' end) as letters
         from access.group_right where right_group = (select srno from access.right_group where name = $1)`,
        [group],
      );
      return Object.fromEntries(rows.map(({ key, letters }) => [key, letters]));
    },
    async save(by, user, change) {
      const [{ srno }, record] = [await stored(user), await recordOf(user)];
      return saveUser(by, srno, { ...record, ...change });
    },
    add: (by, id, record) =>
      saveUser(by, 0, {
        ...{ umUserName: 'New user', umId: id, umMob: '', umEml: `${id}@bureau.example`, umEmpCode: '' },
        ...{ umEnable: 1, umActive: 1, umEntityType: 'B', umEntityCode: 'MUM', ...record },
      }),
    async saveBranches(by, user, branches) {
      const umRights = Object.entries(branches).map(([umRightBranch, umRightBranchAllow]) => ({
        umRightBranch,
        umRightBranchAllow,
      }));
      const { srno: umSrNo } = await stored(user);
      return world.post('user_a.php', [
        await sessionOf(by),
        'saveright',
        JSON.stringify({ umSrNo, umRights }),
      ]);
    },
    act: async (by, action, user) =>
      world.post('user_a.php', [await sessionOf(by), action, String((await stored(user)).srno)]),
    saveGroup: async (by, srno, name, rights) =>
      world.post('right_group_a.php', [
        await sessionOf(by),
        'save',
        String(srno),
        JSON.stringify({ rg_name: name, ...(rights === null ? {} : { rg_rights: written(rights) }) }),
      ]),
    saveGroupRights: async (by, group, rights) =>
      world.post('right_group_a.php', [
        await sessionOf(by),
        'saveright',
        JSON.stringify({ rg_srno: await groupNumber(group), rg_rights: written(rights) }),
      ]),
    mailsAsked: async (user) =>
      world.sql(
        `select coalesce(j.payload ->> 'letter', 'reset') as letter, coalesce(j.payload ->> 'email', '') as email
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'access:reset' and j.payload ->> 'account' = $1 order by j.id`,
        [String((await stored(user)).srno)],
      ),
  };
}
