import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Locator, Page } from '@playwright/test';
import { ENTITY_RULES, type EntityField } from '#domain/masters/entity.ts';
import { expectAccessible } from './axe.ts';
import { expect, openSession, test, uniqueName } from './support.ts';

const HEADER = ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'];

const sheet = (...rows: readonly string[][]) => workbook('countries.xlsx', [HEADER, ...rows]);

function workbook(name: string, rows: readonly (readonly string[])[]) {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet');
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array),
  };
}

async function openImport(page: Page, path = '/country-list', title = 'Country') {
  await page.goto(path);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return page.getByRole('dialog', { name: `Import: ${title}` });
}

/** Uploads a sheet with one error, then the correct one, and imports it. */
async function importSheet(
  dialog: Locator,
  wrong: ReturnType<typeof workbook>,
  told: RegExp,
  good: ReturnType<typeof workbook>,
): Promise<void> {
  const choose = dialog.locator('input[type=file]');
  await choose.setInputFiles(wrong);
  const errors = dialog.getByRole('table', { name: 'What is wrong' }).getByRole('row');
  await expect(errors).toHaveCount(2);
  await expect(errors.nth(1)).toHaveText(told);
  await choose.setInputFiles(good);
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported: 1 added, 0 changed.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
}

test('a sheet is checked, corrected, imported, and changes nothing the second time', async ({ page }) => {
  const name = uniqueName('Grand Fenwick');
  await openSession(page, 'admin');
  const dialog = await openImport(page);
  const choose = dialog.locator('input[type=file]');

  await choose.setInputFiles(
    sheet([name, 'Fenwickian', 'FEN', 'perhaps', 'Active'], ['', 'x', 'X', 'No', 'Active']),
  );
  const errors = dialog.getByRole('table', { name: 'What is wrong' }).getByRole('row');
  await expect(errors).toHaveCount(3);
  await expect(errors.nth(1)).toHaveText(/^2.*FATF.*Please write Yes or No\./);
  await expect(errors.nth(2)).toHaveText(/^3.*Country.*Please fill mandatory feilds/);
  await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  const good = sheet([name, 'Fenwickian', 'FEN', 'No', 'Active']);
  await choose.setInputFiles(good);
  await expect(dialog).toContainText('1 row: 1 to add, 0 to change, 0 as they are.');
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported: 1 added, 0 changed.');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: 'Fenwickian' })).toBeVisible();

  const again = await openImport(page);
  await again.locator('input[type=file]').setInputFiles(good);
  await expect(again).toContainText('Everything in the sheet is in the list already.');
  await expect(again.getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('the template has the headings, and a file that is not a sheet is refused', async ({ page }) => {
  await openSession(page, 'admin');
  const dialog = await openImport(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the template' }).click(),
  ]);
  const book = XLSX.read(await readFile(await file.path()));
  const first = book.Sheets[book.SheetNames[0] ?? ''];
  expect(first && XLSX.utils.sheet_to_json<string[]>(first, { header: 1 })[0]).toEqual(HEADER);

  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'countries.xlsx', mimeType: 'text/plain', buffer: Buffer.from('no sheet') });
  await expect(dialog).toContainText('The file is damaged or is not what its name says.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('an employee is imported from a sheet into the branch that it names', async ({ page }) => {
  const name = uniqueName('Sheet Walker');
  const code = name.split(' ').at(-1)?.toUpperCase() ?? '';
  const rows = (branch: string) => [
    ['Code', 'Name', 'Branch id', 'Kind', 'Sales', 'Delivery', 'Status'],
    [code, name, branch, 'Person', 'Yes', 'No', ''],
  ];
  await openSession(page, 'admin');
  const dialog = await openImport(page, '/employee', 'Employee');
  await importSheet(
    dialog,
    workbook('employees.xlsx', rows('NOWHERE')),
    /^2.*Branch id.*There is no such record\./,
    workbook('employees.xlsx', rows('PUN')),
  );
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Pune Camp');
});

test('a franchise is imported from a sheet with all its fields', async ({ page }) => {
  const name = uniqueName('Sheet Forex');
  const cells: Partial<Record<EntityField, string>> = {
    type: 'Franchise',
    id: `S${name.split(' ').at(-1)?.toUpperCase() ?? ''}`,
    name,
    address1: '1 Sheet Street',
    country: 'India',
    state: 'Maharashtra',
    city: 'Nagpur',
    controllingBranch: 'MUM',
    buyPercentage: '0.75',
    currencyChoice: 'Selective',
    currencies: 'EUR, USD',
    licenceFrom: '01/04/2026',
    licenceTo: '31/03/2027',
  };
  const rows = (change: typeof cells) => [
    Object.values(ENTITY_RULES).map(({ label }) => label),
    (Object.keys(ENTITY_RULES) as EntityField[]).map((field) => ({ ...cells, ...change })[field] ?? ''),
  ];
  await openSession(page, 'admin');
  const dialog = await openImport(page, '/entity', 'Entity');
  await expectAccessible(page);
  await importSheet(
    dialog,
    workbook('entities.xlsx', rows({ buyPercentage: '0' })),
    /^2.*Buy percentage.*Please fill mandatory feilds: Buy percentage/,
    workbook('entities.xlsx', rows({})),
  );
  await page.getByText('Franchisees', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await page.goto(`/entity?type=F&open=${cells.id ?? ''}`);
  const picked = (label: string) => page.getByRole('combobox', { name: label, exact: true });
  await expect(picked('City')).toHaveValue('Nagpur');
  await expect(picked('Controlling branch')).toHaveValue('Mumbai Fort');
  await expect(page.getByRole('textbox', { name: 'Licence to', exact: true })).toHaveValue('31/03/2027');
});

test('import is not offered to a user without the add right', async ({ page }) => {
  await openSession(page, 'ho.rates');
  await page.goto('/country-list');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
});
