import { TRANSACTION_TYPE_WORDS } from '#domain/audit/codes.ts';
import { formatDate, type IsoDate } from '#domain/dates.ts';
import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

/** A late discrepancy in a mail: of a transaction, or of the file of a party, which has no number. */
export interface LateDiscrepancy {
  /** Since when it waits: it was raised then, or went back to the branch. */
  readonly day: IsoDate;
  readonly type: string;
  readonly number: string;
  readonly party: string;
  readonly words: string;
}

export interface ReminderMail {
  readonly business: string;
  readonly branch: string;
  /** All that are late. The mail names the oldest of them. */
  readonly count: number;
  readonly oldest: readonly LateDiscrepancy[];
  readonly days: number;
  /** The URL of the page where the branch answers. */
  readonly link: string;
}

const subjectOf = ({ type, number, party }: LateDiscrepancy): string =>
  number === ''
    ? party
    : `${(TRANSACTION_TYPE_WORDS as Readonly<Record<string, string>>)[type] ?? type} ${number}`;

const cell = 'padding:6px 8px;border-bottom:1px solid #dfe3df;vertical-align:top';

/** Reminds a branch of the discrepancies that it has not answered. */
export function reminderMail({ business, branch, count, oldest, days, link }: ReminderMail): MailContent {
  const title =
    count === 1 ? '1 discrepancy waits for an answer' : `${count} discrepancies wait for an answer`;
  const about = `The audit of ${branch} has raised them, and they have been pending for more than ${days} ${
    days === 1 ? 'day' : 'days'
  }. Please reply to each of them and submit the response.`;
  const more = count > oldest.length ? `These are the ${oldest.length} oldest.` : '';
  const body = html`<p>${about}</p>
    <table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">
      ${oldest.map(
        (each) =>
          html`<tr>
            <td style="${cell}">since ${formatDate(each.day)}</td>
            <td style="${cell}">${subjectOf(each)}</td>
            <td style="${cell}">${each.words}</td>
          </tr>`,
      )}
    </table>
    <p>${more}</p>
    ${linkButton(link, 'Answer them')}`;
  const lines = oldest.map((each) => `since ${formatDate(each.day)}  ${subjectOf(each)}: ${each.words}`);
  const text = [title, about, lines.join('\n'), ...(more === '' ? [] : [more]), webAddress(link), business];
  return {
    subject: `${business}: ${title}`,
    html: letter(business, title, body),
    text: text.join('\n\n'),
  };
}
