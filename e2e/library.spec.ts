import type { Page } from '@playwright/test';
import { addDays, dateInIndia, formatDate } from '../domain/dates.ts';
import { letter } from '../tools/demo/documents.ts';
import { addLibraryDocument } from '../tools/testing/library.ts';
import { pdfSample, pictureSample } from '../tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { expect, expectMessage, test, typeChoice } from './support.ts';

/** The document library: kept by head office, read by the branches. */
const business = ownBusiness();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const today = dateInIndia(Date.now());

const open = (page: Page, user = 'cm.ho', address = '/guidelines') => business.open(page, user, address);
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Guidelines', exact: true }).locator('tbody tr[data-index]');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const form = (page: Page) => page.getByRole('form');
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save', exact: true }).click();
const choose = async (page: Page, label: string, entry: string) => {
  await form(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: entry, exact: true }).click();
};
const pickFile = (page: Page, name: string, buffer: Buffer = pdfSample()) =>
  form(page).locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/pdf', buffer });
const isWithin = async (page: Page, width: number) =>
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await isWithin(page, PHONE.width);
  await page.setViewportSize(DESKTOP);
}

test('head office files a document of each category, wrong first, and the branch reads what is for it', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await open(page);
  await page.getByRole('button', { name: 'Add New' }).click();

  // Nothing is filled in: the name, the category and the file are missing.
  await save(page);
  await expectMessage(page, 'Please fill mendatory fields.');
  await expect(field(page, 'Document name')).toBeFocused();
  await field(page, 'Document name').fill('RBI licence');
  await choose(page, 'Category', 'Authorisation');
  await save(page);
  await expectMessage(page, 'Please fill mendatory fields.');
  await pickFile(page, 'rbi.licence.pdf');
  await save(page);
  await expectMessage(page, 'Please fill required fields.');
  await expect(field(page, 'Issue date')).toBeFocused();
  await field(page, 'Issue date').fill('01/01/2024');
  await field(page, 'Expiry date').fill(formatDate(addDays(today, 45)));
  await save(page);
  await expectMessage(page, '(.) not allowed in file name.');
  await page.getByRole('button', { name: 'Discard rbi.licence.pdf' }).click();
  await pickFile(page, 'rbi-licence.pdf');
  await save(page);
  await expect(page.getByText('RBI licence is saved.')).toBeVisible();
  await expect(row(page, 'RBI licence')).toContainText('45 days left');

  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Document name').fill('Money changing');
  await choose(page, 'Category', 'Guideline');
  await pickFile(page, 'direction.pdf', letter('Direction', ['Every teller counts the drawer twice.']));
  await field(page, 'Date').fill('01/02/2026');
  await save(page);
  await expectMessage(page, 'Please fill required fields.');
  await expect(field(page, 'Issued by')).toBeFocused();
  await field(page, 'Issued by').fill('RBI');
  await save(page);
  await expect(page.getByText('Money changing is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Document name').fill('Cash handling in Mumbai');
  await choose(page, 'Category', 'Process note');
  await field(page, 'Date').fill('18/05/2026');
  await field(page, 'Issued by').fill('Operations');
  await choose(page, 'Visible to', 'Branch');
  await pickFile(page, 'cash.pdf');
  await save(page);
  await expectMessage(page, "Branch Can't be empty.");
  await expect(form(page).getByRole('combobox', { name: 'Branch', exact: true })).toBeFocused();
  await typeChoice(page, 'Mumbai', 'Mumbai Fort');
  await save(page);
  await expect(page.getByText('Cash handling in Mumbai is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Document name').fill('FLM 8');
  await choose(page, 'Category', 'Report');
  await field(page, 'Submit date').fill('08/10/2026');
  await field(page, 'Submitted by').fill('Meera Nair');
  await pickFile(page, 'flm8.pdf');
  await save(page);
  await expectMessage(page, 'Please fill required fields.');
  await choose(page, 'Submitted to', 'FIU');
  await save(page);
  await expect(page.getByText('FLM 8 is saved.')).toBeVisible();
  await expect(row(page, 'FLM 8')).toContainText('Report · FIU');

  // One is edited and gets another file; the first stays in its history.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await choose(page, 'Submitted to', 'RBI');
  await pickFile(page, 'flm8-signed.png', await pictureSample('png'));
  await save(page);
  await expect(row(page, 'FLM 8')).toContainText('Report · RBI');
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByRole('button')).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'flm8-signed.png' })).toBeVisible();
  await files.getByRole('button', { name: /flm8\.pdf/ }).click();
  await expect(page.locator('iframe[title="flm8.pdf"]')).toBeVisible();

  // What is for another branch, not active or without its file is not for Mumbai.
  const { admin } = business.database;
  await addLibraryDocument(admin, { name: 'Shop licence of Delhi', branch: 'DEL' });
  await addLibraryDocument(admin, { name: 'Old process', active: false });
  await addLibraryDocument(admin, { name: 'No file yet', hash: null });
  await open(page, 'staff.mum');
  await expect(rows(page)).toHaveCount(4);
  for (const name of ['RBI licence', 'Money changing', 'Cash handling in Mumbai', 'FLM 8'])
    await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Active', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await row(page, 'FLM 8').getByRole('button', { name: 'View FLM 8' }).click();
  await expect(page.getByRole('img', { name: 'flm8-signed.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await row(page, 'Money changing').getByRole('button', { name: 'Download Money changing' }).click();
  expect((await downloading).suggestedFilename()).toBe('direction.pdf');
  // A word inside the file finds it and is marked.
  const read = `select from library.file_text where content like '%teller%'`;
  await expect.poll(async () => (await admin.query(read)).rowCount).toBe(1);
  await page.keyboard.press('/');
  await page.keyboard.type('drawer tell');
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Money changing').locator('mark')).toHaveText(['teller', 'drawer']);
  await expectWhole(page);
  // A form in the address opens none without the right.
  await open(page, 'staff.mum', '/guidelines?form=new');
  await expect(rows(page)).toHaveCount(4);
  await expect(form(page).getByRole('button', { name: 'Save' })).toHaveCount(0);
  const refused = await business.ask(
    'staff.mum',
    'guideline_a.php',
    'insertdetail',
    '{"docname":"x","category":"G"}',
  );
  expect(refused.err).toBe('You do not have the right to do this.');
});

test('by the keyboard alone: find, read, edit, and go back to the row', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const { admin } = business.database;
  for (const name of ['Keyboard first', 'Keyboard second', 'Keyboard third'])
    await addLibraryDocument(admin, { name, dated: '2026-09-01' });
  await open(page);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('keyboard');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('tr[data-index]:focus');
  await expect(focused).toHaveCount(1);
  const name = (await focused.locator('td, th').first().innerText()).trim();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('e');
  await expect(field(page, 'Document name')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', changed');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`${name}, changed is saved.`)).toBeVisible();
  await expect(page.locator('body:focus')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: `${name}, changed` })).toHaveCount(0);
  await expect(focused).toContainText(`${name}, changed`);
  // What is typed and not saved is asked about.
  await page.keyboard.press('Alt+c');
  await expect(field(page, 'Document name')).toBeFocused();
  await page.keyboard.type('Unsaved');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toContainText('has not been saved');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Document name')).toHaveValue('Unsaved');
});

test('what lapses is on the axis and filters the list; the list is downloaded', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const { admin } = business.database;
  const licence = { category: 'A', dated: '2020-01-01' } as const;
  await addLibraryDocument(admin, { ...licence, name: 'Lapsed licence', expires: addDays(today, -10) });
  await addLibraryDocument(admin, { ...licence, name: 'Ending licence', expires: addDays(today, 20) });
  await addLibraryDocument(admin, { ...licence, name: 'Later licence', expires: addDays(today, 200) });
  await open(page);
  await expect(row(page, 'Lapsed licence')).toContainText('Lapsed 10 days');
  await page.getByRole('button', { name: /^Lapsed \d/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^60 days/ }).click();
  await expect(row(page, 'Ending licence')).toContainText('20 days left');
  await expect(row(page, 'Later licence')).toHaveCount(0);
  await page.getByRole('button', { name: /^12 months/ }).click();
  await expect(row(page, 'Later licence')).toBeVisible();
  await page
    .getByRole('button', { name: `Later licence, expires ${formatDate(addDays(today, 200))}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Later licence' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Later licence' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
  await page.getByRole('option', { name: 'Download' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe('documents.xlsx');
  await page.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Report' }).click();
  await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
  await page.getByRole('option', { name: 'View' }).click();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByText('Nothing in list.')).toBeVisible();
});

test('the second of two editors is warned and keeps the input', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const srno = await addLibraryDocument(business.database.admin, { name: 'Shared direction' });
  await open(page, 'cm.ho', `/guidelines?srno=${srno}&form=edit`);
  await field(page, 'Document name').fill('Mine');
  const theirs = {
    srno,
    docname: 'Theirs',
    category: 'G',
    submittedAt: '2026-01-15',
    submittedBy: 'Reserve Bank',
    visibleto: 'U',
  };
  expect((await business.ask('admin', 'guideline_a.php', 'savechanges', JSON.stringify(theirs))).err).toBe(
    '',
  );
  await save(page);
  await expect(page.getByRole('dialog')).toContainText('Asha Rao');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Document name')).toHaveValue('Mine');
});

test('the library is accessible: list, document, form and marked form, on a desktop and on a phone', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  const { admin } = business.database;
  const srno = await addLibraryDocument(admin, {
    name: 'Accessible licence',
    category: 'A',
    dated: '2020-01-01',
    expires: addDays(today, 30),
    fileName: 'licence.docx',
  });
  await addLibraryDocument(admin, { name: 'Accessible, no file', hash: null });
  await open(page);
  await expect(row(page, 'Accessible licence')).toBeVisible();
  await expectWhole(page);
  await open(page, 'cm.ho', `/guidelines?srno=${srno}`);
  await expect(page.getByText('This kind of file cannot be shown here.')).toBeVisible();
  await expectWhole(page);
  await open(page, 'cm.ho', '/guidelines?form=new');
  await save(page);
  await expectMessage(page, 'Please fill mendatory fields.');
  await expectWhole(page);
  await open(page, 'staff.mum');
  await expect(row(page, 'Accessible licence')).toBeVisible();
  await expectWhole(page);
});
