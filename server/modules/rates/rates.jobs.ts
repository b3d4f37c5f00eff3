import * as z from 'zod/mini';
import { dateInIndia } from '#domain/dates.ts';
import { emailsOf } from '#domain/masters/entity.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { MailError } from '#server/platform/mail/errors.ts';
import type { MailAttachment } from '#server/platform/mail/message.ts';
import { PDF_MIME, type Letterhead } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { publicCardUrl } from './card.handlers.ts';
import { cardFileName, describeCard } from './card.pdf.ts';
import { MAIL_JOB, settleMail, waitingMail, type Outcome, type WaitingMail } from './mail.sql.ts';
import { cardMail, type CardMail } from './mails.ts';

const payloadSchema = z.object({ publication: z.int(), entity: z.int(), round: z.int() });

const MAX_ERROR_CHARS = 500;

/** The card as a PDF, for installations that attach it. */
async function attachmentOf(found: WaitingMail, letterhead: Letterhead): Promise<MailAttachment> {
  const content = await papers.makeForJob(() =>
    describeCard({
      letterhead,
      entityId: found.entity_id,
      entityName: found.entity_name,
      publishedAt: found.published_at,
      rows: found.rows as CardMail['rows'],
    }),
  );
  const fileName = cardFileName(found.entity_id, dateInIndia(found.published_at.getTime()));
  return { fileName, mime: PDF_MIME, content };
}

/**
 * Mails one entity its card. The message id is derived from the content. If a crash between the server's acceptance and
 * our record causes a second mail, the recipient gets the same message id again.
 */
export const mailJob = (letterheads: Letterheads): Job => ({
  name: MAIL_JOB,
  async run(payload, { database, mailer, config, attempt, isLastTry }) {
    const { publication, entity, round } = z.parse(payloadSchema, payload);
    const settle = (outcome: Outcome) =>
      database.write(systemActing('job.rates.mail'), (tx) =>
        settleMail(tx, publication, entity, round, outcome),
      );
    const found = await waitingMail(database.read, publication, entity, round);
    if (found === undefined) return;
    // Rates that have been replaced would be misleading.
    if (!found.is_newest) {
      await settle({ state: 'dropped', tries: attempt, error: '' });
      return;
    }
    const { card_key, entity_type, entity_id } = found;
    const content = cardMail({
      business: found.business === '' ? 'Bureau' : found.business,
      licence: found.licence,
      contacts: [found.contact1, found.contact2],
      entityName: found.entity_name,
      publishedAt: found.published_at,
      rows: found.rows as CardMail['rows'],
      link: card_key === null ? null : publicCardUrl(config.PUBLIC_URL, card_key, entity_type, entity_id),
    });
    try {
      const attachments = config.RATE_CARD_PDF
        ? [await attachmentOf(found, await letterheads(database.read))]
        : [];
      await mailer.send({
        to: emailsOf(found.email),
        messageId: `<card-${publication}-${entity}-${round}@bureau>`,
        ...content,
        attachments,
      });
    } catch (error) {
      const isOver = isLastTry || (error instanceof MailError && error.kind === 'permanent');
      const why = error instanceof Error ? error.message.slice(0, MAX_ERROR_CHARS) : 'unknown';
      await settle({ state: isOver ? 'failed' : 'waiting', tries: attempt, error: why });
      if (isOver) return;
      throw error;
    }
    await settle({ state: 'sent', tries: attempt, error: '' });
  },
});
