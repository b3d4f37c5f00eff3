import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { systemActing } from '#server/platform/database.ts';
import { isReadable } from '#server/platform/document-text/kinds.ts';
import { readText } from '#server/platform/document-text/read.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { findUnread, queueUnread, storeText, TEXT_JOB } from './text.sql.ts';

const textPayload = z.object({ document: z.int() });

/** Reads the text of the newest file of a document. A document whose text has been read is left as it is. */
const textJob = (store: ObjectStore): Job => ({
  name: TEXT_JOB,
  async run(payload, { database, log }) {
    const { document } = z.parse(textPayload, payload);
    const file = await findUnread(database.read, document);
    if (file === undefined) return;
    const { number, extension, hash } = file;
    const content = isReadable(extension)
      ? await readText(extension, async () => buffer(await store.get(hash)))
      : '';
    if (content === '') log.info({ document, number }, 'a file of the library has no text');
    await database.write(systemActing('job.library.text'), (tx) => storeText(tx, document, number, content));
  },
});

/** Adds the jobs of files that were there before. */
const sweepJob: Job = {
  name: 'library:sweep',
  cron: '* * * * *',
  async run(_payload, { database, log }) {
    const files = await database.write(systemActing('job.library.sweep'), (tx) => queueUnread(tx));
    if (files > 0) log.info({ files }, 'files of the library will be read');
  },
};

/** The jobs that read the text of the library's files. */
export const libraryTextJobs = (store: ObjectStore): readonly Job[] => [textJob(store), sweepJob];
