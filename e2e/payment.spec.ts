import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { demo } from './business.ts';
import { ACCOUNT, fact, openLink, payerMail, REMITTER, sellByLink } from './payers.ts';
import { BASE_URL, expect, expectMessage, PORT, test } from './support.ts';

const GATEWAY_PAGE = `http://localhost:${PORT + 2}/`;

test('a link is mailed, paid only from the correct account, and recorded on the request', async ({
  page,
}) => {
  const sold = await sellByLink();
  const payer = await openLink(page, sold);
  await payer.getByLabel('Account number').fill('999999999');
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(payer.getByRole('alert')).toHaveText('The account is not the one that was given.');
  await payer.getByLabel('Account number').fill(ACCOUNT);
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await payer.waitForURL(`${BASE_URL}/cf/**`);
  await expect(payer).toHaveTitle(/Payment Result/);
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(fact(payer, 'Status')).toHaveText('SUCCESS');
  await expect(fact(payer, 'Order Id')).toHaveText(new RegExp(`^R${sold.srno}-1-`));
  await expect(fact(payer, 'Currency')).toHaveText('INR');
  await expect(fact(payer, 'Bank Reference')).toHaveText(/^UTR\d+$/);
  await expect(fact(payer, 'Payment Id')).toHaveText(/^\d+$/);
  await expect(fact(payer, 'Time')).toHaveText(/IST$/);
  const labels = ['Order Id', 'Amount', 'Time', 'Status', 'Currency', 'Bank Reference', 'Payment Id'];
  await expect(payer.getByRole('term')).toHaveText(labels);
  await expect(payer.getByRole('banner')).toContainText('Sahyadri Forex Private Limited');
  await expect(payer.getByRole('banner')).toContainText('Mumbai Fort');
  await expect(payer.getByRole('region', { name: 'Questions? Contact us' })).toContainText('022 0000 0001');
  await expect(payer.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await payer.emulateMedia({ media: 'print' });
  const receipt = payer.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText('Sahyadri Forex Private Limited');
  await expect(receipt).toContainText(`Transaction request ${sold.srno}`);
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeHidden();

  const detail = await demo.ask('bm.mum', 'fxrequest_a.php', 'detail', String(sold.srno));
  const [request] = [detail.detail].flat();
  expect(Number(request.req_paymentrecv)).toBe(Number(sold.total));
});

test('a failed payment shows a message, and the same link can still be paid', async ({ page }) => {
  const sold = await sellByLink();
  const payer = await openLink(page, sold);
  await payer.getByRole('button', { name: 'Abandon' }).click();
  await payer.waitForURL(`${BASE_URL}/cf/**`);
  await expect(fact(payer, 'Status')).toHaveText('USER_DROPPED');
  await expect(payer.getByRole('heading', { name: 'Payment not made' })).toBeVisible();
  await payer.close();
  const again = await openLink(page, sold);
  await again.getByRole('button', { name: 'Fail' }).click();
  await expect(fact(again, 'Status')).toHaveText('FAILED');
  await again.close();
  const last = await openLink(page, sold);
  await last.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(last.getByRole('heading', { name: 'Payment received' })).toBeVisible();
});

/** Sends a request's payment link as its branch manager, and checks the message. */
async function sendLink(page: Page, srno: number, message: string): Promise<void> {
  await demo.open(page, 'bm.mum', `/requestdetail?srno=${srno}`);
  await page.getByRole('button', { name: 'Send payment link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expectMessage(page, message);
}

test('a link that cannot be sent shows the reason, and is sent once the obstacle is removed', async ({
  page,
}) => {
  const bare = await demo.saved({ reqPaymentLink: 1, reqEmail: '' });
  await sendLink(page, bare, 'Please fill mandatory feilds: remitter email, bank name, account number, IFSC');
  const short = await demo.saved({ ...REMITTER, reqRemitterAcctIfsc: 'HDFC1' });
  await sendLink(page, short, 'Please fill mandatory feilds: invalid IFSC');

  const whole = await demo.saved({ ...REMITTER, reqEmail: payerMail() });
  const gateway = (api: 'up' | 'down') =>
    page.request.put(`${GATEWAY_PAGE}behaviour.json`, { data: { api } });
  await gateway('down');
  try {
    await sendLink(page, whole, 'Unable to send Payment link. Please contact to administrator');
  } finally {
    await gateway('up');
  }
  await sendLink(page, whole, 'Payment link has been sent successfully');
});

test('the result page waits for a late webhook', async ({ page, context }) => {
  const settings = await context.newPage();
  await settings.goto(GATEWAY_PAGE);
  await settings.getByLabel('Webhooks come later by (ms)').fill('4000');
  await settings.getByRole('button', { name: 'Set' }).click();
  try {
    const payer = await openLink(page, await sellByLink());
    await payer.getByRole('button', { name: /^Pay ₹/ }).click();
    await expect(payer.getByRole('heading', { name: 'Waiting for the payment' })).toBeVisible();
    await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  } finally {
    await settings.getByLabel('Webhooks come later by (ms)').fill('0');
    await settings.getByRole('button', { name: 'Set' }).click();
  }
});

const WIDTHS = [1440, 390];

async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBe(0);
  }
}

test('the result page: axe finds no violation, and it fits a phone', async ({ page }) => {
  await page.goto('/cf/R1-1-unknown/AAAA');
  await expect(page.getByText('There is nothing to show')).toBeVisible();
  await expectAccessible(page);
  const payer = await openLink(page, await sellByLink());
  await expectAccessible(payer);
  await expectToFit(payer);
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expectAccessible(payer);
  await expectToFit(payer);
});
