import { parse } from 'libpg-query';
import { numberOf, type Migration } from '#server/platform/db/declarations.ts';
import {
  concurrentIndexOf,
  runsOutsideTransaction,
  statementsOf,
} from '#server/platform/db/migration-statements.ts';
import {
  EXCLUSIVE,
  locksOf,
  nameOf,
  nodesOf,
  ROW_EXCLUSIVE,
  SHARE,
  type Lock,
  type Node,
} from './migration-locks.ts';

/** One statement of a migration, as the rules see it. */
interface Step {
  readonly text: string;
  readonly kind: string;
  readonly node: Node;
  /** The locks on relations that were there before the migration. */
  readonly locks: readonly Lock[];
  readonly isKnown: boolean;
  readonly isNew: (relation: string) => boolean;
}

type Rule = (step: Step, context: Context) => readonly string[];

interface Context {
  readonly migration: Migration;
  /** Columns that a validated check proves to be not null, as schema.table.column. */
  readonly notNull: ReadonlySet<string>;
}

const commandsOf = ({ kind, node }: Step): readonly Node[] =>
  kind === 'AlterTableStmt' ? (node['cmds'] as Node[]).map(({ AlterTableCmd }) => AlterTableCmd as Node) : [];

/** The updates and deletes in a statement, of relations that were there before; a function's body does not run. */
const changesOf = ({ kind, node, isNew }: Step): readonly Node[] =>
  kind === 'CreateFunctionStmt' || kind === 'RuleStmt'
    ? []
    : ['UpdateStmt', 'DeleteStmt']
        .flatMap((change) => (kind === change ? [node, ...nodesOf(change, node)] : nodesOf(change, node)))
        .filter(({ relation }) => !isNew(nameOf(relation)));

/** Whether the changed rows are those with a value that the statement names. */
const isByConstant = (where: unknown): boolean => {
  const { A_Expr: compared, BoolExpr: joined } = (where ?? {}) as Node;
  if (joined?.boolop === 'AND_EXPR') return (joined.args as unknown[]).some(isByConstant);
  return (
    ['AEXPR_OP', 'AEXPR_IN'].includes(compared?.kind) &&
    compared.name[0].String.sval === '=' &&
    compared.lexpr.ColumnRef !== undefined &&
    [compared.rexpr.List?.items ?? compared.rexpr]
      .flat()
      .every(
        ({ A_Const: value }: Node) =>
          value !== undefined && value.boolval === undefined && value.isnull !== true,
      )
  );
};

const STATEMENT_RULES: readonly Rule[] = [
  // The kinds of statements.
  ({ kind, isKnown }) =>
    kind === 'DoStmt'
      ? ['a do block hides what it locks: write its statements']
      : isKnown
        ? []
        : [`nothing is known about the locks of ${kind}: add it to tools/testing/migration-locks.ts`],
  ({ kind, locks }) =>
    ['ClusterStmt', 'TruncateStmt', 'RefreshMatViewStmt'].includes(kind)
      ? locks.map(({ relation }) => `${relation} is written anew while everybody waits`)
      : [],
  ({ kind }, { migration }) =>
    kind === 'RenameStmt' && migration.oldestProgram !== numberOf(migration.name)
      ? ['no older program knows the new name: add the new one, and drop the old one a release later']
      : [],
  // Indexes.
  ({ kind, node, locks }) =>
    kind === 'IndexStmt' && node['concurrent'] !== true && locks.length > 0
      ? [`saves wait while ${node['idxname']} is built: create it concurrently`]
      : [],
  ({ kind, node }) =>
    kind === 'DropStmt' &&
    node['removeType'] === 'OBJECT_INDEX' &&
    !(node['concurrent'] && node['missing_ok'])
      ? ['drop an index concurrently and if exists, so that nobody waits and it can be repeated']
      : [],
  ({ text }, { migration }) =>
    runsOutsideTransaction(text) && !migration.isByStatement
      ? ['this cannot be in a transaction: add the line "-- transaction: each statement"']
      : [],
  ({ text, kind, node }) =>
    kind === 'IndexStmt' && node['concurrent'] === true && concurrentIndexOf(text) === null
      ? ['an index that is built concurrently needs a name, and its table a schema']
      : [],
  // Constraints and columns.
  (step) =>
    commandsOf(step)
      .filter(({ subtype }) => subtype === 'AT_AddConstraint')
      .flatMap(({ def: { Constraint: one } }) => [
        ...(['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(one.contype) && one.skip_validation !== true
          ? [
              `${one.conname ?? 'a constraint'} is checked for all rows while saves wait: add it not valid and validate it afterwards`,
            ]
          : []),
        ...(['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(one.contype) &&
        one.indexname === undefined
          ? [
              `the index of ${one.conname ?? 'a constraint'} is built while everybody waits: build it concurrently and add the constraint using it`,
            ]
          : []),
      ]),
  (step) =>
    commandsOf(step)
      .filter(({ subtype }) => subtype === 'AT_AddColumn')
      .flatMap(({ def: { ColumnDef: column } }) => columnFaults(column)),
  (step) =>
    commandsOf(step).flatMap(({ subtype, name }) =>
      subtype === 'AT_AlterColumnType'
        ? [
            `another type for ${name} writes the table anew while everybody waits: add a column and fill it in batches`,
          ]
        : [],
    ),
  (step, { notNull }) =>
    commandsOf(step).flatMap(({ subtype, name }) =>
      subtype === 'AT_SetNotNull' && !notNull.has(`${nameOf(step.node['relation'])}.${name}`)
        ? [
            `all rows are read for ${name} while everybody waits: add a check that it is not null, not valid, and validate it before`,
          ]
        : [],
    ),
  // Rows.
  (step) =>
    changesOf(step)
      .filter(({ whereClause }) => !isByConstant(whereClause))
      .map(
        ({ relation }) =>
          `any number of rows of ${nameOf(relation)} stays locked until the end: use platform.update_in_batches`,
      ),
];

/** Constants are stored once for all rows; what differs by row, or is checked, makes PostgreSQL read or write them all. */
function columnFaults(column: Node): readonly string[] {
  const constraints = nodesOf('Constraint', column);
  const kinds = constraints.map(({ contype }) => contype as string);
  const hasDefault = kinds.includes('CONSTR_DEFAULT');
  const isWritten =
    nodesOf(
      'FuncCall',
      constraints.filter(({ contype }) => contype === 'CONSTR_DEFAULT'),
    ).some(({ funcname }) => funcname.at(-1).String.sval !== 'now') ||
    kinds.some((kind) => ['CONSTR_IDENTITY', 'CONSTR_GENERATED'].includes(kind)) ||
    nodesOf('typeName', column).some(({ names }) => /serial/.test(names?.at(-1)?.String.sval ?? ''));
  const name = column['colname'] as string;
  return [
    ...(isWritten
      ? [`the default of ${name} is written into every row while everybody waits: fill it in batches`]
      : []),
    ...(kinds.includes('CONSTR_CHECK') || (kinds.includes('CONSTR_FOREIGN') && hasDefault)
      ? [
          `the constraint of ${name} is checked for all rows while everybody waits: add it not valid afterwards`,
        ]
      : []),
    ...(kinds.some((kind) => ['CONSTR_UNIQUE', 'CONSTR_PRIMARY'].includes(kind))
      ? [`the index of ${name} is built while everybody waits: build it concurrently`]
      : []),
    ...(kinds.includes('CONSTR_NOTNULL') && !hasDefault
      ? [`${name} needs a default, because there are rows`]
      : []),
  ];
}

/**
 * Who holds a lock and waits for another one can deadlock with a save, and then PostgreSQL may end the save. So a
 * transaction waits for one lock that keeps saves waiting, the first, and takes every other one without waiting.
 */
function lockFaults(transaction: readonly Step[]): readonly string[] {
  const held = new Map<string, number>();
  const faults: string[] = [];
  for (const step of transaction) {
    for (const { relation, mode, isWithoutWaiting = false } of step.locks) {
      if (mode < SHARE || (held.get(relation) ?? 0) >= mode) continue;
      if (held.has(relation))
        faults.push(
          `${relation} is locked more than before while it is locked: take the strongest lock first`,
        );
      else if (held.size > 0 && !isWithoutWaiting)
        faults.push(
          `${relation} is waited for while ${[...held.keys()].join(', ')} is locked: lock all of them first, the second and later ones with nowait, or put "-- transaction: each statement"`,
        );
      held.set(relation, mode);
    }
    for (const { relation } of changesOf(step)) {
      if (held.size > 0 && (held.get(nameOf(relation)) ?? 0) < EXCLUSIVE)
        faults.push(
          `rows of ${nameOf(relation)} are waited for while ${[...held.keys()].join(', ')} is locked: change them in a migration of their own`,
        );
      // Its rows stay locked until the end, and a save that waits for one can hold what is waited for next.
      if (!held.has(nameOf(relation))) held.set(nameOf(relation), ROW_EXCLUSIVE);
    }
  }
  const isValidated = transaction.some((step) =>
    commandsOf(step).some(({ subtype }) => subtype === 'AT_ValidateConstraint'),
  );
  if (isValidated && held.size > 0)
    faults.push('a constraint is validated while tables are locked: validate it in a transaction of its own');
  return faults;
}

const CREATED: Readonly<Record<string, (node: Node) => string>> = {
  CreateStmt: ({ relation }) => nameOf(relation),
  CreateTableAsStmt: ({ into }) => nameOf(into.rel),
  ViewStmt: ({ view, replace }) => (replace === true ? '' : nameOf(view)),
};

async function stepsOf(
  migration: Migration,
): Promise<{ steps: readonly Step[]; created: ReadonlySet<string> }> {
  const parsed = await Promise.all(
    statementsOf(migration.text).map(async (text) => {
      const { stmts } = (await parse(text)) as { stmts: { stmt: Node }[] };
      const [kind = '', node] = Object.entries(stmts[0]?.stmt ?? {})[0] ?? [];
      return { text, kind, node: node as Node };
    }),
  );
  const created = new Set(parsed.map(({ kind, node }) => CREATED[kind]?.(node) ?? ''));
  const steps = parsed.map((one) => {
    const locks = locksOf({ [one.kind]: one.node });
    const isNew = (relation: string) => created.has(relation);
    return {
      ...one,
      isNew,
      isKnown: locks !== null,
      locks: (locks ?? []).filter(({ relation }) => !isNew(relation)),
    };
  });
  return { steps, created };
}

/** Columns for which these steps add a check that they are not null, by the name of the check. */
const notNullChecks = (steps: readonly Step[]): readonly (readonly [constraint: string, column: string])[] =>
  steps.flatMap((step) =>
    commandsOf(step).flatMap(({ def }) => {
      const check = def?.Constraint as Node | undefined;
      const test = check?.['raw_expr']?.NullTest as Node | undefined;
      const column = test?.['arg'].ColumnRef?.fields.at(-1).String.sval as string | undefined;
      const table = nameOf(step.node['relation']);
      return test?.['nulltesttype'] === 'IS_NOT_NULL' && column !== undefined
        ? [[`${table} ${check?.['conname']}`, `${table}.${column}`] as const]
        : [];
    }),
  );

/** What would make saves wait, deadlock or fail while these migrations run, in the order in which they run. */
export async function migrationFaults(migrations: readonly Migration[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const checks = new Map<string, string>();
  const notNull = new Set<string>();
  for (const migration of migrations) {
    const { steps, created } = await stepsOf(migration);
    const context: Context = { migration, notNull };
    for (const step of steps) {
      const isOnNew = step.node['relation'] !== undefined && created.has(nameOf(step.node['relation']));
      const found =
        isOnNew && step.kind === 'AlterTableStmt'
          ? []
          : STATEMENT_RULES.flatMap((rule) => rule(step, context));
      faults.push(...found.map((fault) => `${migration.name}: ${fault}`));
      for (const [constraint, column] of notNullChecks([step])) checks.set(constraint, column);
      for (const { subtype, name } of commandsOf(step)) {
        const column = checks.get(`${nameOf(step.node['relation'])} ${name}`);
        if (subtype === 'AT_ValidateConstraint' && column !== undefined) notNull.add(column);
      }
    }
    const transactions = migration.isByStatement ? steps.map((step) => [step]) : [steps];
    faults.push(...transactions.flatMap(lockFaults).map((fault) => `${migration.name}: ${fault}`));
  }
  return faults;
}
