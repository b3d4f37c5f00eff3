import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { ObjectNotFound, type ObjectStore } from '#server/platform/files/store.ts';
import { fault, ok, reasonOf, type Finding } from '#tools/doctor/finding.ts';

/**
 * Every column that names an object of the store, and where only some of its rows do, which. A test finds a column that
 * is missing here.
 */
export const OBJECT_COLUMNS = {
  'masters.company.logo_hash': 'true',
  'masters.entity_document.hash': 'true',
  'requests.document.hash': 'true',
  'audit.document.hash': 'true',
  'audit.reply.hash': 'true',
  'audit.report_file.hash': 'true',
  'flash.audit.hash': 'true',
  'flash.response.hash': 'true',
  'flash.report_file.hash': 'true',
  'library.file.hash': 'true',
  'uploads.batch.hash': 'is_stored',
} as const;

const AT_ONCE = 8;
const PAGE = 10_000;
const MAX_NAMED = 20;

const splitColumn = (name: string) => {
  const at = name.lastIndexOf('.');
  return { table: name.slice(0, at), column: name.slice(at + 1) };
};

/** The next names after $1, each once, in order. */
const NEXT_NAMES = `select hash from (${Object.entries(OBJECT_COLUMNS)
  .map(([name, condition]) => {
    const { table, column } = splitColumn(name);
    return `(select distinct ${column} as hash from ${table} where ${column} > $1 and ${condition} order by 1 limit ${PAGE})`;
  })
  .join(' union ')}) as named order by hash limit ${PAGE}`;

async function* namesIn(admin: pg.Client): AsyncGenerator<readonly string[]> {
  for (let last = ''; ;) {
    const { rows } = await admin.query<{ hash: string }>(NEXT_NAMES, [last]);
    if (rows.length === 0) return;
    yield rows.map(({ hash }) => hash);
    last = rows.at(-1)?.hash ?? last;
  }
}

/** Reads every object that a row names; the store compares the bytes with the name while they are read. */
export async function checkPapers(
  admin: pg.Client,
  store: ObjectStore,
  place: string,
): Promise<readonly Finding[]> {
  let [whole, missing] = [0, 0];
  const faults: string[] = [];
  for await (const names of namesIn(admin)) {
    const queue = names.values();
    const readOn = async () => {
      for (const hash of queue)
        try {
          await finished((await store.get(hash)).resume());
          whole += 1;
        } catch (error) {
          missing += 1;
          if (faults.length < MAX_NAMED)
            faults.push(error instanceof ObjectNotFound ? `${hash} is missing` : reasonOf(error));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  }
  if (missing === 0)
    return [ok('papers', `: ${whole} documents are in ${place}, each with the bytes of its name.`)];
  return [
    fault('papers', `: ${missing} of ${whole + missing} documents are missing or damaged in ${place}.`),
    ...faults.map((text) => fault('papers', `: ${text}.`)),
  ];
}
