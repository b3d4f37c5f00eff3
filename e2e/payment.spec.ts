import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pricedRequest } from '../tools/testing/requests.ts';
import { fieldsBody, post } from '../tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { BASE_URL, expect, MAILS_URL, PASSWORD, PORT, test } from './support.ts';

const GATEWAY_PAGE = `http://localhost:${PORT + 2}/`;
const ACCOUNT = '00112233445566';

const ask = async (endpoint: string, fields: readonly string[]) =>
  (await post(BASE_URL, endpoint, fieldsBody(fields))).json;
const sessionOf = async (user: string): Promise<string> =>
  (await ask('login_a.php', ['validate', user, PASSWORD, 'WEB'])).session as string;

interface Sold {
  readonly srno: number;
  readonly total: string;
  readonly email: string;
}

/** A sale for which a payment link is asked for and sent. */
async function sellByLink(): Promise<Sold> {
  const email = `payer${Date.now().toString(36)}@customer.example`;
  const written = pricedRequest('SP', {
    reqEmail: email,
    reqPaymentLink: 1,
    reqRemitterBankCode: '3021',
    reqRemitterAcctNo: ACCOUNT,
    reqRemitterAcctIfsc: 'HDFC0000001',
  });
  const saved = await ask('newfxrequest_a.php', [
    await sessionOf('sales.mum'),
    'save',
    JSON.stringify(written),
  ]);
  expect(saved.err).toBe('');
  const sent = await ask('fxrequest_a.php', [
    await sessionOf('bm.mum'),
    'sendpaymentlink',
    String(saved.srno),
  ]);
  expect(sent).toEqual({ err: '', logmsg: 'ORDERLOGED', mailmsg: 'MAILSENT' });
  return { srno: saved.srno, total: String(written.reqGrandTotal), email };
}

/** From the mail to the page of the gateway, as the customer goes. */
async function openLink(page: Page, { email }: Sold): Promise<Page> {
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

const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

test('a link is mailed, paid from the right account alone, and received on the request', async ({ page }) => {
  const sold = await sellByLink();
  const payer = await openLink(page, sold);
  await payer.getByLabel('Account number').fill('999999999');
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(payer.getByRole('alert')).toHaveText('The account is not the one that was given.');
  await payer.getByLabel('Account number').fill(ACCOUNT);
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await payer.waitForURL(`${BASE_URL}/cf/**`);
  await expect(payer).toHaveTitle(/Payment Result/);
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 15_000 });
  await expect(fact(payer, 'Status')).toHaveText('SUCCESS');
  await expect(fact(payer, 'Order Id')).toHaveText(new RegExp(`^R${sold.srno}-1-`));
  await expect(fact(payer, 'Currency')).toHaveText('INR');
  await expect(fact(payer, 'Bank Reference')).toHaveText(/^UTR\d+$/);
  await expect(fact(payer, 'Payment Id')).toHaveText(/^\d+$/);
  await expect(fact(payer, 'Time')).toHaveText(/IST$/);

  const detail = await ask('fxrequest_a.php', [await sessionOf('bm.mum'), 'detail', String(sold.srno)]);
  const [request] = [detail.detail].flat();
  expect(Number(request.req_paymentrecv)).toBe(Number(sold.total));
});

test('a payment that fails says so, and the same link can be paid after all', async ({ page }) => {
  const sold = await sellByLink();
  const payer = await openLink(page, sold);
  await payer.getByRole('button', { name: 'Abandon' }).click();
  await payer.waitForURL(`${BASE_URL}/cf/**`);
  await expect(fact(payer, 'Status')).toHaveText('USER_DROPPED', { timeout: 15_000 });
  await expect(payer.getByRole('heading', { name: 'Payment not made' })).toBeVisible();
  await payer.close();
  const again = await openLink(page, sold);
  await again.getByRole('button', { name: 'Fail' }).click();
  await expect(fact(again, 'Status')).toHaveText('FAILED', { timeout: 15_000 });
  await again.close();
  const last = await openLink(page, sold);
  await last.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(last.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 15_000 });
});

test('the result page waits for a webhook that is late', async ({ page, context }) => {
  const settings = await context.newPage();
  await settings.goto(GATEWAY_PAGE);
  await settings.getByLabel('Webhooks come later by (ms)').fill('4000');
  await settings.getByRole('button', { name: 'Set' }).click();
  try {
    const payer = await openLink(page, await sellByLink());
    await payer.getByRole('button', { name: /^Pay ₹/ }).click();
    await expect(payer.getByRole('heading', { name: 'Waiting for the payment' })).toBeVisible();
    await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 30_000 });
  } finally {
    await settings.getByLabel('Webhooks come later by (ms)').fill('0');
    await settings.getByRole('button', { name: 'Set' }).click();
  }
});

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;

for (const scheme of ['light', 'dark'] as const)
  test(`the result page has nothing for axe to find and fits a phone, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto('/cf/R1-1-unknown/AAAA');
    await expect(page.getByText('There is nothing to show')).toBeVisible();
    await expectAccessible(page);
    const payer = await openLink(page, await sellByLink());
    await payer.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expectAccessible(payer);
    await payer.getByRole('button', { name: /^Pay ₹/ }).click();
    await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 15_000 });
    await expectAccessible(payer);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await payer.setViewportSize(viewport);
      const overflow = await payer.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      const picture = await payer.screenshot();
      expect(picture.length).toBeGreaterThan(5_000);
      if (process.env['PICTURES'] === '1') {
        await sharp(picture)
          .png({ palette: true, effort: 10 })
          .toFile(`${FOLDER}payment-result-${size}-${scheme}.png`);
      }
    }
  });
