import { openClient } from '#server/platform/db/client.ts';
import { isSaving, type OwnValues, type Step } from '#tools/testing/record.ts';

/** The serial numbers of the calls: random ones, or each once. */
export interface Range {
  readonly first: number;
  readonly last: number;
  readonly isInTurn?: boolean;
}
export const anyUpTo = (last: number): Range => ({ first: 1, last });

/** The format of the references that ask.lua generates. */
export const REFERENCE = /bench-\d+-\d+-\d+/;

const OWN: Readonly<Record<keyof OwnValues, string>> = {
  srno: ':srno',
  ref: `('bench-0-0-' || :ref)`,
  saved: ':saved_srno',
};

/** The same steps as a pgbench script. Values become variables, so that the statements are prepared once. */
export async function pgbenchScript(
  url: string,
  steps: readonly Step[],
  { first, last, isInTurn = false }: Range,
  clients: number,
): Promise<{ text: string; variables: Readonly<Record<string, string>> }> {
  const share = Math.floor((last - first + 1) / clients);
  const lines = isInTurn
    ? [`\\set srno ${first} + :client_id * ${share} + :turn`, '\\set turn :turn + 1']
    : [`\\set srno random(${first}, ${last})`];
  lines.push('\\set ref random(1, 1000000000000000)');
  const variables: Record<string, string> = { turn: '0' };
  const types = await parameterTypes(url, steps);
  steps.forEach((step, at) => {
    const written = step.values.map((value, index) => {
      const type = types[at]?.[index] ?? 'text';
      if ('its' in value)
        return `${value.isArray === true ? `array[${OWN[value.its]}]` : OWN[value.its]}::${type}`;
      // pgbench has no variable for null, nor for an empty text.
      if (value.given === null || value.given === '')
        return `${value.given === null ? 'null' : `''`}::${type}`;
      variables[`v${at}_${index}`] = textOf(value.given);
      return `:v${at}_${index}::${type}`;
    });
    const text = withoutColons(step.text).replaceAll(
      /\$(\d+)/g,
      (_, n: string) => written[Number(n) - 1] ?? '',
    );
    lines.push(isSaving(step) ? `${text} \\gset saved_` : commands(text));
  });
  return { text: `${lines.join('\n')}\n`, variables };
}

/** Commands that the product sends together go as one pipeline. */
function commands(text: string): string {
  const several = text.startsWith('begin;') ? text.split(';') : [text];
  const ended = several.map((command) => `${command};`).join('\n');
  return several.length > 1 ? `\\startpipeline\n${ended}\n\\endpipeline` : ended;
}

/**
 * pgbench makes a parameter of every mention, and PostgreSQL cannot infer the type of each mention, but it can of each
 * value.
 */
async function parameterTypes(url: string, steps: readonly Step[]): Promise<readonly string[][]> {
  const client = await openClient(url);
  try {
    const types: string[][] = [];
    for (const { text, values } of steps) {
      if (values.length === 0) {
        types.push([]);
        continue;
      }
      await client.query(`prepare step as ${text}`);
      const { rows } = await client.query<{ types: string[] }>(
        `select parameter_types::text[] as types from pg_prepared_statements where name = 'step'`,
      );
      types.push(rows[0]?.types ?? []);
      await client.query('deallocate step');
    }
    return types;
  } finally {
    await client.end();
  }
}

/** Arrays in PostgreSQL's format, bytes in hexadecimal, objects as JSON. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(each)).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** pgbench takes any `:word` for a variable, also inside a text, so colons in texts are escaped. */
const withoutColons = (statement: string): string =>
  statement.replaceAll(/'[^']*'/g, (literal) =>
    literal.includes(':') ? `E${literal.replaceAll(':', '\\x3a')}` : literal,
  );
