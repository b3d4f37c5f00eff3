/** The locks of PostgreSQL by their numbers; from SHARE on a lock keeps saves waiting. */
export const SHARE = 5;
const SHARE_ROW_EXCLUSIVE = 6;
export const EXCLUSIVE = 7;
const ACCESS_EXCLUSIVE = 8;
const SHARE_UPDATE_EXCLUSIVE = 4;
export const ROW_EXCLUSIVE = 3;

export interface Lock {
  readonly relation: string;
  readonly mode: number;
  /** Whether it is given up at once if it is not free. */
  readonly isWithoutWaiting?: boolean;
}

/** A node of the tree that PostgreSQL's parser makes of a statement, as libpg-query returns it. */
export type Node = Readonly<Record<string, any>>;

interface RangeVar {
  readonly schemaname?: string;
  readonly relname: string;
}

export const nameOf = ({ schemaname, relname }: RangeVar): string =>
  schemaname === undefined ? relname : `${schemaname}.${relname}`;

/** All nodes of one kind within a tree, such as the constraints of a table. */
export function nodesOf(kind: string, tree: unknown): readonly Node[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => nodesOf(kind, one));
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, inner]) => [
    ...(name === kind ? [inner as Node] : []),
    ...nodesOf(kind, inner),
  ]);
}

const referenced = (tree: Node): readonly Lock[] =>
  nodesOf('Constraint', tree)
    .filter(({ contype }) => contype === 'CONSTR_FOREIGN')
    .map(({ pktable }) => ({ relation: nameOf(pktable), mode: SHARE_ROW_EXCLUSIVE }));

/** Parts of `alter table` that take less than ACCESS EXCLUSIVE; a foreign key does as well. */
const LIGHT = ['AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions', 'AT_ResetRelOptions'];

const isForeignKey = ({ subtype, def }: Node): boolean =>
  subtype === 'AT_AddConstraint' && def.Constraint.contype === 'CONSTR_FOREIGN';

function locksOfAlterTable({ relation, cmds }: Node): readonly Lock[] {
  const commands = (cmds as Node[]).map(({ AlterTableCmd }) => AlterTableCmd as Node);
  const modes = commands.map((command) =>
    isForeignKey(command)
      ? SHARE_ROW_EXCLUSIVE
      : LIGHT.includes(command['subtype'])
        ? SHARE_UPDATE_EXCLUSIVE
        : ACCESS_EXCLUSIVE,
  );
  return [{ relation: nameOf(relation), mode: Math.max(...modes) }, ...referenced({ cmds })];
}

/** What is dropped with a table: its trigger or its policy is named after it. */
const OF_A_TABLE = ['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE'];
const RELATIONS = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW'];

function locksOfDrop({ objects, removeType }: Node): readonly Lock[] {
  if (![...OF_A_TABLE, ...RELATIONS].includes(removeType)) return [];
  return (objects as Node[]).map(({ List }) => {
    const names = (List.items as Node[]).map(({ String: part }) => part.sval as string);
    return {
      relation: (OF_A_TABLE.includes(removeType) ? names.slice(0, -1) : names).join('.'),
      mode: ACCESS_EXCLUSIVE,
    };
  });
}

const of = (mode: number) => (node: Node) => [{ relation: nameOf(node['relation'] ?? node['table']), mode }];
const none = (): readonly Lock[] => [];

/** The names of tables in a text such as 'a.b' or '{a.b, a.d}'. */
const namesIn = (text: string): readonly string[] =>
  (text.startsWith('{') ? text.slice(1, -1).split(',') : [text])
    .map((name) => name.trim())
    .filter((name) => /^\w+\.\w+$/.test(name));

/** A function that is told tables, such as platform.protect_rows, may do anything to them, also by an array. */
const locksOfCalls = (node: Node): readonly Lock[] =>
  nodesOf('FuncCall', node).length === 0
    ? []
    : nodesOf('sval', node).flatMap(({ sval }) =>
        namesIn((sval as string | undefined) ?? '').map((relation) => ({ relation, mode: ACCESS_EXCLUSIVE })),
      );

const LOCKS: Readonly<Record<string, (node: Node) => readonly Lock[]>> = {
  AlterTableStmt: locksOfAlterTable,
  AlterObjectSchemaStmt: of(ACCESS_EXCLUSIVE),
  AlterPolicyStmt: of(ACCESS_EXCLUSIVE),
  ClusterStmt: of(ACCESS_EXCLUSIVE),
  CreatePolicyStmt: of(ACCESS_EXCLUSIVE),
  CreateStmt: (node) => [
    ...referenced(node),
    ...((node['inhRelations'] ?? []) as Node[]).map(({ RangeVar: parent }) => ({
      relation: nameOf(parent),
      mode: ACCESS_EXCLUSIVE,
    })),
  ],
  CreateTrigStmt: of(SHARE_ROW_EXCLUSIVE),
  DropStmt: locksOfDrop,
  IndexStmt: (node) => of(node['concurrent'] === true ? SHARE_UPDATE_EXCLUSIVE : SHARE)(node),
  LockStmt: ({ relations, mode, nowait = false }) =>
    (relations as Node[]).map(({ RangeVar: one }) => ({
      relation: nameOf(one),
      mode: mode as number,
      isWithoutWaiting: nowait as boolean,
    })),
  RefreshMatViewStmt: of(ACCESS_EXCLUSIVE),
  RenameStmt: (node) => (node['relation'] === undefined ? [] : of(ACCESS_EXCLUSIVE)(node)),
  RuleStmt: of(ACCESS_EXCLUSIVE),
  SelectStmt: locksOfCalls,
  TruncateStmt: ({ relations }) =>
    (relations as Node[]).map(({ RangeVar: one }) => ({ relation: nameOf(one), mode: ACCESS_EXCLUSIVE })),
  ViewStmt: ({ view, replace = false }) =>
    replace === true ? [{ relation: nameOf(view), mode: ACCESS_EXCLUSIVE }] : [],
  DeleteStmt: of(ROW_EXCLUSIVE),
  InsertStmt: of(ROW_EXCLUSIVE),
  UpdateStmt: of(ROW_EXCLUSIVE),
  ...Object.fromEntries(
    [
      'AlterDefaultPrivilegesStmt', 'AlterFunctionStmt', 'AlterOwnerStmt', 'AlterSeqStmt', 'CallStmt', 'CommentStmt',
      'CompositeTypeStmt', 'CreateDomainStmt', 'CreateEnumStmt', 'CreateExtensionStmt', 'CreateFunctionStmt',
      'CreateSchemaStmt', 'CreateSeqStmt', 'CreateStatsStmt', 'CreateTableAsStmt', 'DefineStmt', 'GrantStmt', 'VacuumStmt',
    ].map((kind) => [kind, none]), // prettier-ignore
  ),
};

/** The locks that a statement takes on tables and views; null if nothing is known about statements of its kind. */
export function locksOf(statement: Node): readonly Lock[] | null {
  const [kind = '', node] = Object.entries(statement)[0] ?? [];
  return LOCKS[kind]?.(node as Node) ?? null;
}
