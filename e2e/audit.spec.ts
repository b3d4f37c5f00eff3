import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { monthAfter } from '#domain/audit/audit.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { dateInIndia } from '#domain/dates.ts';
import { pdfSample, sheetSample } from '#tools/testing/samples.ts';
import { rowsOf } from '#tools/testing/uploads.ts';
import { answerRow, auditOf, forgetRegister } from './audits.ts';
import { expectAccessible, letAxeIn } from './axe.ts';
import { UPLOAD_FAILURES } from './failures.ts';
import { pick } from './rates.ts';
import { expect, expectMessage, openSession, test } from './support.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
/** An audit of Mumbai that the demo has closed: those of two and of three months ago, also if a month has begun since. */
function closedByDemo(page: Page): Locator {
  const [year = 0, month = 0] = dateInIndia(Date.now()).split('-').map(Number);
  const names = [-2, -3].map((by) => monthAfter(year, month, by)).map((at) => monthOfYear(at.year, at.month));
  return page
    .getByRole('row', { name: new RegExp(names.join('|')) })
    .filter({ hasText: 'Closed' })
    .first();
}
const saves = (page: Page) => page.getByRole('button', { name: /^Save/ });

async function chooseStatus(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('an audit is started, its checklists are filled by keyboard, and it is closed', async ({
  page,
}, testInfo) => {
  // A second attempt needs another month, because there is one audit for each, and not the next one, because an audit takes
  // the figures of the last month from the audit of that month.
  const month = ['June', 'August'][testInfo.retry] ?? 'October';
  await openSession(page, 'audit.ca');
  await page.goto('/assessment');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expectMessage(
    page,
    'Please fill mandatory feilds. Please select a valid branch. Please select a valid Month. Please put name of cashier. Please put name of Branch Manager.',
  );
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toBeFocused();
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await pick(page, 'Year', '2025');
  await pick(page, 'Month', month);
  await page.getByRole('textbox', { name: 'Cashier name' }).fill('Vikas Rane');
  await page.getByRole('textbox', { name: 'Branch manager name' }).fill('Bhavna Shah');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: `Mumbai Fort, ${month} 2025` })).toBeVisible();
  const audit = new URL(page.url()).searchParams.get('srno');

  // 25 keys and Ctrl+Enter.
  const first = row(page, 'RBI licence displayed');
  await expect(first).toBeFocused();
  // 002 §2.4: the three choices are on the row.
  await expect(first.getByRole('button', { name: /^(Yes|No|Select):/ })).toHaveText(['Yes', 'No', 'Select']);
  await first.getByRole('button', { name: /^No:/ }).click();
  await first.getByRole('button', { name: /^Select:/ }).click();
  await expect(first.getByRole('button', { pressed: true })).toHaveText('Select');
  await first.focus();
  for (let stroke = 0; stroke < 25; stroke += 1) await page.keyboard.press('y');
  await expect(page.getByText('25 rows not saved')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved, 25 of 25')).toBeVisible();
  await expect(tab(page, 'RBI')).toContainText('complete');

  // No goes into the observation; what is typed stays on its tab.
  await tab(page, 'Operational').click();
  await expect(row(page, 'Opening and closing count')).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type('Only one signature on 4 days.');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Notes equal to system')).toBeFocused();
  await tab(page, 'Business MIS').click();
  await expect(tab(page, 'Operational')).toContainText('not saved');
  await page.getByRole('textbox', { name: 'Last month: Purchases from public' }).fill('39527400');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Last month: Purchases from public' })).toHaveValue(
    '3,95,27,400',
  );
  await tab(page, 'Operational').click();
  await expect(row(page, 'Opening and closing count')).toContainText('Only one signature on 4 days.');

  // Row 21 has the papers of the attendance.
  await page.getByRole('button', { name: 'Document', exact: true }).click();
  const papers = page.getByRole('dialog', { name: 'Staff attendance' });
  await papers.getByRole('button', { name: 'Upload' }).click();
  await expectMessage(page, 'Please fill mandatory feilds.');
  await papers.getByRole('combobox', { name: 'Document type' }).click();
  await papers.getByRole('option', { name: 'Attendance Sheet' }).click();
  await papers.getByRole('button', { name: 'Upload' }).click();
  await expectMessage(page, 'Please select a file to upload.');
  await papers
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'attendance.pdf', mimeType: 'application/pdf', buffer: pdfSample() });
  await papers.getByRole('button', { name: 'Upload' }).click();
  await expect(papers.getByRole('row', { name: /Attendance Sheet/ })).toContainText('attendance.pdf');
  await page.keyboard.press('Escape');

  // Closing waits for every tab, and asks once.
  await tab(page, 'Discrepancies Summary').click();
  await chooseStatus(page, 'Closed');
  await saves(page).click();
  await expectMessage(page, 'Please save Operational first.');
  await tab(page, 'Operational').click();
  await saves(page).click();
  const question = page.getByRole('dialog', { name: 'Close this audit?' });
  await expect(question).toContainText('24 checklist rows are not answered.');
  await question.getByRole('button', { name: 'Close the audit' }).click();
  await expect(page.getByText('This audit is closed.')).toBeVisible();
  await expect(saves(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(row(page, 'Opening and closing count')).toContainText('No');

  // Staff of the branch only look.
  await openSession(page, 'staff.mum');
  await page.goto(`/assessment?srno=${audit}`);
  await expect(page.getByText('This audit is closed.')).toBeVisible();
  await page.goto('/assessment');
  await expect(row(page, month)).toContainText('Closed');
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
});

test('registers are fetched, downloaded and deleted; those of the ledger come at any time', async ({
  page,
}) => {
  const audit = await auditOf('DEL', 2025, 9);
  await forgetRegister(audit, 'FLM3');
  await openSession(page, 'audit.ca');
  await page.goto(`/assessment?srno=${audit}&tab=documents`);
  const add = page.getByRole('region', { name: 'Add a register' });
  await add.getByRole('button', { name: 'Fetch' }).click();
  await expectMessage(page, 'Please select a format to Fetch.');
  await expect(add.getByRole('combobox', { name: 'Format' })).toBeFocused();
  await pick(page, 'Format', 'FLM3');
  await add.getByRole('button', { name: 'Fetch' }).click();
  await expect(page.getByText(/FLM3 has been fetched: /)).toBeVisible();
  await expect(row(page, 'FLM3')).toContainText('Fetched');
  await expect(tab(page, 'Documents')).toContainText('1/4');

  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download FLM3' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/);
  const [balance] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download FLM8' }).click(),
  ]);
  expect(balance.suggestedFilename()).toMatch(/FLM8/);

  await page.getByRole('button', { name: 'Delete FLM3' }).click();
  const question = page.getByRole('dialog', { name: 'Delete FLM3?' });
  await expect(question).toContainText('Are you confirm to delete FLM3');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'FLM3')).toContainText('Not fetched');
});

test('before April 2025 registers are uploaded, with the specified refusals and the rows at fault', async ({
  page,
}) => {
  const audit = await auditOf('DEL', 2025, 2);
  await forgetRegister(audit, 'FLM3');
  await openSession(page, 'audit.ca');
  await page.goto(`/assessment?srno=${audit}&tab=documents`);
  const add = page.getByRole('region', { name: 'Add a register' });
  const upload = () => add.getByRole('button', { name: 'Upload' }).click();
  const choose = (name: string, buffer: Buffer) =>
    add.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer });
  const heads = ['Date', 'Number', 'Name', 'Currency', 'Quantity', 'Rate', 'Amount'];
  const right = ['14/02/2025', '101', 'Claire Dubois', 'EUR', '500', '90', '45000'];

  await upload();
  await expectMessage(page, 'Please select a file to upload.');
  await choose('FLM3.Feb.xlsx', sheetSample([heads, right]));
  await upload();
  await expectMessage(page, '(.) not allowed in file name.');
  await choose('FLM3.xlsx', sheetSample([heads, right]));
  await upload();
  await expectMessage(page, 'Please select format to upload.');
  await pick(page, 'Format', 'FLM3');
  await choose('wrong.xlsx', sheetSample([heads, right.with(0, '14/03/2025')]));
  await upload();
  await expectMessage(page, 'Problem in uploading FLM3. Contact IT');
  await expect(add.getByRole('row', { name: /^2 Date/ })).toContainText('14/03/2025');
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    add.getByRole('button', { name: 'Download the errors' }).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('wrong-errors.xlsx');
  expect(rowsOf(await readFile(await errors.path()))).toHaveLength(2);
  await expectAccessible(page);

  // However an upload fails, the words are the same (002 §8).
  for (const fail of UPLOAD_FAILURES) {
    await page.route('**/api/upload_a.php', fail);
    await upload();
    await expectMessage(page, 'Problem in uploading FLM3. Contact IT');
    await page.unroute('**/api/upload_a.php');
  }
  await choose('FLM3.xlsx', sheetSample([heads, right.with(6, '45002')]));
  await upload();
  await expect(page.getByText('FLM3 uploaded successfully.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows to look at' })).toContainText(
    'Quantity × rate is ₹45,000.00.',
  );
  await expect(row(page, 'FLM3')).toContainText('Uploaded');

  const [template] = await Promise.all([
    page.waitForEvent('download'),
    add.getByRole('button', { name: 'Template' }).click(),
  ]);
  expect((await readFile(await template.path())).length).toBeGreaterThan(1_000);
});

test('a row that another auditor has saved meanwhile is shown, and nothing of either is lost', async ({
  page,
}) => {
  const audit = await auditOf('DEL', 2025, 10);
  await answerRow(audit, 1, 'S', '');
  await answerRow(audit, 2, 'S', '');
  await openSession(page, 'audit.ca');
  await page.goto(`/assessment?srno=${audit}`);
  await expect(row(page, 'RBI licence displayed')).toBeFocused();
  await page.keyboard.press('y');
  await page.keyboard.press('y');
  await answerRow(audit, 1, 'N', 'Licence not seen.');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(dialog).toContainText('No, Licence not seen.');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect(row(page, 'RBI licence displayed')).toContainText('Licence not seen.');
  await expect(page.getByText('1 row not saved')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved, 2 of 25')).toBeVisible();
});

test('F lists the flagged transactions, and the papers of a customer open by their numbers', async ({
  page,
}) => {
  await openSession(page, 'audit.ca');
  await page.goto('/assessment?branch=MUM');
  await closedByDemo(page).click();
  await tab(page, 'Transaction Discrepancies').click();
  await page.getByRole('combobox', { name: 'Status' }).last().click();
  await page.getByRole('option', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByRole('checkbox', { name: 'Flagged' })).toBeChecked();
  await expect(rows.first()).toContainText(/No PAN|Cash limit|FATF/);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Enter');
  const papers = page.getByRole('region', { name: 'Papers of the customer' });
  await expect(papers.getByRole('button', { name: 'Passport: passport.png' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(papers.getByRole('img', { name: 'passport.png' })).toBeInViewport({ ratio: 0.9 });
  await expect(rows.first()).toBeFocused();
});

test('the report is shown, printed and downloaded as a PDF', async ({ page }) => {
  const audit = await auditOf('DEL', 2025, 11);
  await openSession(page, 'audit.ca');
  await page.goto('/assessment?branch=DEL');
  await page.getByRole('button', { name: 'Report of Delhi Connaught Place, November 2025' }).click();
  await expect(page).toHaveURL(new RegExp(`srno=${audit}&view=report`));
  const report = page.frameLocator('iframe');
  await expect(report.getByText('I. RBI compliance')).toBeVisible();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Back to the audit' }).click();
  await expect(page.getByRole('heading', { name: 'Delhi Connaught Place, November 2025' })).toBeVisible();
});

test('only user number 1 sees the references', async ({ page }) => {
  await auditOf('DEL', 2025, 11);
  await openSession(page, 'audit.ca');
  await page.goto('/assessment');
  await expect(row(page, 'Delhi Connaught Place').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Ref.' })).toHaveCount(0);
  await openSession(page, 'admin');
  await page.goto('/assessment');
  await expect(page.getByRole('columnheader', { name: 'Ref.' })).toBeVisible();
});

const STATES: Readonly<Record<string, string>> = {
  list: '',
  new: '?view=new',
  rbi: '?srno=',
  operational: '?tab=operational&srno=',
  documents: '?tab=documents&srno=',
  summary: '?tab=summary&srno=',
  count: '?tab=count&srno=',
  mis: '?tab=mis&srno=',
  report: '?view=report&srno=',
};
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('every screen of an audit: axe finds no violation, and nothing overflows on a phone', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const audit = await auditOf('DEL', 2025, 12);
  await openSession(page, 'audit.ca');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const [name, address] of Object.entries(STATES)) {
      await page.goto(`/assessment${address}${address.endsWith('srno=') ? audit : ''}`);
      const ready =
        name === 'new'
          ? page.getByRole('form')
          : name === 'report'
            ? page.locator('iframe')
            : page.getByRole('table').first();
      await expect(ready).toBeVisible();
      if (name === 'report') await letAxeIn(page, page.frameLocator('iframe').getByText('I. RBI compliance'));
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  }
});
