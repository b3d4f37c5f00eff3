import { describe, expect, it } from 'vitest';
import { RIGHTS, type Rights } from '../rights.ts';
import {
  assignmentRefusal,
  editRefusal,
  FIRST_USER,
  GRANT_TEXTS,
  groupRefusal,
  groupSaveRefusal,
  isWithinReach,
  lackedFlags,
  mayGrant,
  mayTick,
  type Assignment,
  type Holder,
  type Reach,
} from './grants.ts';

const flags = (letters: string) => ({
  query: letters.includes('q'),
  add: letters.includes('a'),
  edit: letters.includes('e'),
});
const rights = (letters: Record<string, string>): Rights =>
  Object.fromEntries(Object.entries(letters).map(([key, each]) => [key, flags(each)]));

const RIGHT_SETS = {
  nothing: rights({}),
  less: rights({ USER: 'q' }),
  same: rights({ USER: 'qe', MASTER: 'q' }),
  'another flag': rights({ USER: 'qae', MASTER: 'q' }),
  'another key': rights({ USER: 'q', COUNTRY: 'q' }),
  everything: Object.fromEntries(RIGHTS.map(({ key }) => [key, flags('qae')])) as Rights,
};
const REACHES: Readonly<Record<string, Reach>> = {
  'no branch': [],
  'the own branch': ['MUM'],
  'both branches': ['MUM', 'PUN'],
  'another branch': ['DEL'],
  'the own and another': ['MUM', 'DEL'],
  'head office': 'all',
};

const holder = (account: number, reach: Reach, held: Rights): Holder => ({ account, rights: held, reach });
const BY = {
  'user number 1': holder(FIRST_USER, ['MUM'], RIGHT_SETS.nothing),
  'a clerk of the head office': holder(7, 'all', RIGHT_SETS.same),
  'a clerk of two branches': holder(7, ['MUM', 'PUN'], RIGHT_SETS.same),
};
const assigned = (
  account: number,
  held: Rights,
  reach: Reach,
  more: Partial<Assignment> = {},
): Assignment => ({
  account,
  rights: held,
  reach,
  rightGroup: 3,
  entity: 'MUM',
  employeeCode: '',
  branches: {},
  ...more,
});

/** The expected results, listed independently, so that the test does not use the rule under test. */
const HELD_BY_CLERK = ['nothing', 'less', 'same'];
const SEEN_BY: Readonly<Record<string, readonly string[]>> = {
  'a clerk of the head office': Object.keys(REACHES),
  'a clerk of two branches': ['no branch', 'the own branch', 'both branches'],
};

const cells = Object.keys(BY).flatMap((by) =>
  Object.keys(RIGHT_SETS).flatMap((held) =>
    Object.keys(REACHES).map((reach) => ({ by, held, reach }) as const),
  ),
);

describe('assigner × rights × branches', () => {
  it.each(cells)('$by, $held, $reach', ({ by, held, reach }) => {
    const assigner = BY[by as keyof typeof BY];
    const own = RIGHT_SETS[held as keyof typeof RIGHT_SETS];
    const seen = REACHES[reach] ?? [];
    const holdsRights = by === 'user number 1' || HELD_BY_CLERK.includes(held);
    const seesBranches = by === 'user number 1' || (SEEN_BY[by] ?? []).includes(reach);

    const fresh = assignmentRefusal(assigner, null, assigned(0, own, seen));
    expect(fresh?.about ?? null).toBe(!holdsRights ? 'rightGroup' : seesBranches ? null : 'reach');

    const stored = editRefusal(assigner, assigned(9, own, seen));
    expect(stored).toBe(holdsRights && seesBranches ? null : GRANT_TEXTS.user);

    // A user with few rights can be changed to hold these. The reverse change needs the assigner to be allowed both.
    const little = assigned(9, {}, ['MUM']);
    const raised = assignmentRefusal(assigner, little, assigned(9, own, seen));
    expect(raised === null).toBe(holdsRights && seesBranches);
    const lowered = assignmentRefusal(assigner, assigned(9, own, seen), little);
    expect(lowered === null).toBe(holdsRights && seesBranches);
  });
});

describe("the user's own record", () => {
  const [by] = [BY['a clerk of two branches']];
  const own = assigned(7, RIGHT_SETS.same, ['MUM', 'PUN'], {
    branches: { MUM: true, PUN: true, DEL: false },
  });
  it.each<[string, Partial<Assignment>]>([
    ['another group', { rightGroup: 4 }],
    ['a lesser group', { rightGroup: 5, rights: {} }],
    ['another entity', { entity: 'PUN' }],
    ['another employee', { employeeCode: 'E101' }],
    ['one branch more', { branches: { ...own.branches, BLR: true } }],
    ['one branch less', { branches: { MUM: true, DEL: false } }],
    ['a branch that was not allowed', { branches: { ...own.branches, DEL: true } }],
  ])('cannot get %s', (_, change) => {
    expect(assignmentRefusal(by, own, { ...own, ...change })).toEqual({
      about: 'user',
      text: GRANT_TEXTS.own,
    });
    const first = { ...own, account: FIRST_USER };
    expect(assignmentRefusal({ ...by, account: FIRST_USER }, first, { ...first, ...change })).toBeNull();
  });
  it('can be edited and saved unchanged', () => {
    expect(assignmentRefusal(by, own, { ...own })).toBeNull();
    expect(editRefusal(by, own)).toBeNull();
  });
});

describe('user number 1', () => {
  it('cannot be edited by anybody else, even with the same rights', () => {
    const equal = holder(2, 'all', RIGHT_SETS.everything);
    const first = assigned(FIRST_USER, RIGHT_SETS.less, ['MUM']);
    expect(editRefusal(equal, first)).toBe(GRANT_TEXTS.firstUser);
    expect(assignmentRefusal(equal, first, first)?.text).toBe(GRANT_TEXTS.firstUser);
    expect(editRefusal(holder(FIRST_USER, [], {}), first)).toBeNull();
  });
});

describe('a right group', () => {
  const by = BY['a clerk of two branches'];
  const first = BY['user number 1'];
  it.each(Object.entries(RIGHT_SETS))('with %s', (name, held) => {
    const isHeld = HELD_BY_CLERK.includes(name);
    expect(groupRefusal(by, held, false)).toBe(isHeld ? null : GRANT_TEXTS.group);
    expect(groupSaveRefusal(by, null, held, false) === null).toBe(isHeld);
    expect(groupSaveRefusal(by, {}, held, false) === null).toBe(isHeld);
    expect(groupSaveRefusal(by, held, {}, false)).toBe(isHeld ? null : GRANT_TEXTS.group);
    for (const before of [null, {}, held]) expect(groupSaveRefusal(first, before, held, true)).toBeNull();
  });
  it('with users of other branches cannot be changed at all', () => {
    for (const after of [RIGHT_SETS.less, RIGHT_SETS.same, {}])
      expect(groupSaveRefusal(by, RIGHT_SETS.same, after, true)).toBe(GRANT_TEXTS.members);
    expect(groupRefusal(by, RIGHT_SETS.less, true)).toBe(GRANT_TEXTS.members);
  });
  it('is refused with the first missing flag in words', () =>
    expect(groupSaveRefusal(by, {}, RIGHT_SETS['another flag'], false)).toBe(
      'You cannot grant a right that you do not have: User (add).',
    ));
});

it('every flag of every key counts separately, except those of signing out', () => {
  for (const { key } of RIGHTS)
    for (const flag of ['query', 'add', 'edit'] as const) {
      const one = { [key]: { query: false, add: false, edit: false, [flag]: true } } as Rights;
      const rest = Object.fromEntries(
        RIGHTS.map((row) => [row.key, { ...flags('qae'), ...(row.key === key ? { [flag]: false } : {}) }]),
      ) as Rights;
      const by = holder(7, 'all', rest);
      expect(lackedFlags(by, one)).toEqual(key === 'LOGOUT' ? [] : [{ key, flag }]);
      expect(mayGrant(by, key, flag)).toBe(key === 'LOGOUT');
    }
});

it('a tick needs the flags that it sets: the query flag and those of the parents', () => {
  const by = holder(7, 'all', rights({ MASTER: 'q', USER: 'qe', CITY: 'e', BMAPPROVE: 'qe' }));
  expect([mayTick(by, 'USER', 'edit'), mayTick(by, 'USER', 'query')]).toEqual([true, true]);
  expect(mayTick(by, 'USER', 'add')).toBe(false);
  expect(mayTick(by, 'CITY', 'edit')).toBe(false);
  expect(mayTick(by, 'BMAPPROVE', 'edit')).toBe(false);
  expect(mayTick(holder(FIRST_USER, [], {}), 'BMAPPROVE', 'edit')).toBe(true);
});

it.each<[Reach, Reach, boolean]>([
  ['all', 'all', true],
  ['all', ['MUM'], true],
  [['MUM'], 'all', false],
  [[], [], true],
  [[], ['MUM'], false],
  [['MUM', 'PUN'], ['PUN'], true],
])('the reach %o includes %o: %s', (own, other, isWithin) =>
  expect(isWithinReach(own, other)).toBe(isWithin),
);
