import type pg from 'pg';
import type { Category } from '#domain/library/codes.ts';
import type { Answered, World } from './world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/** Documents of the library made directly in the tables, as the owner of the database. */

interface GivenDocument {
  readonly name?: string;
  readonly category?: Category;
  readonly sub1?: string;
  /** yyyy-MM-dd. */
  readonly dated?: string;
  readonly expires?: string | null;
  /** The id of the branch; without one the document is unified. */
  readonly branch?: string | null;
  readonly active?: boolean;
  /** The hash of its file in the store; null if the file is missing. */
  readonly hash?: string | null;
  readonly fileName?: string;
}

/** A hash that no object of the store has. */
const NO_BYTES = '0'.repeat(64);

/** Adds a document with a file, if not told otherwise; returns its number. */
export async function addLibraryDocument(
  admin: pg.Client,
  {
    name = 'Master Direction',
    category = 'G',
    sub1 = '',
    dated = '2026-01-15',
    expires = category === 'A' ? '2031-01-15' : null,
    branch = null,
    active = true,
    hash = NO_BYTES,
    fileName = 'document.pdf',
  }: GivenDocument = {},
): Promise<number> {
  const { rows } = await admin.query<{ srno: number }>(
    `with d as (
       insert into library.document (name, category, sub1, dated, by_whom, submitted_to, visible, branch, expires_on, active, files)
       select $1, $2, $3, $4, 'Reserve Bank', case $2 when 'R' then 'RBI' else '' end, case when $5::text is null then 'U' else 'B' end,
         (select srno from masters.entity where id = $5), $6, $7, case when $8::text is null then 0 else 1 end
       returning srno
     ), f as (
       insert into library.file (document, number, file_name, extension, hash, bytes, uploaded_by_name)
       select srno, 1, $9, split_part($9, '.', 2), $8, 600, 'Meera Nair' from d where $8::text is not null
     )
     select srno from d`,
    [name, category, sub1, dated, branch, expires, active, hash, fileName],
  );
  return rows[0]!.srno;
}

/** Uploads the file of a document. */
export async function sendLibraryFile(
  world: World,
  session: string,
  srno: number,
  file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | null,
): Promise<Answered> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: session, uploadType: 'GUIDEDOCUPLOAD', srno }));
  if (file !== null) form.append('file', new Blob([file.bytes]), file.name);
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

/**
 * Adds many documents in one statement: a share of them unified, the others spread over the branches. Their texts have as
 * many words as asked for, each word in every hundredth text; `currency` is in all of them, `annexure` in one of five.
 */
export async function growLibrary(admin: pg.Client, documents: number, words = 20): Promise<void> {
  await admin.query(
    `insert into masters.entity (id, type, name, active) select 'Z' || n, 'B', 'Branch ' || n, true
     from generate_series(1, 10) as n on conflict do nothing`,
  );
  // The indexes of words and parts of words are made faster after the rows.
  const { rows: indexes } = await admin.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = 'gin' and i.indrelid = any (array['library.document', 'library.file_text']::regclass[])`,
  );
  for (const { name } of indexes) await admin.query(`drop index ${name}`);
  // The texts are made here, and no job reads the files.
  await admin.query('alter table library.file disable trigger file_await_text');
  await admin.query(
    `with place as (
       select array_agg(srno order by srno) as branches from masters.entity where id ~ '^Z\\d'
     ), d as (
       insert into library.document (name, category, sub1, dated, by_whom, submitted_to, visible, branch, expires_on, active, files)
       select 'Circular ' || md5(n::text), (array['A', 'G', 'P', 'R'])[1 + n % 4], 'Sub ' || n % 40, date '2020-01-01' + n % 1500,
         'Reserve Bank', case when n % 4 = 3 then 'RBI' else '' end, case when n % 10 < 3 then 'U' else 'B' end,
         case when n % 10 >= 3 then place.branches[1 + n / 10 % 10] end,
         case when n % 4 = 0 then date '2024-06-01' + n % 900 end, n / 100 % 10 <> 0, case when n / 100 % 10 = 1 then 0 else 1 end
       from generate_series(1, $1::integer) as n, place
       returning srno, files
     )
     insert into library.file (document, number, file_name, extension, hash, bytes)
     select srno, 1, 'circular.pdf', 'pdf', $2, 600 from d where files = 1`,
    [documents, NO_BYTES],
  );
  await admin.query('alter table library.file enable trigger file_await_text');
  await admin.query(
    `insert into library.file_text (document, number, state, content)
     select f.document, 1, 'read', 'Currency ' || case when f.document % 5 = 0 then 'annexure ' else '' end
       || string_agg(md5((n * 100 + f.document * n % 100)::text), ' ')
     from library.file f cross join generate_series(1, $1::integer) as n group by f.document`,
    [words],
  );
  for (const { made } of indexes) await admin.query(made);
  await vacuum(admin, ['library.document', 'library.file', 'library.file_text']);
}
