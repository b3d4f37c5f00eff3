import { noteBackup } from '../backups.sql.ts';
import { systemActing } from '../database.ts';
import { openHeadStore } from '../files/open.ts';
import type { Job } from '../jobs/jobs.ts';
import { readHead } from './head.sql.ts';
import { readSigningKey, storeNote } from './notes.ts';

/** Keeps the head of the trail outside of the database, so that a rewritten chain is recognised. */
export const noteHeadJob: Job = {
  name: 'platform:note-head',
  cron: '*/15 * * * *',
  run: async (_, { database, config }) => {
    const startedAt = new Date();
    const store = await openHeadStore(config);
    if (store === null) return;
    const head = await readHead(database.read);
    if (head === undefined) return;
    const key = await readSigningKey(config.TRAIL_HEAD_KEY);
    await storeNote(store, key, { kind: 'head', at: head.now, seq: head.seq, hash: head.hash });
    await database.write(systemActing('job.platform.note-head'), (tx) =>
      noteBackup(tx, { kind: 'trail head', outcome: 'made', startedAt, label: `seal ${head.seq}` }),
    );
  },
};
