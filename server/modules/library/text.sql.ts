import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

export const TEXT_JOB = 'library:text';
/** The retries if the object store does not answer: about three hours, at growing intervals. */
const MAX_TRIES = 10;
/** The jobs that are added at a time for files that were there before their text was read. */
const MOST_QUEUED = 500;

const find = statement(
  'library.text.find',
  { number: 'int4', extension: 'text', hash: 'text' },
  `select f.number, f.extension, f.hash from library.file_text t
   join library.file f on f.document = t.document and f.number = t.number
   where t.document = $1 and t.state = 'waiting'`,
);
/** The newest file of a document, if its text has not been read. */
export const findUnread = (on: Executor, document: number) => on.maybe(find, [document]);

const store = statement(
  'library.text.store',
  {},
  `update library.file_text set content = $3::text, state = case when $3 = '' then 'none' else 'read' end
   where document = $1 and number = $2::integer and state = 'waiting'`,
);
/** Stores the text of a file, unless another file has taken its place. */
export const storeText = (tx: Transaction, document: number, number: number, content: string) =>
  tx.rows(store, [document, number, content]);

const queue = statement(
  'library.text.queue',
  { files: 'int4' },
  `with unqueued as (
     select document from library.file_text where state = 'waiting' and not is_queued
     order by document limit ${MOST_QUEUED} for update skip locked
   ), queued as (
     update library.file_text t set is_queued = true from unqueued u where t.document = u.document returning t.document
   )
   select added.files from (
     select count(*)::integer as files, platform.add_jobs_in_turn('${TEXT_JOB}',
       coalesce(array_agg(json_build_object('document', document)), '{}'), ${MAX_TRIES})
     from queued
   ) as added`,
);
/** Adds jobs for files that were in the library before their text was read; returns how many. */
export const queueUnread = async (tx: Transaction): Promise<number> => (await tx.one(queue)).files;
