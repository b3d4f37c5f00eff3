import type { RateRow } from '#contract/rates/cards.ts';
import { formatDateTime } from '#domain/dates.ts';
import { shownCardRate } from '#domain/rates/card.ts';
import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

export interface CardMail {
  readonly business: string;
  readonly licence: string;
  readonly contacts: readonly string[];
  readonly entityName: string;
  readonly publishedAt: Date;
  readonly rows: readonly Pick<RateRow, 'isd' | 'currencyName' | 'buy' | 'sell' | 'ratePlaces'>[];
  /** The URL of the public card, if the entity has one. */
  readonly link: string | null;
}

export const CARD_NOTE = 'Service charges and taxes are extra. Rates can change without notice.';

const cell = 'padding:6px 8px;border-bottom:1px solid #dfe3df';
const figure = `${cell};text-align:right;font-variant-numeric:tabular-nums`;

/** The card as a mail: a table in HTML, and columns in plain text. */
export function cardMail(card: CardMail): MailContent {
  const { business, entityName, rows, link } = card;
  const asOf = `Rates as of ${formatDateTime(card.publishedAt.getTime())}`;
  const contacts = card.contacts.filter((line) => line !== '');
  const title = `Rate card for ${entityName}`;
  const body = html`<p>${asOf}</p>
    <table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">
      <tr>
        <th align="left" style="${cell}">Currency</th>
        <th align="right" style="${cell}">WE BUY</th>
        <th align="right" style="${cell}">WE SELL</th>
      </tr>
      ${rows.map(
        ({ isd, currencyName, buy, sell, ratePlaces }) =>
          html`<tr>
            <td style="${cell}"><b>${isd}</b> ${currencyName}</td>
            <td style="${figure}">${shownCardRate(isd, buy, ratePlaces)}</td>
            <td style="${figure}">${shownCardRate(isd, sell, ratePlaces)}</td>
          </tr>`,
      )}
    </table>
    ${link === null ? html`` : linkButton(link, 'Open the card')}
    <p style="font-size:13px;color:#5b635e">${CARD_NOTE}</p>
    <p style="font-size:13px;color:#5b635e">${[card.licence, ...contacts].filter(Boolean).join(' · ')}</p>`;
  const lines = rows.map(
    ({ isd, currencyName, buy, sell, ratePlaces }) =>
      `${isd}  ${currencyName.slice(0, 24).padEnd(24)} ${shownCardRate(isd, buy, ratePlaces).padStart(12)} ${shownCardRate(isd, sell, ratePlaces).padStart(12)}`,
  );
  const text = [
    `${title}\n${asOf}`,
    [`${'Currency'.padEnd(29)} ${'WE BUY'.padStart(12)} ${'WE SELL'.padStart(12)}`, ...lines].join('\n'),
    ...(link === null ? [] : [webAddress(link)]),
    CARD_NOTE,
    [business, card.licence, ...contacts].filter(Boolean).join('\n'),
  ].join('\n\n');
  return { subject: `${business}: ${title}`, html: letter(business, title, body), text };
}
