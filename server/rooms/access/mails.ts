import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

interface LinkMail {
  readonly business: string;
  readonly userName: string;
  readonly link: string;
}

/** A letter around one link: what it is for, how long it works, and what to do if it was not expected. */
function linkMail(
  { business, userName, link }: LinkMail,
  title: string,
  why: string,
  ignore: string,
): MailContent {
  const body = html`<p>Dear ${userName},</p>
    <p>${why}</p>
    ${linkButton(link, title)}
    <p style="font-size:13px;color:#5b635e">
      Or copy this address into your browser:<br /><span style="word-break:break-all">${link}</span>
    </p>
    <p>${ignore}</p>`;
  const text = [`Dear ${userName},`, why, webAddress(link), ignore, business].join('\n\n');
  return { subject: `${business}: ${title.toLowerCase()}`, html: letter(business, title, body), text };
}

/** The link with which a user sets a new password. */
export const resetMail = ({ minutes, ...mail }: LinkMail & { readonly minutes: number }): MailContent =>
  linkMail(
    mail,
    'Set a new password',
    `You asked to set a new password. The link works once, for ${minutes} minutes.`,
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  );

/** The link with which a user whom an administrator has set up chooses a password. */
export const firstMail = ({
  userId,
  hours,
  ...mail
}: LinkMail & { readonly userId: string; readonly hours: number }): MailContent =>
  linkMail(
    mail,
    'Choose your password',
    `You can sign in to ${mail.business} as ${userId}. Please choose your password first. The link works once, for ${hours} hours.`,
    'If you do not know what this is about, please ask your administrator.',
  );
