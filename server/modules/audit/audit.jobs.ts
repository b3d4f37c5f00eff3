import * as z from 'zod/mini';
import { emailsOf } from '#domain/masters/entity.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { reminderMail, type LateDiscrepancy } from './mails.ts';
import { enqueueReminders, lateDiscrepancies, REMINDER_JOB } from './reminder.sql.ts';

/** Every morning in India it looks for branches with discrepancies that have been pending too long. */
const remindJob: Job = {
  name: 'audit:remind',
  cron: '30 4 * * *',
  async run(_payload, { database, config, log }) {
    const { mails } = await database.write(systemActing('job.audit.remind'), (tx) =>
      enqueueReminders(tx, config.DISCREPANCY_REMINDER_DAYS),
    );
    if (mails > 0) log.info({ mails }, 'branches are reminded of their discrepancies');
  },
};

const reminderPayload = z.object({ branch: z.int(), day: z.string() });

/** Mails one branch. The message id is derived from the branch and the day, so that a repeated mail is recognised. */
const reminderJob: Job = {
  name: REMINDER_JOB,
  async run(payload, { database, mailer, config }) {
    const { branch, day } = z.parse(reminderPayload, payload);
    const days = config.DISCREPANCY_REMINDER_DAYS;
    const found = await lateDiscrepancies(database.read, branch, days);
    if (found === undefined) return;
    await mailer.send({
      to: emailsOf(found.email),
      messageId: `<discrepancies-${branch}-${day}@bureau>`,
      ...reminderMail({
        business: found.business === '' ? 'Bureau' : found.business,
        branch: found.name,
        count: found.count,
        oldest: found.oldest as readonly LateDiscrepancy[],
        days,
        link: `${config.PUBLIC_URL.replace(/\/$/, '')}/discrepancy`,
      }),
    });
  },
};

export const auditJobs: readonly Job[] = [remindJob, reminderJob];
