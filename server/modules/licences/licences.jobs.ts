import * as z from 'zod/mini';
import { emailsOf } from '#domain/masters/entity.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Config } from '#server/platform/config.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { hashOfKey, newKey } from './keys.ts';
import { LINK_JOB, makeDecisionLink, makeLinks, markMailed, writeKey } from './keys.sql.ts';
import { decisionMail, linkMail } from './mails.ts';
import { DECISION_JOB, decisionFacts, noteReminders } from './reminder.sql.ts';

/** The signature of mails until there is a company profile. */
const businessOf = (name: string) => (name === '' ? 'Bureau' : name);
/** Who is named as the sender of a link that a reminder brings. */
const REMINDER_NAME = 'Reminder';
const DECISION_NAME = 'Rejection';

const pageOf = (config: Config, key: string) =>
  `${config.PUBLIC_URL.replace(/\/$/, '')}/renewal-documents/${key}`;
const contactsOf = ({ contact1, contact2 }: { readonly contact1: string; readonly contact2: string }) =>
  [contact1, contact2].filter((line) => line !== '');

/** Every morning in India it sends a link to the entities whose licence ends soon. */
const remindJob: Job = {
  name: 'licences:remind',
  cron: '45 4 * * *',
  async run(_payload, { database, config, log }) {
    const links = await database.write(systemActing('job.licences.remind'), async (tx) => {
      const due = await noteReminders(tx, config.LICENCE_REMINDER_DAYS);
      const by = { account: null, name: REMINDER_NAME };
      return due.length === 0 ? 0 : makeLinks(tx, due, config.RENEWAL_LINK_DAYS, by);
    });
    if (links > 0) log.info({ links }, 'entities are reminded of their licences');
  },
};

const linkPayload = z.object({ link: z.int() });

/**
 * Mails a link. The key exists only in this process and in the mail; the database stores its hash. A repeated attempt
 * makes another key, because nobody knows the one before.
 */
const linkJob: Job = {
  name: LINK_JOB,
  async run(payload, { database, mailer, config }) {
    const { link } = z.parse(linkPayload, payload);
    const key = newKey();
    const hash = hashOfKey(key);
    const acting = systemActing('job.licences.link');
    const found = await database.write(acting, (tx) => writeKey(tx, link, hash));
    if (found === undefined) return;
    await mailer.send({
      to: emailsOf(found.email),
      messageId: `<renewal-${link}@bureau>`,
      ...linkMail({
        business: businessOf(found.business),
        entity: found.name,
        licenceTo: found.licence_to,
        isReminder: found.days_before !== null,
        expiresAt: found.expires_at,
        link: pageOf(config, key),
        contacts: contactsOf(found),
      }),
    });
    await database.write(acting, (tx) => markMailed(tx, link, hash));
  },
};

const decisionPayload = z.object({ document: z.int(), version: z.int() });

/**
 * Mails a decision. The message id has the version, so that a repeated mail is recognised. A rejection asks for the
 * document again, so it brings a link; the earlier key is known to nobody here.
 */
const decisionJob: Job = {
  name: DECISION_JOB,
  async run(payload, { database, mailer, config }) {
    const { document, version } = z.parse(decisionPayload, payload);
    const found = await decisionFacts(database.read, document, version);
    if (found === undefined) return;
    const acting = systemActing('job.licences.decision');
    const key = newKey();
    const hash = hashOfKey(key);
    const link =
      found.status === 'R' && found.is_required
        ? await database.write(acting, (tx) =>
            makeDecisionLink(tx, found.entity, hash, config.RENEWAL_LINK_DAYS, DECISION_NAME),
          )
        : undefined;
    await mailer.send({
      to: emailsOf(found.email),
      messageId: `<licence-${document}-${version}@bureau>`,
      ...decisionMail({
        business: businessOf(found.business),
        entity: found.name,
        document: found.document,
        isApproved: found.status === 'A',
        reason: found.reason,
        expiresOn: found.expires_on,
        isRequired: found.is_required,
        link: link === undefined ? null : { address: pageOf(config, key), expiresAt: link.expires_at },
        contacts: contactsOf(found),
      }),
    });
    if (link !== undefined) await database.write(acting, (tx) => markMailed(tx, link.srno, hash));
  },
};

export const licencesJobs: readonly Job[] = [remindJob, linkJob, decisionJob];
