import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { RIGHTS, type RightKey } from '#domain/rights.ts';
import type { EntityType, Place } from '../calls/sample.ts';
import { RIGHT_STATES, type Cell, type Relation, type RightState, type SessionState } from './oracle.ts';

/** The conditions of a user's account. */
const CONDITIONS = ['fine', 'inactive', 'blocked', 'must change'] as const;
type Condition = (typeof CONDITIONS)[number];

const CONDITION_OF: Partial<Record<SessionState, Condition>> = {
  'user inactive': 'inactive',
  'user blocked': 'blocked',
  'must change password': 'must change',
};
const TYPES = ['A', 'B', 'F'] as const;

/** Sessions that have worked and then ended, and one kind that was not used. */
const DEAD = ['idle too long', 'expired', 'ended', 'user inactive', 'user blocked'] as const;

const FLAGS: Readonly<Record<Exclude<RightState, 'none' | 'others'>, string>> = {
  query: 'q',
  add: 'a',
  edit: 'e',
  all: 'qae',
};

const groupName = (key: RightKey, right: RightState) => `matrix ${key} ${right}`;
const userId = (key: RightKey, right: RightState, type: EntityType, condition: Condition) =>
  `m.${key}.${right}.${type}.${condition}`;

const newSession = () => {
  const id = randomBytes(32).toString('base64url');
  return { id, hash: createHash('sha256').update(id).digest() };
};

interface Places {
  readonly home: Place;
  readonly other: Place;
  readonly homeFranchise: Place;
  readonly otherFranchise: Place;
}

export interface People {
  readonly places: Places;
  readonly all: readonly Place[];
  /** The place whose data a caller of this type names. */
  placeFor(type: EntityType, relation: Relation): Place;
  /** The entities that must stay hidden from this caller; null means no session. */
  hiddenFrom(type: EntityType | null): readonly Place[];
  /** The account of a live cell's session. */
  accountFor(key: RightKey, cell: Cell): number;
  /** A session id for each cell: a new one if the cell may end its session. */
  sessionsFor(key: RightKey, cells: readonly Cell[]): Promise<readonly string[]>;
  /** Ends the sessions that must be dead; `isOpen` must be true for every session before that. */
  endSessions(isOpen: (session: string) => Promise<boolean>): Promise<void>;
}

/** A user for each key, right state, entity type and condition, created in a few statements. */
export async function makePeople(database: pg.Client, keys: readonly RightKey[]): Promise<People> {
  const places = await makePlaces(database);
  await makeGroups(database, keys);
  await makeAccounts(database, keys, places);
  const accounts = new Map<string, number>();
  const found = await database.query<{ user_id: string; srno: number }>(
    `select user_id, srno from access.account where user_id like 'm.%'`,
  );
  for (const { user_id, srno } of found.rows) accounts.set(user_id, srno);
  const accountOf = (key: RightKey, cell: Pick<Cell, 'right' | 'type' | 'session'>): number => {
    const srno = accounts.get(userId(key, cell.right, cell.type, CONDITION_OF[cell.session] ?? 'fine'));
    if (srno === undefined) throw new Error('the matrix has no such user');
    return srno;
  };

  const dead = new Map<string, string>();
  const deadKey = (key: RightKey, { right, type, session }: Omit<Cell, 'relation' | 'isNew'>) =>
    [key, right, type, session].join(' ');
  interface NewSession {
    readonly hash: Buffer;
    readonly account: number;
    readonly idleHours: number;
    readonly isConfirmed: boolean;
  }
  const open = async (rows: readonly NewSession[]) => {
    await database.query(
      `insert into access.session (id_hash, account, last_used_at, expires_at, reauthenticated_at)
       select hash, account, now() - make_interval(hours => idle), now() + interval '1 hour', case when confirmed then now() end
       from unnest($1::bytea[], $2::integer[], $3::integer[], $4::boolean[]) as s (hash, account, idle, confirmed)`,
      [
        rows.map((row) => row.hash),
        rows.map((row) => row.account),
        rows.map((row) => row.idleHours),
        rows.map((row) => row.isConfirmed),
      ],
    );
  };

  async function endSessions(isOpen: (session: string) => Promise<boolean>): Promise<void> {
    const made = keys.flatMap((key) =>
      RIGHT_STATES.flatMap((right) =>
        TYPES.flatMap((type) => DEAD.map((session) => ({ key, right, type, session, ...newSession() }))),
      ),
    );
    await open(
      made.map((each) => ({
        hash: each.hash,
        account: accountOf(each.key, each),
        idleHours: each.session === 'idle too long' ? 1 : 0,
        isConfirmed: true,
      })),
    );
    for (const each of made) {
      dead.set(deadKey(each.key, each), each.id);
      if (each.session !== 'idle too long' && !(await isOpen(each.id)))
        throw new Error(`the session that is to be ${each.session} did not work before`);
    }
    const hashes = (session: SessionState) =>
      made.filter((each) => each.session === session).map((each) => each.hash);
    await database.query('begin');
    await database.query('update access.session set ended_at = now() where id_hash = any ($1)', [
      hashes('ended'),
    ]);
    await database.query(`update access.session set expires_at = now() where id_hash = any ($1)`, [
      hashes('expired'),
    ]);
    await database.query(`update access.account set active = false where user_id like 'm.%.inactive'`);
    await database.query(`update access.account set enabled = false where user_id like 'm.%.blocked'`);
    await database.query('commit');
  }

  return {
    places,
    all: Object.values(places),
    placeFor(type, relation) {
      if (type !== 'F') return relation === 'own' ? places.home : places.other;
      return { own: places.homeFranchise, other: places.otherFranchise, controlling: places.home }[relation];
    },
    hiddenFrom(type) {
      if (type === 'A') return [];
      if (type === 'B') return [places.other, places.otherFranchise];
      const others = [places.home, places.other, places.otherFranchise];
      return type === 'F' ? others : [...others, places.homeFranchise];
    },
    async sessionsFor(key, cells) {
      // One of the calls changes the password, which clears the flag, so it is set again.
      await database.query(
        `update access.account set must_change_password = true
         where user_id like 'm.%.must change' and not must_change_password`,
      );
      const fresh: NewSession[] = [];
      const ids = cells.map((cell) => {
        if (cell.session === 'absent') return '';
        if (cell.session === 'garbage') return `' or 1=1 --`;
        const { id, hash } = newSession();
        if (cell.session === 'unknown') return id;
        const ended = dead.get(deadKey(key, cell));
        if (ended !== undefined) return ended;
        const isConfirmed = cell.session !== 'unconfirmed';
        fresh.push({ hash, account: accountOf(key, cell), idleHours: 0, isConfirmed });
        return id;
      });
      await open(fresh);
      return ids;
    },
    accountFor: accountOf,
    endSessions,
  };
}

async function makePlaces(database: pg.Client): Promise<Places> {
  const make = async (type: 'B' | 'F', controlledBy: Place | null): Promise<Place> => {
    const mark = `ZQX${randomBytes(5).toString('hex').toUpperCase()}`;
    const name = `Canary ${mark}`;
    const made = await database.query<{ srno: number }>(
      `insert into masters.entity (id, type, name, controlling_branch) values ($1, $2, $3, $4) returning srno`,
      [mark, type, name, controlledBy?.srno ?? null],
    );
    return { srno: made.rows[0]?.srno ?? 0, id: mark, type, name, mark };
  };
  const home = await make('B', null);
  const other = await make('B', null);
  return { home, other, homeFranchise: await make('F', home), otherFranchise: await make('F', other) };
}

async function makeGroups(database: pg.Client, keys: readonly RightKey[]): Promise<void> {
  const groups = keys.flatMap((key) =>
    RIGHT_STATES.map((right) => ({ key, right, name: groupName(key, right) })),
  );
  await database.query(
    'insert into access.right_group (name) select name from jsonb_to_recordset($1) as g (name text)',
    [JSON.stringify(groups)],
  );
  const grants = groups.flatMap(({ key, right, name }) => {
    if (right === 'none') return [];
    const granted = right === 'others' ? RIGHTS.map((row) => row.key).filter((each) => each !== key) : [key];
    return granted.map((each) => ({ name, key: each, flags: right === 'others' ? 'qae' : FLAGS[right] }));
  });
  await database.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select g.srno, r.key, r.flags like '%q%', r.flags like '%a%', r.flags like '%e%'
     from jsonb_to_recordset($1) as r (name text, key text, flags text) join access.right_group g using (name)`,
    [JSON.stringify(grants)],
  );
}

async function makeAccounts(database: pg.Client, keys: readonly RightKey[], places: Places): Promise<void> {
  const users = keys.flatMap((key) =>
    RIGHT_STATES.flatMap((right) =>
      TYPES.flatMap((type) =>
        CONDITIONS.map((condition) => ({
          id: userId(key, right, type, condition),
          group: groupName(key, right),
          entity: type === 'A' ? null : type === 'B' ? places.home.srno : places.homeFranchise.srno,
          change: condition === 'must change',
        })),
      ),
    ),
  );
  await database.query(
    `insert into access.account (user_id, name, entity, right_group, must_change_password)
     select u.id, 'A user', coalesce(u.entity, (select srno from masters.entity where type = 'A')), g.srno, u.change
     from jsonb_to_recordset($1) as u (id text, "group" text, entity integer, change boolean)
     join access.right_group g on g.name = u."group"`,
    [JSON.stringify(users)],
  );
  await database.query(
    `insert into access.account_branch (account, branch, allowed)
     select srno, entity, true from access.account where user_id like 'm.%' and entity = $1`,
    [places.home.srno],
  );
  await database.query(
    `insert into access.password (account, hash)
     select a.srno, (select p.hash from access.password p join access.account d on d.srno = p.account where d.user_id = 'admin')
     from access.account a where a.user_id like 'm.%'`,
  );
}
