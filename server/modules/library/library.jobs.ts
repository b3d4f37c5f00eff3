import * as z from 'zod/mini';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { reminderMail, type LapsingDocument } from './mails.ts';
import { enqueueReminders, findReminder, REMINDER_JOB } from './reminder.sql.ts';

/** Every morning in India it looks for documents that lapse soon. */
const remindJob: Job = {
  name: 'library:remind',
  cron: '45 3 * * *',
  async run(_payload, { database, config, log }) {
    const { mails } = await database.write(systemActing('job.library.remind'), (tx) =>
      enqueueReminders(tx, config.LIBRARY_REMINDER_DAYS),
    );
    if (mails > 0) log.info({ mails }, 'head office is reminded of documents that lapse soon');
  },
};

const reminderPayload = z.object({ account: z.int(), batch: z.int() });

/** Mails one user. The message id is derived from the batch and the user, so that a repeated mail is recognised. */
const reminderJob: Job = {
  name: REMINDER_JOB,
  async run(payload, { database, mailer, config }) {
    const { account, batch } = z.parse(reminderPayload, payload);
    const found = await findReminder(database.read, account, batch);
    if (found === undefined) return;
    await mailer.send({
      to: [found.email],
      messageId: `<library-${batch}-${account}@bureau>`,
      ...reminderMail({
        business: found.business === '' ? 'Bureau' : found.business,
        count: found.count,
        first: found.first as readonly LapsingDocument[],
        link: `${config.PUBLIC_URL.replace(/\/$/, '')}/guidelines?expiry=SOON`,
      }),
    });
  },
};

export const libraryJobs: readonly Job[] = [remindJob, reminderJob];
