import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { expect, signIn, test, uniqueName } from './support.ts';

const HEADER = ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'];

function sheet(...rows: readonly string[][]) {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([HEADER, ...rows]), 'Countries');
  return {
    name: 'countries.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array),
  };
}

async function openImport(page: Page) {
  await page.goto('/country-list');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return page.getByRole('dialog', { name: 'Import: Country' });
}

test('a sheet is checked, mended, imported, and changes nothing the second time', async ({ page }) => {
  const name = uniqueName('Grand Fenwick');
  await signIn(page, 'admin');
  const dialog = await openImport(page);
  const choose = dialog.locator('input[type=file]');

  await choose.setInputFiles(
    sheet([name, 'Fenwickian', 'FEN', 'perhaps', 'Active'], ['', 'x', 'X', 'No', 'Active']),
  );
  const errors = dialog.getByRole('table', { name: 'What is wrong' }).getByRole('row');
  await expect(errors).toHaveCount(3);
  await expect(errors.nth(1)).toHaveText(/2.*FATF.*Please write Yes or No\./);
  await expect(errors.nth(2)).toHaveText(/3.*Country.*Please fill mandatory feilds/);
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

test('the template has the headings, and what is no sheet is refused', async ({ page }) => {
  await signIn(page, 'admin');
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

test('who may not add is not offered it', async ({ page }) => {
  await signIn(page, 'ho.rates');
  await page.goto('/country-list');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
});
