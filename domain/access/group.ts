import { NO_FLAGS, RIGHTS, type RightFlag, type RightFlags, type RightKey, type Rights } from '../rights.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';

/** The flags of one key in a group. */
export interface KeyRight extends RightFlags {
  readonly key: RightKey;
}

export interface GroupDraft {
  readonly name: string;
  /** Keys without any flag can be omitted. */
  readonly rights: readonly KeyRight[];
}

export const GROUP_RULES: Readonly<Record<'name', FieldRule>> = {
  name: { label: 'Group', required: true, maxChars: 50 },
};

export const groupProblems = (draft: Pick<GroupDraft, 'name'>): FieldProblem<'name'>[] =>
  fieldProblems(GROUP_RULES, { name: draft.name });

/** The refusal when a save of a group or user would leave no administrator; see access.has_administrator. */
export const LAST_ADMINISTRATOR =
  'This would lock everyone out: at least one active user of the head office must keep the edit right on Right and User.';

export const unknownRight = (key: string): string => `There is no right ${key}.`;
export const DOUBLE_RIGHT = 'A right stands twice in the list.';

const parentOf = (key: RightKey): RightKey | null =>
  (RIGHTS.find((row) => row.key === key)?.parent ?? null) as RightKey | null;

/** The direct children of a key. */
export const childrenOf = (key: RightKey): readonly RightKey[] =>
  RIGHTS.filter((row) => row.parent === key).map((row) => row.key);

/** All descendants of a key. */
export const allUnder = (key: RightKey): readonly RightKey[] =>
  childrenOf(key).flatMap((child) => [child, ...allUnder(child)]);

/** All keys in tree order: every key directly after its parent. */
export const keysInTree = (): readonly RightKey[] =>
  RIGHTS.filter((row) => row.parent === null).flatMap(({ key }) => [key, ...allUnder(key)]);

export const rightOf = (rights: readonly KeyRight[], key: RightKey): RightFlags =>
  rights.find((right) => right.key === key) ?? NO_FLAGS;

export const rightsByKey = (rights: readonly KeyRight[]): Rights =>
  Object.fromEntries(rights.map(({ key, query, add, edit }) => [key, { query, add, edit }]));

const put = (rights: readonly KeyRight[], key: RightKey, flags: RightFlags): readonly KeyRight[] => {
  const others = rights.filter((right) => right.key !== key);
  const { query, add, edit } = flags;
  return query || add || edit ? [...others, { key, query, add, edit }] : others;
};

/**
 * The rights after one tick. Add and edit need query, and the menu shows an entry only with its parents, so a tick also
 * sets those flags. Add and edit are useless without query, so clearing query clears them.
 */
export function withTick(
  rights: readonly KeyRight[],
  key: RightKey,
  flag: RightFlag,
  isOn: boolean,
): readonly KeyRight[] {
  if (!isOn)
    return put(rights, key, flag === 'query' ? NO_FLAGS : { ...rightOf(rights, key), [flag]: false });
  let next = put(rights, key, { ...rightOf(rights, key), query: true, [flag]: true });
  for (let parent = parentOf(key); parent !== null; parent = parentOf(parent))
    next = put(next, parent, { ...rightOf(next, parent), query: true });
  return next;
}

/** The rights after the same tick on each of these keys. */
export const withTicks = (
  rights: readonly KeyRight[],
  keys: readonly RightKey[],
  flag: RightFlag,
  isOn: boolean,
): readonly KeyRight[] => keys.reduce((next, each) => withTick(next, each, flag, isOn), rights);

export interface Difference {
  readonly key: RightKey;
  readonly left: RightFlags;
  readonly right: RightFlags;
}

/** The keys on which two groups differ, in the order of the tree. */
export function differences(left: readonly KeyRight[], right: readonly KeyRight[]): readonly Difference[] {
  return keysInTree()
    .map((key) => ({ key, left: rightOf(left, key), right: rightOf(right, key) }))
    .filter(
      (each) =>
        each.left.query !== each.right.query ||
        each.left.add !== each.right.add ||
        each.left.edit !== each.right.edit,
    );
}
