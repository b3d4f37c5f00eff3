import { html } from '#server/platform/mail/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

interface ResetMail {
  readonly business: string;
  readonly userName: string;
  readonly link: string;
  readonly minutes: number;
}

/** The link with which a user sets a new password. */
export function resetMail({ business, userName, link, minutes }: ResetMail): MailContent {
  const title = 'Set a new password';
  const validity = `The link works once, for ${minutes} minutes.`;
  const ignore = 'If you did not ask for it, ignore this mail: your password stays as it is.';
  const body = html`<p>Dear ${userName},</p>
    <p>You asked to set a new password. ${validity}</p>
    ${linkButton(link, title)}
    <p style="font-size:13px;color:#5b635e">
      Or copy this address into your browser:<br /><span style="word-break:break-all">${link}</span>
    </p>
    <p>${ignore}</p>`;
  const text = [
    `Dear ${userName},`,
    `You asked to set a new password. ${validity}`,
    webAddress(link),
    ignore,
    business,
  ].join('\n\n');
  return { subject: `${business}: ${title.toLowerCase()}`, html: letter(business, title, body), text };
}
