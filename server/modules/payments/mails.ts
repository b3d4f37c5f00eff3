import type { Rupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { html } from '#server/platform/html.ts';
import { letter, linkButton, webAddress, type MailContent } from '#server/platform/mail/layout.ts';

interface LinkMail {
  readonly business: string;
  readonly contacts: readonly string[];
  readonly name: string;
  readonly amount: Rupees;
  readonly request: number;
  readonly orderId: string;
  /** The last digits of the only account that can pay. */
  readonly accountEnd: string;
  /** The address by which we know that the link was opened. */
  readonly link: string;
  /** The same page at the gateway itself, in case our server cannot be reached. */
  readonly gatewayLink: string;
}

/** The mail with the link by which a customer pays the outstanding amount of a request. */
export function paymentLinkMail(mail: LinkMail): MailContent {
  const { business, name, orderId, link, gatewayLink } = mail;
  const title = 'Pay for your transaction';
  const amount = formatRupees(mail.amount);
  const greeting = name === '' ? 'Dear customer,' : `Dear ${name},`;
  const what = `Please pay ${amount} for transaction request ${mail.request} (order ${orderId}) by this link.`;
  const account = `It can be paid only from the bank account ending in ${mail.accountEnd}, which you have given us.`;
  const caution = 'If you do not know what this is about, please do not pay and tell us.';
  const otherwise = 'If this address does not open, use this one:';
  const contacts = mail.contacts.filter((line) => line !== '');
  const body = html`<p>${greeting}</p>
    <p>${what}</p>
    ${linkButton(link, `Pay ${amount}`)}
    <p>${account}</p>
    <p style="font-size:13px;color:#5b635e">
      Or copy this address into your browser:<br /><span style="word-break:break-all">${link}</span
      ><br />${otherwise}<br /><span style="word-break:break-all">${gatewayLink}</span>
    </p>
    <p>${caution}</p>
    <p style="font-size:13px;color:#5b635e">${contacts.join(' · ')}</p>`;
  const text = [
    greeting,
    what,
    webAddress(link),
    `${otherwise}\n${webAddress(gatewayLink)}`,
    account,
    caution,
    [business, ...contacts].join('\n'),
  ].join('\n\n');
  return { subject: `${business}: payment of ${amount}`, html: letter(business, title, body), text };
}
