import { formatDate, formatDateTime, isoDate } from '#domain/dates.ts';
import { html, type Html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

const ASK = 'Questions? Please ask us:';
const written = (iso: string) => formatDate(isoDate(iso));

/** Whom to ask: the contact lines of the company. */
const contactsHtml = (contacts: readonly string[]): Html =>
  contacts.length === 0 ? html`` : html`<p>${ASK} ${contacts.join(' · ')}</p>`;
const contactsText = (contacts: readonly string[]): readonly string[] =>
  contacts.length === 0 ? [] : [[ASK, ...contacts].join('\n')];

/** How long a link works, and that it is a secret. */
const untilWhen = (entity: string, expiresAt: Date): string =>
  `The link works until ${formatDateTime(expiresAt.getTime())} and takes the place of earlier ones. Whoever has it can send documents for ${entity}, so please keep it to yourself.`;

export interface LinkMail {
  readonly business: string;
  readonly entity: string;
  /** yyyy-MM-dd; null if the entity has no licence with a last day. */
  readonly licenceTo: string | null;
  /** Whether it is a reminder before the licence ends. */
  readonly isReminder: boolean;
  readonly expiresAt: Date;
  readonly link: string;
  readonly contacts: readonly string[];
}

/** Asks an entity for its documents, with the link to its page. */
export function linkMail(mail: LinkMail): MailContent {
  const { business, entity, licenceTo, isReminder, expiresAt, link, contacts } = mail;
  const title =
    isReminder && licenceTo !== null
      ? `Your licence ends on ${written(licenceTo)}`
      : 'Please send your licence documents';
  const about = `We need the licence documents of ${entity}. Please open the page, on a phone or a computer, and send a photo or a PDF of each. You need no password.`;
  const until = untilWhen(entity, expiresAt);
  return {
    subject: `${business}: ${title}`,
    html: letter(
      business,
      title,
      html`<p>${about}</p>
        ${linkButton(link, 'Upload Documents')}
        <p>${until}</p>
        ${contactsHtml(contacts)}`,
    ),
    text: [title, about, webAddress(link), until, ...contactsText(contacts), business].join('\n\n'),
  };
}

export interface DecisionMail {
  readonly business: string;
  readonly entity: string;
  readonly document: string;
  readonly isApproved: boolean;
  readonly reason: string;
  /** yyyy-MM-dd; null if it has no last day. */
  readonly expiresOn: string | null;
  /** Whether the page of the entity asks for such a document. */
  readonly isRequired: boolean;
  /** Where the document is sent again; null after an approval, or if another mail has the link. */
  readonly link: { readonly address: string; readonly expiresAt: Date } | null;
  readonly contacts: readonly string[];
}

/** How a rejected document is sent again. */
function askAgain({ entity, isRequired, link }: DecisionMail): string {
  if (!isRequired) return 'Please ask us whether and how to send it again.';
  return link === null
    ? 'Please open the page of which we sent you the link by mail, and send it again.'
    : `Please open the page and send it again. ${untilWhen(entity, link.expiresAt)}`;
}

/** Tells an entity what was decided about one of its documents. */
export function decisionMail(mail: DecisionMail): MailContent {
  const { business, entity, document, isApproved, reason, expiresOn, link, contacts } = mail;
  const title = `${document}: ${isApproved ? 'approved' : 'rejected'}`;
  const lines = isApproved
    ? [
        `The document of ${entity} is approved.`,
        ...(expiresOn === null ? [] : [`It is valid until ${written(expiresOn)}.`]),
      ]
    : [`The document of ${entity} is rejected:`, reason, askAgain(mail)];
  return {
    subject: `${business}: ${title}`,
    html: letter(
      business,
      title,
      html`${lines.map((line) => html`<p>${line}</p>`)}
      ${link === null ? html`` : linkButton(link.address, 'Upload Documents')} ${contactsHtml(contacts)}`,
    ),
    text: [
      title,
      ...lines,
      ...(link === null ? [] : [webAddress(link.address)]),
      ...contactsText(contacts),
      business,
    ].join('\n\n'),
  };
}
