import type pg from 'pg';
import type { Statement } from '#server/platform/db/statement.ts';

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

/** What running a statement took. */
export interface Measured {
  /** Blocks of 8 KB looked at, in memory or on disk. */
  readonly blocks: number;
  readonly ms: number;
  /** Tables that were read through from one end, and how many rows of each. */
  readonly readThrough: Readonly<Record<string, number>>;
}

const walk = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(walk)];

/**
 * Runs a statement with the plan that PostgreSQL would keep for any values, or that it makes for these where it is planned
 * anew each time, and counts. It is run once before, so that
 * what is only done the first time (reading the catalogue, marking rows as seen) is not counted. `before` are
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
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(run);
    const [found] = rows[0]!['QUERY PLAN'];
    const readThrough: Record<string, number> = {};
    for (const node of walk(found.Plan)) {
      if (node['Node Type'] !== 'Seq Scan' || node['Actual Loops'] === 0) continue;
      const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      const table = node['Relation Name'] ?? '';
      readThrough[table] = (readThrough[table] ?? 0) + read;
    }
    const plan = found.Plan;
    const blocks =
      plan['Shared Hit Blocks'] +
      plan['Shared Read Blocks'] +
      plan['Temp Read Blocks'] +
      plan['Temp Written Blocks'];
    return { blocks, ms: found['Execution Time'], readThrough };
  } finally {
    await client.query('rollback');
    await client.query(`deallocate ${name}`).catch(() => undefined);
  }
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.join(',')}}`);
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
