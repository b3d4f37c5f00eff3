import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { news, rowOf } from './desk.ts';
import { expect, test } from './support.ts';

/** The queue of an approver: the preview, approvals by key, several at once, and sending back. */

const business = ownBusiness();
const QUEUE = '/requestdetail?status=APRBM';
const WIDE = { width: 1440, height: 900 };
const PANEL = /^Preview of request/;

async function openQueue(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await business.open(page, 'bm.mum', QUEUE);
  await expect(page.getByRole('region', { name: PANEL })).toBeVisible();
}
const preview = (page: Page, srno: number) =>
  page.getByRole('region', { name: `Preview of request ${srno}`, exact: true });
const flagsOf = async (numbers: readonly number[]) =>
  (
    await business.database.admin.query<{ srno: number; done: boolean }>(
      'select srno, bm_by is not null as done from requests.request where srno = any ($1) order by srno',
      [numbers],
    )
  ).rows.map(({ done }) => done);

/** Saves a request that nothing is to be said against, whatever today's rates are. */
async function savedWithoutWarnings(...given: Parameters<typeof business.saved>): Promise<number> {
  const srno = await business.saved(...given);
  await business.database.admin.query(`update requests.request set warnings = '{}' where srno = $1`, [srno]);
  return srno;
}

test('ten approvals take ten keys, and a request with warnings one more', async ({ page }) => {
  const numbers: number[] = [];
  for (let made = 0; made < 10; made += 1) numbers.push(await savedWithoutWarnings());
  const cash = (payamnt: string) => [{ srno: 1, paytype: 'CASH', payamnt }];
  const [total] = (
    await business.database.admin.query<{ grand_total: string }>(
      'select grand_total from requests.request where srno = $1',
      [numbers[0]],
    )
  ).rows;
  const warned = await business.saved({ reqPaymentData: cash(total?.grand_total ?? '') });
  await openQueue(page);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };

  await expect(preview(page, warned)).toContainText('Cash is allowed only on sales below');
  await expectAccessible(page);
  await press('a');
  await expect(news(page, 'Press A again to approve it.')).toBeVisible();
  expect(await flagsOf([warned])).toEqual([false]);
  await press('a');
  for (const srno of numbers.toReversed()) {
    await expect(rowOf(page, srno)).toBeFocused();
    await expect(preview(page, srno)).toBeVisible();
    await press('a');
  }
  // The answers may come in another order than the keys.
  await expect(news(page, /^Done: Request \d+: Approved as branch manager\.$/)).toBeVisible();
  await expect.poll(() => flagsOf([...numbers, warned])).toEqual(Array.from({ length: 11 }, () => true));
  expect(keys).toBe(12);
  await expect(page.locator('tr:focus')).toHaveCount(1);
});

test('several requests are approved at once, and the one that is refused is named', async ({ page }) => {
  const numbers = [
    await savedWithoutWarnings(),
    await savedWithoutWarnings(),
    await savedWithoutWarnings({}, 'PP'),
  ];
  const [first = 0, middle = 0, last = 0] = numbers;
  await openQueue(page);
  for (const srno of [last, middle, first]) {
    await expect(preview(page, srno)).toBeVisible();
    await page.keyboard.press('x');
    await expect(rowOf(page, srno)).toBeFocused();
    await expect(page.getByRole('checkbox', { name: `Select request ${srno}` })).toBeChecked();
    await page.keyboard.press('ArrowDown');
  }
  const selection = page.getByRole('group', { name: 'Selected requests' });
  await expect(selection).toContainText('3 selected');
  await expect(selection).toContainText(/Sold ₹[\d,.]+ · Bought ₹[\d,.]+/);
  await business.approve(middle, 'BM');
  await page.keyboard.press('Shift+A');
  const result = page.getByRole('dialog', { name: '2 of 3 approved' });
  await expect(result.getByRole('listitem').filter({ hasText: String(middle) })).toContainText(
    'The branch manager has approved already.',
  );
  await expect(result.getByRole('button', { name: `Open ${middle}` })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, middle)).toBeFocused();
  expect(await flagsOf(numbers)).toEqual([true, true, true]);
});

test('a request is sent back by key, and its maker reads why in the list and in the request', async ({
  page,
}) => {
  const srno = await business.saved();
  await openQueue(page);
  await page.keyboard.press('s');
  const question = page.getByRole('dialog', { name: `Send request ${srno} back to Sneha Patil?` });
  await expect(question.getByLabel(/^Reason/)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(question).toContainText('Give a reason');
  await page.keyboard.type('USD is above the card.');
  await page.keyboard.press('Control+Enter');
  await expect(news(page, `Request ${srno}: The request is sent back.`)).toBeVisible();

  await business.open(page, 'sales.mum', '/requestdetail?status=DRAFT');
  await expect(rowOf(page, srno)).toContainText('Sent back by Bhavna Shah: USD is above the card.');
  await rowOf(page, srno).click();
  const next = page.getByRole('group', { name: 'What comes next' });
  await expect(next).toContainText('Next: Sneha Patil changes the request and submits it again');
  await expect(next).toContainText('Sent back by Bhavna Shah: USD is above the card.');
});

test('the filter of the list finds a passport number, its end and a PAN on the server', async ({ page }) => {
  const srno = await business.saved({ reqTravIdNo: 'Z5170618', reqPan: 'BQWPK4821M' });
  const other = await business.saved();
  await business.open(page, 'sales.mum', '/requestdetail');
  await expect(rowOf(page, other)).toBeVisible();
  const filter = page.getByRole('searchbox', { name: 'Filter rows' });
  for (const typed of ['170618', 'z5170618', 'BQWPK4821M', String(srno)]) {
    await filter.fill(typed);
    await expect(rowOf(page, srno)).toBeVisible();
    if (typed.length > 5) await expect(rowOf(page, other)).toHaveCount(0);
  }
  expect(page.url()).not.toContain('BQWPK4821M');
});

test('after an approval in the request the focus is on what comes next', async ({ page }) => {
  const srno = await business.saved();
  await business.open(page, 'bm.mum', `/requestdetail?srno=${srno}`);
  await page.getByRole('button', { name: 'Approve as BM' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as BM' }).click();
  const next = page.getByRole('group', { name: 'What comes next' });
  await expect(next).toContainText('Next: approval by the zonal manager');
  await expect(next).toBeFocused();
});
