import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { EMAIL_HOLD_HOURS } from '#domain/access/user.ts';
import { formatDateTime } from '#domain/dates.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { makeReset, userOfAccount } from './access.sql.ts';
import { hashOf } from './sessions.ts';
import { emailChangedMail, firstMail, noticeMail, resetMail } from './mails.ts';

/** The signature of mails until there is a company profile. */
export const BUSINESS = 'Bureau';

const resetPayload = z.object({
  account: z.int(),
  /** `first` is the mail to a user whom an administrator has created. */
  letter: z._default(z.enum(['reset', 'first']), 'reset'),
  /** The address for which the mail was requested. */
  email: z.optional(z.string()),
});

/** Mails a reset link. The token exists only in this process and in the mail; the database stores its hash. */
export const resetJob: Job = {
  name: 'access:reset',
  async run(payload, { database, mailer, config, jobId }) {
    const { account, letter, email } = z.parse(resetPayload, payload);
    const { FIRST_LINK_HOURS: hours, RESET_LINK_MINUTES: resetMinutes } = config;
    const minutes = letter === 'first' ? hours * 60 : resetMinutes;
    const token = randomBytes(32).toString('base64url');
    const to = await database.write(systemActing('job.access.reset'), (tx) =>
      tx.maybe(makeReset, [hashOf(token), account, minutes, email ?? null]),
    );
    if (to === undefined) return;
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

const emailChangedPayload = z.object({
  account: z.int(),
  /** The old address. The user has another one by now. */
  email: z.string(),
  by: z.string(),
  at: z.string(),
});

/** Tells the old address of a user that it has been replaced. */
export const emailChangedJob: Job = {
  name: 'access:emailchanged',
  async run(payload, { database, mailer, jobId }) {
    const { account, email, by, at } = z.parse(emailChangedPayload, payload);
    const { name, user_id } = await database.read.one(userOfAccount, [account]);
    await mailer.send({
      to: email,
      messageId: `<emailchanged-${jobId}@bureau>`,
      ...emailChangedMail({
        business: BUSINESS,
        userName: name,
        userId: user_id,
        by,
        at: formatDateTime(Date.parse(at)),
        hours: EMAIL_HOLD_HOURS,
      }),
    });
  },
};

const noticePayload = z.object({
  account: z.int(),
  notice: z.enum(['added', 'removed', 'reset', 'device', 'linked', 'unlinked']),
  by: z.string(),
  detail: z.string(),
  at: z.string(),
});

/** Tells a user what has changed about their sign-in. */
export const noticeJob: Job = {
  name: 'access:notice',
  async run(payload, { database, mailer, jobId }) {
    const { account, notice, by, detail, at } = z.parse(noticePayload, payload);
    const { name, user_id, email } = await database.read.one(userOfAccount, [account]);
    if (email === '') return;
    await mailer.send({
      to: email,
      messageId: `<notice-${jobId}@bureau>`,
      ...noticeMail(notice, {
        business: BUSINESS,
        userName: name,
        userId: user_id,
        by,
        detail,
        at: formatDateTime(Date.parse(at)),
      }),
    });
  },
};
