import type { Page } from '@playwright/test';
import { addCurrency, addTransaction, makeFlash } from '../tools/testing/flash.ts';
import { pdfSample } from '../tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { expect, expectMessage, test } from './support.ts';

/** The screens of the flash audit and its discrepancies: their texts, their states, axe at both sizes. */
const business = ownBusiness();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    PHONE.width,
  );
  await page.setViewportSize(DESKTOP);
}

test('the branch answers with and without a file; the auditor returns it', async ({ page }) => {
  const { admin } = business.database;
  await admin.query('truncate flash.audit cascade');
  const audit = await makeFlash(admin, { branch: 'DEL', day: '2026-03-02', status: 'R' });
  await addCurrency(admin, audit, 'USD', { report: '3000.00', status: 'D' });
  await addCurrency(admin, audit, 'EUR', { report: '500.00', status: 'D' });
  await addTransaction(admin, audit, { status: 'D' });

  await business.open(page, 'staff.del', '/home');
  await expect(page).toHaveTitle(/^\(3\)/);
  await page.getByRole('link', { name: /Flash currencies to answer\s*2/ }).click();
  const list = page.getByRole('table', { name: 'Flash Discrepancy' });
  await expect(list.locator('tbody tr[data-index]')).toHaveCount(2);
  await expectWhole(page);
  await page.keyboard.press('/');
  await page.keyboard.type('USD');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const view = page.getByRole('region', { name: 'Discrepancy of USD' });
  await expect(view).toContainText('There are no replies yet.');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Please Enter Remark.');
  await expect(view.getByLabel(/^Remark/)).toBeFocused();
  const file = view.locator('input[type=file]:not([capture])');
  await file.setInputFiles({ name: 'two.dots.pdf', mimeType: '', buffer: pdfSample() });
  await expectMessage(page, '(.) not allowed in file name.');
  await file.setInputFiles({ name: 'slip.pdf', mimeType: '', buffer: pdfSample() });
  await view.getByRole('button', { name: 'Add', exact: true }).click();
  await expectMessage(page, 'Please Enter remark.');
  await page.keyboard.type('x'.repeat(101));
  await expect(view.getByLabel(/^Remark/)).toHaveValue('x'.repeat(100));
  await view.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(view.getByText('The reply has been added.')).toBeVisible();
  await expectWhole(page);
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('The response has been submitted.')).toBeVisible();
  await view.getByRole('button', { name: 'Show slip.pdf' }).click();
  await expect(view.locator('iframe[title="slip.pdf"]')).toBeVisible();
  await expectWhole(page);

  // The auditor returns it with a remark; the selector is there because the audit is in Review.
  await business.open(page, 'audit.ca', '/flash-discrepancy?status=R');
  await list.getByRole('row').nth(1).click();
  await expect(view.getByRole('button', { name: 'Update Status' })).toBeVisible();
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'Pending' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('The status is now Pending.')).toBeVisible();
  await expect(view.getByRole('list', { name: 'What happened' })).toContainText('returned it to Pending');
  await expectWhole(page);

  // In a pending audit there is no selector; in a closed one there is nothing.
  await admin.query(`update flash.audit set status = 'P' where srno = $1`, [audit.srno]);
  await page.goto(`${business.url}/flash-discrepancy?type=T`);
  await list.getByRole('row').nth(1).click();
  const paper = page.getByRole('region', { name: /^Discrepancy of SP / });
  await expect(paper.getByRole('combobox')).toHaveCount(0);
  await expect(paper.getByRole('button', { name: 'Update Status' })).toBeVisible();
  await page.goto(`${business.url}/flash-discrepancy?type=T&status=O`);
  await expect(page.getByText('No data found!')).toBeVisible();
  await expectWhole(page);
});

const SCREENS: Readonly<Record<string, (page: Page, srno: number) => Promise<void>>> = {
  list: async (page) => {
    await page.goto(`${business.url}/flash`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  'a new one': async (page) => {
    await page.goto(`${business.url}/flash?view=new`);
    await expect(page.getByRole('form')).toBeVisible();
  },
  currencies: async (page, srno) => {
    await page.goto(`${business.url}/flash?srno=${srno}`);
    await expect(page.getByRole('combobox', { name: 'Status of USD' })).toBeVisible();
  },
  'the count': async (page, srno) => {
    await page.goto(`${business.url}/flash?srno=${srno}&count=USD`);
    await expect(page.getByRole('textbox', { name: 'Notes of USD 100', exact: true })).toBeFocused();
    await page.keyboard.type('12');
  },
  transactions: async (page, srno) => {
    await page.goto(`${business.url}/flash?srno=${srno}&tab=transactions`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  report: async (page, srno) => {
    await page.goto(`${business.url}/flash?srno=${srno}&view=report`);
    await expect(page.getByRole('article', { name: 'Flash Audit Report' })).toBeVisible();
  },
};

test('every screen of a flash audit: axe finds no violation, and nothing overflows on a phone', async ({
  page,
}) => {
  const { admin } = business.database;
  const audit = await makeFlash(admin, { branch: 'DEL', day: '2026-02-03' });
  await addCurrency(admin, audit, 'USD', { report: '3000.00', status: 'D' });
  await addCurrency(admin, audit, 'INR', { report: '500.00', status: 'O' });
  await addTransaction(admin, audit, { status: 'D' });
  await admin.query(`update flash.audit set filled_by = 'upload', filled_at = now() where srno = $1`, [
    audit.srno,
  ]);
  await business.open(page, 'audit.ca', '/flash');
  for (const reach of Object.values(SCREENS)) {
    await reach(page, audit.srno);
    await expectWhole(page);
  }
});
