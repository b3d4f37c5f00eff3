import { unreturned } from '../tools/testing/payments.ts';
import { pricedRequest } from '../tools/testing/requests.ts';
import { ownBusiness } from './business.ts';
import { activity, news } from './desk.ts';
import { expect, expectMessage, test } from './support.ts';

/** Outstanding money: owed by a customer with a special approval, or by the business. */
const business = ownBusiness();

test('a special approval is settled with a note and leaves its list', async ({ page }) => {
  await business.database.admin.query(
    `update requests.payment_line set settled_at = now() where type = 'SPR'`,
  );
  const { reqGrandTotal } = pricedRequest('SP');
  const srno = await business.saved({
    reqPaymentData: [{ srno: 1, paytype: 'SPR', refnum: 'Director', payamnt: reqGrandTotal }],
  });
  await business.open(page, 'fm.ho', '/special-approvals');
  const list = page.getByRole('table', { name: 'Special Approvals' });
  await expect(list.getByRole('row').nth(1)).toContainText('Director');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('s');
  const question = page.getByRole('dialog', { name: `Settle request ${srno}` });
  await question.getByLabel(/^Note/).fill('NEFT 7788 came');
  // A single refusal: the typed text stays for the next attempt.
  await page.route('**/api/**', (route) => route.fulfill({ json: { err: 'Please try again later.' } }), {
    times: 1,
  });
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Please try again later.');
  await expect(question.getByLabel(/^Note/)).toHaveValue('NEFT 7788 came');
  await question.getByLabel(/^Note/).press('Control+Enter');
  await expect(news(page, `Request ${srno}: ₹`)).toBeVisible();
  await expect(
    page.getByText('Every special approval of a submitted request has been settled.'),
  ).toBeVisible();
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  await expect(activity(page)).toContainText('NEFT 7788 came');
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Settled');
});

test('a duplicate payment is noted as returned with its reference, by keyboard alone', async ({ page }) => {
  const { srno, request } = await unreturned(business.database.admin);
  await business.open(page, 'bm.mum', '/money-to-return');
  const list = page.getByRole('table', { name: 'Money to Return' });
  await expect(list.getByRole('row').nth(1)).toContainText('the link was paid before');
  expect(srno).toBeGreaterThan(0);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  const question = page.getByRole('dialog', { name: `Money of request ${request}` });
  await expect(question).toContainText('Has ₹10,000.00 been sent back to Asha Rao?');
  await page.keyboard.press('Control+Enter');
  await expect(question).toContainText('Enter the reference');
  await page.keyboard.type('NEFT 4411');
  await page.keyboard.press('Control+Enter');
  await expect(news(page, `Request ${request}: ₹10,000.00 is noted as returned.`)).toBeVisible();
  await expect(page.getByText('Nothing to return')).toBeVisible();
  await page.goto(`${business.url}/requestdetail?srno=${request}`);
  await expect(activity(page)).toContainText('reference NEFT 4411.');
});
