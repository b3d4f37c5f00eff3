import * as z from 'zod/mini';
import { formatDateTime } from '#domain/dates.ts';
import { html } from '#server/platform/html.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { letter, type MailContent } from '#server/platform/mail/layout.ts';
import { BUSINESS } from './access.jobs.ts';
import { setterOfHold } from './retention.sql.ts';

/** What a hold calls the number or address by which it knows a person. */
const NUMBERS = {
  pan: 'PAN',
  idnumber: 'passport or ID number',
  mobile: 'mobile number',
  email: 'e-mail address',
} as const;

interface HoldLeft {
  readonly userName: string;
  readonly hold: number;
  readonly kind: keyof typeof NUMBERS;
  readonly request: number;
  readonly by: string;
  readonly at: string;
}

/** The mail names the request and not the person, because a mail is read by more machines than one. */
function holdLeftMail({ userName, hold, kind, request, by, at }: HoldLeft): MailContent {
  const title = 'A number on hold was taken out';
  const what = `The ${NUMBERS[kind]} of your hold ${hold} was taken out of request ${request} on ${at}${by === '' ? '' : ` by ${by}`}. The hold keeps the request all the same.`;
  const then = 'Please look at the request, and do not tell the branch why.';
  const body = html`<p>Dear ${userName},</p>
    <p>${what}</p>
    <p>${then}</p>`;
  return {
    subject: `${BUSINESS}: ${title.toLowerCase()}`,
    html: letter(BUSINESS, title, body),
    text: [`Dear ${userName},`, what, then, BUSINESS].join('\n\n'),
  };
}

const payloadSchema = z.object({ hold: z.int(), request: z.int(), by: z.string(), at: z.string() });

/** Tells whoever set a hold that its number was taken out of a request. Nobody is told of a hold that has ended. */
export const holdLeftJob: Job = {
  name: 'access:holdleft',
  async run(payload, { database, mailer, jobId }) {
    const { hold, request, by, at } = z.parse(payloadSchema, payload);
    const setter = await database.read.maybe(setterOfHold, [hold]);
    if (setter === undefined) return;
    const { name, email, kind } = setter;
    await mailer.send({
      to: email,
      messageId: `<holdleft-${jobId}@bureau>`,
      ...holdLeftMail({
        userName: name,
        hold,
        kind: kind as keyof typeof NUMBERS,
        request,
        by,
        at: formatDateTime(Date.parse(at)),
      }),
    });
  },
};
