import * as z from 'zod/mini';
import type { ArgsOf, FieldCall } from './define.ts';

/** The positional fields of a call: session and action first, if it has them, then its arguments. */
export function encodeFields<C extends FieldCall>(
  call: C,
  args: ArgsOf<C>,
  session: string | null,
): URLSearchParams {
  const values: string[] = call.session === 'first' ? [session ?? ''] : [];
  if (call.action !== '') values.push(call.action);
  for (const [name, field] of Object.entries(call.args)) {
    const value = (args as Record<string, unknown>)[name];
    if (value === undefined && field.optional) continue;
    values.push(z.encode(field.codec, value));
  }
  return new URLSearchParams(values.map((value, index): [string, string] => [String(index + 1), value]));
}
