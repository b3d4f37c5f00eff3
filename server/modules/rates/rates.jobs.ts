import * as z from 'zod/mini';
import { rateCard } from '#contract/rates/cards.ts';
import { fromWire } from '#contract/wire.ts';
import { dateInIndia } from '#domain/dates.ts';
import { emailsOf } from '#domain/masters/entity.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Job, JobTools } from '#server/platform/jobs/jobs.ts';
import { MailError } from '#server/platform/mail/errors.ts';
import type { MailAttachment } from '#server/platform/mail/message.ts';
import { PDF_MIME, type Letterhead } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { publicCardUrl } from './card.handlers.ts';
import { cardFileName, describeCard } from './card.pdf.ts';
import {
  MAIL_JOB,
  settleMails,
  waitingMail,
  type MailKey,
  type Outcome,
  type WaitingMail,
} from './mail.sql.ts';
import { cardMail, type CardMail } from './mails.ts';

const payloadSchema = z.object({
  publication: z.int(),
  mails: z.array(z.tuple([z.int(), z.int()])),
});

const MAX_ERROR_CHARS = 500;
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, MAX_ERROR_CHARS) : 'unknown';

/** A server that has given no answer so often in a row is away; the rest of the part waits for the next attempt. */
const MAX_FAILURES_IN_A_ROW = 3;

/** The rows of the card, which is stored in the form of the wire. */
const rowsOf = ({ rows }: WaitingMail) => fromWire(rateCard.reply, rows) as CardMail['rows'];

/** The card as a PDF, for installations that attach it. */
async function attachmentOf(found: WaitingMail, letterhead: Letterhead): Promise<MailAttachment> {
  const content = await papers.makeForJob(() =>
    describeCard({
      letterhead,
      entityId: found.entity_id,
      entityName: found.entity_name,
      publishedAt: found.published_at,
      rows: rowsOf(found),
    }),
  );
  const fileName = cardFileName(found.entity_id, dateInIndia(found.published_at.getTime()));
  return { fileName, mime: PDF_MIME, content };
}

async function send(
  publication: number,
  found: WaitingMail,
  { mailer, config, database }: JobTools,
  letterheads: Letterheads,
): Promise<void> {
  const { card_key, entity_type, entity_id } = found;
  const content = cardMail({
    business: found.business === '' ? 'Bureau' : found.business,
    licence: found.licence,
    contacts: [found.contact1, found.contact2],
    entityName: found.entity_name,
    publishedAt: found.published_at,
    rows: rowsOf(found),
    link: card_key === null ? null : publicCardUrl(config.PUBLIC_URL, card_key, entity_type, entity_id),
  });
  const attachments = config.RATE_CARD_PDF
    ? [await attachmentOf(found, await letterheads(database.read))]
    : [];
  await mailer.send({
    to: emailsOf(found.email),
    messageId: `<card-${publication}-${found.entity}-${found.round}@bureau>`,
    ...content,
    attachments,
  });
}

/**
 * Mails a part of the entities their cards, one after the other. Each mail is recorded as soon as it is sent. The
 * message id is derived from the content. If a crash between the server's acceptance and our record causes a second
 * mail, the recipient gets the same message id again.
 */
export const mailJob = (letterheads: Letterheads): Job => ({
  name: MAIL_JOB,
  async run(payload, tools) {
    const { publication, mails } = z.parse(payloadSchema, payload);
    const { database, attempt, isLastTry } = tools;
    const settle = (settled: readonly MailKey[], state: Outcome['state'], error = '') =>
      database.write(systemActing('job.rates.mail'), (tx) =>
        settleMails(tx, publication, settled, { state, tries: attempt, error }),
      );
    const failures: Error[] = [];
    let inARow = 0;
    const attemptMail = async (found: WaitingMail) => {
      const key = [found.entity, found.round] as const;
      try {
        await send(publication, found, tools, letterheads);
      } catch (error) {
        const isPermanent = error instanceof MailError && error.kind === 'permanent';
        await settle([key], isLastTry || isPermanent ? 'failed' : 'waiting', reasonOf(error));
        // A server that answers is not away, whatever it says of this mail.
        inARow = error instanceof MailError && error.responseCode !== undefined ? 0 : inARow + 1;
        if (!isPermanent) failures.push(error instanceof Error ? error : new Error(reasonOf(error)));
        return;
      }
      inARow = 0;
      await settle([key], 'sent');
    };

    for (const [index, key] of mails.entries()) {
      // Each is read just before it is sent, because rates that have been replaced meanwhile would be misleading.
      const found = await waitingMail(database.read, publication, key);
      if (found === undefined) continue;
      if (!found.is_newest) return void (await settle(mails, 'dropped'));
      await attemptMail(found);
      if (inARow < MAX_FAILURES_IN_A_ROW) continue;
      // None is left waiting for ever: a failed mail can be sent again on the screen.
      if (isLastTry)
        await settle(mails.slice(index + 1), 'failed', `Not tried: ${reasonOf(failures.at(-1))}`);
      break;
    }
    const [failure] = failures;
    if (failure !== undefined && !isLastTry) throw failure;
  },
});
