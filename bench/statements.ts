import '#server/rooms/masters/index.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';

function declared(name: string): Statement {
  const found = declaredStatements().find((statement) => statement.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
}

/** The product's own statements that are measured: one record by its key, and a page of a list. */
export const BENCHED = {
  detail: { statement: declared('masters.country.detail') },
  list: { statement: declared('masters.country.list.name.up.first'), limit: 50 },
} as const;
