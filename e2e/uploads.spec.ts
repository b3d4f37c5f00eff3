import type { FileChooser, Page } from '@playwright/test';
import { startAudit } from '../tools/testing/audits.ts';
import { rowsOf, uploadSheet } from '../tools/testing/uploads.ts';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { UPLOAD_FAILURES } from './failures.ts';
import { ownBusiness } from './business.ts';
import { expect, expectMessage, test } from './support.ts';

/** The Excel uploads (002 §2.8): a profit sheet is corrected, uploaded and replaced, and the dashboard and the audit show it. */
const business = ownBusiness();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const PROFIT = 'Transaction wise profit file';

const card = (page: Page, name: string) => page.getByRole('region', { name });
const put = (page: Page, name: string, file: string, buffer: Buffer) =>
  card(page, name)
    .locator('input[type=file]')
    .setInputFiles({ name: file, mimeType: 'application/octet-stream', buffer });
const send = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Upload', exact: true }).click();
const history = (page: Page) => page.getByRole('table', { name: 'History' }).locator('tbody tr[data-index]');

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    PHONE.width,
  );
  await page.setViewportSize(DESKTOP);
}

const isBody = (page: Page) => page.evaluate<boolean>('document.activeElement === document.body');

test('a profit sheet with four wrong rows is corrected, uploaded and replaced; dashboard and Business MIS show it', async ({
  page,
}) => {
  await business.open(page, 'fm.ho', '/uploaddata');
  await expect(page.getByRole('heading', { name: 'Upload Data' })).toBeVisible();
  await send(page, PROFIT);
  await expectMessage(page, 'Please choose a File!');
  await expect(card(page, PROFIT)).toContainText('Please choose a File!');

  const right = { Date: '05/04/2024', Branch: 'PUN' };
  const wrong = uploadSheet(
    'T',
    { ...right, Branch: 'PUNE' },
    { ...right, Date: '31/04/2024' },
    { ...right, Profit: '1,2O4.50' },
    { ...right, Executive: 'E999' },
    right,
  );
  await put(page, PROFIT, 'profit-apr.xlsx', wrong);
  await send(page, PROFIT);
  await expectMessage(page, 'Upload Error!');
  await expect(card(page, PROFIT)).toContainText('Upload Error! 4 wrong cells. Nothing was stored.');
  const cells = page.getByRole('table', { name: 'Rows to correct' });
  await expect(cells.getByRole('row')).toHaveCount(5);
  await expect(cells).toContainText('There is no branch PUNE. Did you mean PUN?');
  await expect(cells).toContainText('April has 30 days.');
  await expect(cells).toContainText('Not a number: it contains the letter O.');
  await expect(cells).toContainText('There is no employee E999 in Pune Camp.');
  await expect(history(page).first()).toContainText('Refused, 4 errors');
  expect(await isBody(page)).toBe(false);
  await expectWhole(page);
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the errors', exact: true }).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('profit-apr-errors.xlsx');
  expect(rowsOf(await readFile(await errors.path()))).toHaveLength(5);

  // However an upload fails, the words are the same (002 §8).
  for (const fail of UPLOAD_FAILURES) {
    await put(page, PROFIT, 'profit-apr.xlsx', wrong);
    await page.route('**/api/upload_a.php', fail);
    await send(page, PROFIT);
    await expectMessage(page, 'Upload Error!');
    await expect(card(page, PROFIT)).toContainText('Upload Error!');
    await page.unroute('**/api/upload_a.php');
    await page.getByRole('button', { name: 'Discard profit-apr.xlsx' }).click();
  }

  await put(
    page,
    PROFIT,
    'profit-apr-2.xlsx',
    uploadSheet('T', { ...right, Profit: '1250.50' }, { ...right, Profit: 9 }),
  );
  await send(page, PROFIT);
  await expect(card(page, PROFIT)).toContainText('Transaction Wise Profile File Successfully Uploaded!');
  await expect(page.getByRole('heading', { name: 'Rows to correct' })).toBeHidden();
  await expect(history(page).first()).toContainText('Applied');

  await put(page, PROFIT, 'profit-apr-3.xlsx', uploadSheet('T', { ...right, Profit: '777.25' }));
  await send(page, PROFIT);
  const question = page.getByRole('dialog', { name: 'Replace the stored months?' });
  await expect(question).toContainText('This will replace April 2024 of PUN.');
  const compared = question.getByRole('table', { name: 'Before and after' }).locator('tbody tr');
  await expect(compared).toHaveText(['Apr 2024 PUNNow2₹1,259.50', 'After1₹777.25']);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(history(page).nth(1)).toContainText('Applied');
  await send(page, PROFIT);
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(card(page, PROFIT)).toContainText('Successfully Uploaded!');
  await expect(history(page).first()).toContainText('Apr 2024 · PUN');
  await expect(history(page).filter({ hasText: 'profit-apr-2.xlsx' })).toContainText('Replaced');

  await business.open(page, 'fm.ho', '/misbudget?which=ONE&branch=PUN&year=2024-2025');
  await expect(page.getByText('Uploaded profit instead of the margin of requests: Apr 2024.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Apr 2024/ })).toContainText('₹777.25uploaded');
  await expectAccessible(page);

  const { srno } = await startAudit(business.database.admin, { branch: 'PUN', year: 2024, month: 4 });
  await business.open(page, 'audit.ca', `/assessment?srno=${srno}&tab=mis`);
  await page.getByRole('button', { name: 'Auto fill' }).click();
  await expect(page.getByRole('row', { name: /^Margin/ })).toContainText('777');
});

test('purposes and LRS transactions by keyboard alone; the history is filtered and a file comes back', async ({
  page,
}) => {
  // The browser takes a while to report file dialogs instead of opening them, so this listens before the page opens.
  const dialogs: FileChooser[] = [];
  page.on('filechooser', (dialog) => dialogs.push(dialog));
  await business.open(page, 'fm.ho', '/uploadxlsx');
  await expect(card(page, 'Purpose wise file')).toBeVisible();
  for (const [key, name, kind, success] of [
    ['p', 'Purpose wise file', 'P', 'Purpose Wise Data Successfully Uploaded!'],
    ['l', 'Sample LRST transaction file', 'L', 'LRS Transaction File Successfully Uploaded!'],
  ] as const) {
    const file = uploadSheet(kind, kind === 'P' ? { Month: 'May 2024' } : { Date: '05/05/2024' });
    await page.keyboard.press(key);
    await expect.poll(() => dialogs.length).toBe(1);
    await dialogs.pop()?.setFiles({
      name: `may-${kind}.xlsx`,
      mimeType: 'application/octet-stream',
      buffer: file,
    });
    const button = card(page, name).getByRole('button', { name: 'Upload', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(card(page, name)).toContainText(success);
    expect(await isBody(page)).toBe(false);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('may-l');
  await expect(history(page)).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download may-L.xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('may-L.xlsx');
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Template, Purpose wise file' }).click(),
  ]);
  expect(rowsOf(await readFile(await template.path()))[0]).toEqual([
    'Month',
    'Branch',
    'Purpose',
    'Transactions',
    'Amount',
  ]);
});

test('an upload goes on while its user is on another page, and shows how far it is', async ({ page }) => {
  await business.open(page, 'fm.ho', '/uploaddata');
  const rows = Array.from({ length: 12_000 }, (_, at) => ({ Date: '05/06/2024', Number: at, Profit: 0.01 }));
  await put(page, PROFIT, 'profit-june.xlsx', uploadSheet('T', ...rows));
  await send(page, PROFIT);
  await expect(card(page, PROFIT).getByRole('progressbar')).toBeVisible();
  await expect(card(page, PROFIT).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('link', { name: 'In Hand' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Data' })).toBeHidden();
  await page.getByRole('link', { name: 'Upload Data' }).click();
  await expect(card(page, PROFIT)).toContainText('Successfully Uploaded! 12,000 rows.', { timeout: 120_000 });
  await expect(history(page).first()).toContainText('12,000');
});

test('without the right to add there is only the history, and without the right to query no page', async ({
  page,
}) => {
  await business.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select right_group, 'UPLOADDATA', true, false, false from access.account where user_id = 'cm.ho'
     on conflict (right_group, right_key) do update set may_query = true, may_add = false`,
  );
  await business.open(page, 'cm.ho', '/uploaddata');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(card(page, PROFIT)).toHaveCount(0);
  await expectAccessible(page);
  await business.open(page, 'staff.mum', '/uploaddata');
  await expect(page.getByRole('heading', { name: 'Upload Data' })).toHaveCount(0);
});
