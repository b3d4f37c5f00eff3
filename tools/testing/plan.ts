import type pg from 'pg';
import type { Statement } from '#server/platform/db/statement.ts';
import { isSaving, valuesOf, type Step } from './record.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Temp Read Blocks': number;
  readonly 'Temp Written Blocks': number;
  readonly Plans?: readonly Node[];
}

/** The cost of running a statement. */
export interface Measured {
  /** Blocks of 8 KB accessed, in memory or on disk. */
  readonly blocks: number;
  readonly ms: number;
  /** Tables with a sequential scan, and the number of rows read of each. */
  readonly readThrough: Readonly<Record<string, number>>;
}

export interface Explained {
  readonly 'QUERY PLAN': [{ readonly Plan: Node; readonly 'Execution Time': number }];
}

/** At this target a sample has 300 times as many rows: more than any table has that the tests in CI fill. */
const WHOLE_TABLES = 2_000;

/**
 * Lets this client analyze tables whole instead of a random sample. Of two plans with nearly the same cost, PostgreSQL
 * otherwise takes one in one run and the other in the next, and they access different numbers of blocks.
 */
export const analyzeWholeTables = (client: pg.Client) =>
  client.query(`set default_statistics_target = ${WHOLE_TABLES}`);

const touched = (node: Node): number =>
  node['Shared Hit Blocks'] +
  node['Shared Read Blocks'] +
  node['Temp Read Blocks'] +
  node['Temp Written Blocks'];

/** PostgreSQL runs a write in a CTE after the main plan and counts it only in its own node, so its blocks are added. */
export const blocksOf = (plan: Node): number =>
  (plan.Plans ?? [])
    .filter((part) => part['Node Type'] === 'ModifyTable')
    .reduce((sum, part) => sum + touched(part), touched(plan));

const walk = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(walk)];

/**
 * Runs a statement with PostgreSQL's generic plan, or with a custom plan if the statement is replanned, and counts. It
 * runs once before, so that one-time work (reading the catalogue, setting hint bits) is not counted. `before` are
 * statements of the same transaction.
 */
export async function measure(
  client: pg.Client,
  statement: Pick<Statement, 'name' | 'text' | 'isReplanned'>,
  values: readonly unknown[],
  before: readonly Pick<Statement, 'text'>[] = [],
): Promise<Measured> {
  const name = client.escapeIdentifier(`measured ${statement.name}`);
  const literals = values.map((value) => literal(client, value)).join(', ');
  const run = `explain (analyze, buffers, format json) execute ${name}${literals === '' ? '' : ` (${literals})`}`;
  const mode = statement.isReplanned ? 'force_custom_plan' : 'force_generic_plan';
  await client.query(`begin; set local plan_cache_mode = ${mode}; set local role bureau_reader`);
  try {
    for (const { text } of before) await client.query(text);
    await client.query(`prepare ${name} as ${statement.text}`);
    await client.query(run);
    const { rows } = await client.query<Explained>(run);
    const [found] = rows[0]!['QUERY PLAN'];
    const readThrough: Record<string, number> = {};
    for (const node of walk(found.Plan)) {
      if (node['Node Type'] !== 'Seq Scan' || node['Actual Loops'] === 0) continue;
      const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      const table = node['Relation Name'] ?? '';
      readThrough[table] = (readThrough[table] ?? 0) + read;
    }
    return { blocks: blocksOf(found.Plan), ms: found['Execution Time'], readThrough };
  } finally {
    await client.query('rollback');
    await client.query(`deallocate ${name}`).catch(() => undefined);
  }
}

/**
 * The blocks that the statements of a call access together, each run as its role with the generic plan. Their writes
 * are rolled back, once before the count and once after.
 */
export async function measureSteps(
  client: pg.Client,
  steps: readonly Step[],
  srno: number | undefined,
): Promise<number> {
  const run = async () => {
    let blocks = 0;
    let saved = 0;
    for (const step of steps) {
      await client.query(`set local role bureau_${step.role}`);
      const [begin, ...settings] = step.text.split(';');
      if (begin === 'begin') await client.query(settings.join(';'));
      if (begin === 'begin' || begin === 'commit') continue;
      const values = valuesOf(step, { srno, ref: 'measured', saved }).map((value) => literal(client, value));
      await client.query(`prepare step as ${step.text}`);
      const { rows } = await client.query<Explained>(
        `explain (analyze, buffers, format json) execute step (${values.join(', ')})`,
      );
      await client.query('deallocate step');
      blocks += blocksOf(rows[0]!['QUERY PLAN'][0].Plan);
      if (!isSaving(step)) continue;
      const last = await client.query<{ srno: number }>(
        `reset role; select last_value::integer as srno from requests.request_srno_seq`,
      );
      saved = ([last].flat().at(-1) as pg.QueryResult<{ srno: number }>).rows[0]!.srno;
    }
    return blocks;
  };
  await client.query('begin; set local plan_cache_mode = force_generic_plan; savepoint first');
  try {
    await run();
    await client.query('rollback to savepoint first');
    return await run();
  } finally {
    await client.query('rollback');
  }
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join(',')}}`);
  if (Buffer.isBuffer(value)) return client.escapeLiteral(`\\x${value.toString('hex')}`);
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
