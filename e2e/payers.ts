import type { Page } from '@playwright/test';
import { pricedRequest } from '../tools/testing/requests.ts';
import { demo } from './business.ts';
import { expect, MAILS_URL, uniqueName } from './support.ts';

/** Customers of the demo business who pay by a link. */

export const ACCOUNT = '00112233445566';
export const payerMail = () => `${uniqueName('payer').replace(' ', '')}@customer.example`;

/** The fields of the payer in a request with a payment link. */
export const REMITTER = {
  reqPaymentLink: 1,
  reqRemitterBankCode: '3021',
  reqRemitterAcctNo: ACCOUNT,
  reqRemitterAcctIfsc: 'HDFC0000001',
} as const;

interface Sold {
  readonly srno: number;
  readonly total: string;
  readonly email: string;
}

/** Creates a sale with a payment link and sends the link. */
export async function sellByLink(): Promise<Sold> {
  const given = { ...REMITTER, reqEmail: payerMail() };
  const srno = await demo.saved(given);
  const sent = await demo.ask('bm.mum', 'fxrequest_a.php', 'sendpaymentlink', String(srno));
  expect(sent).toEqual({ err: '', logmsg: 'ORDERLOGED', mailmsg: 'MAILSENT' });
  return { srno, total: String(pricedRequest('SP', given).reqGrandTotal), email: given.reqEmail };
}

/** Opens the gateway's page from the mail, like the customer. */
export async function openLink(page: Page, { email }: Pick<Sold, 'email'>): Promise<Page> {
  const mails = (await (await page.request.get(MAILS_URL)).json()) as readonly {
    to: string[];
    text: string;
  }[];
  const mail = mails.find(({ to }) => to.includes(email));
  const [address = ''] = /https?:\S+\/links\/\S+/.exec(mail?.text ?? '') ?? [];
  const gateway = await page.context().newPage();
  await gateway.goto(address);
  await expect(gateway.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  return gateway;
}

/** A fact of the result page. */
export const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');
