import { parse } from 'libpg-query';

export interface Relations {
  readonly read: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

interface RangeVar {
  readonly schemaname?: string;
  readonly relname: string;
}

const WRITES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** The tables and views that a statement names, found by PostgreSQL's own parser. */
export async function relationsOf(text: string): Promise<Relations> {
  const read = new Set<string>();
  const written = new Set<string>();
  const name = ({ schemaname, relname }: RangeVar) =>
    schemaname === undefined ? relname : `${schemaname}.${relname}`;

  function walk(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, inner] of Object.entries(node)) {
      // A locking clause names an alias, and the from clause contains the table itself.
      if (kind === 'LockingClause') continue;
      if (kind === 'RangeVar') read.add(name(inner as RangeVar));
      if (WRITES.has(kind)) written.add(name((inner as { relation: RangeVar }).relation));
      walk(inner);
    }
  }

  const tree = (await parse(text)) as unknown;
  walk(tree);
  for (const common of JSON.stringify(tree).matchAll(/"ctename":"([^"]+)"/g)) read.delete(common[1] ?? '');
  return { read, written };
}
