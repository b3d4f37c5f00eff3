import { formatDate, type IsoDate } from '#domain/dates.ts';
import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

/** A document in a mail; its branch is empty if it is for all of them. */
export interface LapsingDocument {
  readonly srno: number;
  readonly name: string;
  readonly branch: string;
  readonly expires: IsoDate;
}

interface ReminderMail {
  readonly business: string;
  /** All documents of this reminder. The mail names the first of them. */
  readonly count: number;
  readonly first: readonly LapsingDocument[];
  /** The URL of the library. */
  readonly link: string;
}

const cell = 'padding:6px 8px;border-bottom:1px solid #dfe3df;vertical-align:top';

/** Reminds head office of documents that lapse soon. */
export function reminderMail({ business, count, first, link }: ReminderMail): MailContent {
  const title =
    count === 1 ? '1 document of the library lapses soon' : `${count} documents of the library lapse soon`;
  const about =
    'Please renew them before their expiry date, and add the new file and the new date to the library.';
  const more = count > first.length ? `These are the ${first.length} that lapse first.` : '';
  const body = html`<p>${about}</p>
    <table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">
      ${first.map(
        ({ name, branch, expires }) =>
          html`<tr>
            <td style="${cell}">${formatDate(expires)}</td>
            <td style="${cell}">${name}</td>
            <td style="${cell}">${branch}</td>
          </tr>`,
      )}
    </table>
    <p>${more}</p>
    ${linkButton(link, 'Open the library')}`;
  const lines = first.map(
    ({ name, branch, expires }) => `${formatDate(expires)}  ${name}${branch === '' ? '' : ` (${branch})`}`,
  );
  const text = [title, about, lines.join('\n'), ...(more === '' ? [] : [more]), webAddress(link), business];
  return { subject: `${business}: ${title}`, html: letter(business, title, body), text: text.join('\n\n') };
}
