import type * as z from 'zod/mini';
import { namesOnWire } from '#contract/wire.ts';
import type { WireColumns } from '../database.ts';

/** The columns of a JSON object in their order, under the names that its fields have on the wire. */
export function onWire<Row>(
  schema: z.ZodMiniType<Row>,
  columns: Readonly<Partial<Record<keyof Row & string, string>>>,
): WireColumns {
  const names = namesOnWire(schema);
  return Object.fromEntries(
    Object.entries<string | undefined>(columns).map(([field, expression]) => {
      const name = names[field];
      if (name === undefined || expression === undefined)
        throw new Error(`${field} has no name on the wire, or no expression`);
      return [name, expression];
    }),
  );
}
