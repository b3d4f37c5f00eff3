import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

interface LinkMail {
  readonly business: string;
  readonly userName: string;
  readonly link: string;
}

/** A mail with one link: its purpose, its validity, and what to do if the mail was not expected. */
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

/** The link with which a user whom an administrator has created chooses a password. */
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

interface EmailChanged {
  readonly business: string;
  readonly userName: string;
  readonly userId: string;
  /** The user who changed the address; empty if unknown. */
  readonly by: string;
  readonly at: string;
  readonly hours: number;
}

/** Tells an address that it no longer belongs to a user. It does not name the new address. */
export function emailChangedMail({ business, userName, userId, by, at, hours }: EmailChanged): MailContent {
  const title = 'Your e-mail address was changed';
  const what = `The e-mail address of the user ${userId} was changed on ${at}${by === '' ? '' : ` by ${by}`}. Mails about this user no longer come to this address.`;
  const then = `If you did not expect this, please tell your administrator at once. For ${hours} hours after the change no link for choosing a password is sent to the new address, unless user number 1 sends it.`;
  const body = html`<p>Dear ${userName},</p>
    <p>${what}</p>
    <p>${then}</p>`;
  return {
    subject: `${business}: ${title.toLowerCase()}`,
    html: letter(business, title, body),
    text: [`Dear ${userName},`, what, then, business].join('\n\n'),
  };
}

/** What a mail tells a user about their sign-in. */
export const NOTICES = {
  added: {
    title: 'A second factor was added',
    what: ({ detail }: Noticed) =>
      `A second factor was added to your user: ${detail}. Your other sessions were ended.`,
  },
  removed: {
    title: 'A second factor was removed',
    what: ({ detail }: Noticed) => `A second factor was removed from your user: ${detail}.`,
  },
  reset: {
    title: 'Your second factors were removed',
    what: ({ by }: Noticed) =>
      `All second factors of your user were removed by ${by}. Your sessions were ended.`,
  },
  linked: {
    title: 'Sign-in by your organisation',
    what: ({ detail }: Noticed) =>
      `Someone signed in as you by ${detail} for the first time. From now on this person can sign in there without your password here.`,
  },
  unlinked: {
    title: 'Sign-in by your organisation was removed',
    what: ({ by }: Noticed) =>
      `${by} has removed the link between your user and the sign-in of your organisation. It is made again when you next sign in there.`,
  },
  device: {
    title: 'Sign-in from a new device',
    what: ({ detail }: Noticed) =>
      `Someone signed in as you from a device or place that was not used before: ${detail}.`,
  },
} as const;

interface Noticed {
  readonly business: string;
  readonly userName: string;
  readonly userId: string;
  /** The user who did it; empty if it was the user of this mail. */
  readonly by: string;
  readonly detail: string;
  readonly at: string;
}

/** Tells a user what has changed about their sign-in. */
export function noticeMail(notice: keyof typeof NOTICES, noticed: Noticed): MailContent {
  const { business, userName, userId, at } = noticed;
  const { title } = NOTICES[notice];
  const what = `${NOTICES[notice].what(noticed)} User ${userId}, ${at}.`;
  const then = 'If you did not expect this, please change your password and tell your administrator at once.';
  const body = html`<p>Dear ${userName},</p>
    <p>${what}</p>
    <p>${then}</p>`;
  return {
    subject: `${business}: ${title.toLowerCase()}`,
    html: letter(business, title, body),
    text: [`Dear ${userName},`, what, then, business].join('\n\n'),
  };
}
