import type { Page } from '@playwright/test';
import { ownBusiness } from './business.ts';
import { activity, news, rowOf } from './desk.ts';
import { expect, test } from './support.ts';

const business = ownBusiness();
const saved: typeof business.saved = (...given) => business.saved(...given);
const openAs = (page: Page, user: string, address: string) => business.open(page, user, address);

test('a draft is withdrawn after a question and leaves the list', async ({ page }) => {
  const srno = await saved({ reqDraftFinal: 'D' });
  await openAs(page, 'sales.mum', `/requestdetail?status=DRAFT&srno=${srno}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(news(page, `Request ${srno}: The request is withdrawn.`)).toBeVisible();
  await expect(page).toHaveURL(/status=DRAFT$/);
  await expect(rowOf(page, srno)).toHaveCount(0);
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  await expect(page.getByText('Not Available').filter({ visible: true }).first()).toBeVisible();
});

test('a draft for which money was received is withdrawn only with a note where it went', async ({ page }) => {
  const srno = await saved();
  expect((await business.ask('bm.mum', 'fxrequest_a.php', 'UNLOCK', String(srno))).err).toBe('');
  await saved({ reqSrNo: srno, reqDraftFinal: 'D', reqPaymentData: [] });
  await openAs(page, 'sales.mum', `/requestdetail?status=DRAFT&srno=${srno}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw this draft?' });
  await expect(question.getByLabel(/^Where the money went/)).toBeFocused();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(
    question.getByText('Money was received for this request. Please say where it went.'),
  ).toBeVisible();
  await question.getByLabel(/^Where the money went/).fill('Returned by NEFT');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(news(page, `Request ${srno}: The request is withdrawn.`)).toBeVisible();
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  await expect(activity(page)).toContainText('Withdrawn. Where the money went: Returned by NEFT');
});
