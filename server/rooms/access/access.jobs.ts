import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { forgetOldResets, forgetOldSessions, forgetOldThrottles, makeReset } from './access.sql.ts';
import { hashOf } from './sessions.ts';
import { firstMail, resetMail } from './mails.ts';

const KEEP_DAYS = 30;
/** How the business signs until it has a company profile of its own. */
const BUSINESS = 'Bureau';

const resetPayload = z.object({
  account: z.int(),
  /** `first` is the letter to a user whom an administrator has set up. */
  letter: z._default(z.enum(['reset', 'first']), 'reset'),
});

/** Mails a reset link. The token exists in this process and in the mail; the database keeps its hash. */
export const resetJob: Job = {
  name: 'access:reset',
  async run(payload, { database, mailer, config, jobId }) {
    const { account, letter } = z.parse(resetPayload, payload);
    const { FIRST_LINK_HOURS: hours, RESET_LINK_MINUTES: resetMinutes } = config;
    const minutes = letter === 'first' ? hours * 60 : resetMinutes;
    const token = randomBytes(32).toString('base64url');
    const to = await database.write(systemActing('job.access.reset'), (tx) =>
      tx.one(makeReset, [hashOf(token), account, minutes]),
    );
    const link = `${config.PUBLIC_URL.replace(/\/$/, '')}/#reset=${token}`;
    const shared = { business: BUSINESS, userName: to.name, link };
    await mailer.send({
      to: to.email,
      messageId: `<${letter}-${jobId}@bureau>`,
      ...(letter === 'first'
        ? firstMail({ ...shared, userId: to.user_id, hours })
        : resetMail({ ...shared, minutes })),
    });
  },
};

/** Sweeps out what has expired. */
export const sweepJob: Job = {
  name: 'access:sweep',
  cron: '17 * * * *',
  async run(_, { database }) {
    await database.write(systemActing('job.access.sweep'), async (tx) => {
      await tx.rows(forgetOldSessions, [KEEP_DAYS]);
      await tx.rows(forgetOldResets, [KEEP_DAYS]);
      await tx.rows(forgetOldThrottles);
    });
  },
};
