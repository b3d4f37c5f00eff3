import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { expect, nameField, openSession, signIn, test, uniqueName } from './support.ts';

const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter rows' });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function fillCountry(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByLabel(/^Nationality/).fill('Testish');
  await page.getByLabel(/^Swift code/).fill('ZZ');
  await page.getByRole('radiogroup', { name: 'FATF' }).getByRole('radio', { name: 'No' }).check();
}

async function addCountry(page: Page, name: string): Promise<void> {
  await page.goto('/country-list');
  await page.getByRole('button', { name: 'Add New' }).click();
  await fillCountry(page, name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
}

async function openCountry(page: Page, name: string): Promise<void> {
  await page.goto(`/country-list?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(nameField(page)).toHaveValue(name);
}

test('a country is added, shown and changed', async ({ page }) => {
  const name = uniqueName('Zamunda');
  await openSession(page, 'admin');
  await page.goto('/country-list');
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Yes' })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'No' })).not.toBeChecked();
  await fillCountry(page, name);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(rowOf(page, name)).toBeInViewport();
  await expect(rowOf(page, name)).toBeFocused();

  await openCountry(page, name);
  await expect(page.getByText(/Last changed by Asha Rao, \d\d\/\d\d\/\d{4} \d\d:\d\d IST/)).toBeVisible();
  await page.getByRole('radio', { name: 'Inactive' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toContainText('Inactive');
});

test('the second of two concurrent editors is warned and keeps their input', async ({ page, context }) => {
  const name = uniqueName('Freedonia');
  await openSession(page, 'admin');
  await addCountry(page, name);
  const other = await context.newPage();
  await openSession(other, 'admin');
  await openCountry(page, name);
  await openCountry(other, name);

  await page.getByLabel(/^Nationality/).fill('First');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toContainText('First');

  await other.getByLabel(/^Nationality/).fill('Second');
  await other.getByRole('button', { name: 'Save' }).click();
  const dialog = other.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(dialog).toContainText('Asha Rao');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect(other.getByLabel(/^Nationality/)).toHaveValue('First');
  await other.getByRole('button', { name: 'Bring back mine' }).click();
  await expect(other.getByLabel(/^Nationality/)).toHaveValue('Second');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(other, name)).toContainText('Second');

  await openCountry(page, name);
  await openCountry(other, name);
  await page.getByLabel(/^Nationality/).fill('Third');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toContainText('Third');
  await other.getByLabel(/^Nationality/).fill('Fourth');
  await other.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(rowOf(other, name)).toContainText('Fourth');
});

test('leaving unsaved changes asks first, and they survive a reload', async ({ page }) => {
  const name = uniqueName('Wadiya');
  await openSession(page, 'admin');
  await page.goto('/country-list?open=new');
  await nameField(page).fill(name);
  await page.keyboard.press('Escape');
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(ask).toBeVisible();
  // The keys of the form are disabled while a question is open, and Esc answers the question.
  await page.keyboard.press('Control+Enter');
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(nameField(page)).toHaveValue(name);
  await nameField(page).press('Escape');
  await ask.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await ask.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(nameField(page)).toHaveValue(name);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByText('What you had entered before is still here.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ask.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(nameField(page)).toHaveValue('');
});

test('the server filters and sorts the list, and the address keeps both', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/country-list');
  await page.getByRole('button', { name: 'Country', exact: true }).click();
  await page.getByRole('button', { name: 'Country', exact: true }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Zimbabwe');
  await filter(page).fill('united');
  await expect(page).toHaveURL(/q=united/);
  await expect(page.getByRole('row').nth(1)).toContainText('United States');
  await page.reload();
  await expect(filter(page)).toHaveValue('united');
  await expect(page.getByRole('row').nth(1)).toContainText('United States');
  await filter(page).fill('no such country');
  await expect(page.getByText('No row matches')).toBeVisible();
});

test('the export contains the rows that are shown', async ({ page }) => {
  const name = uniqueName('Latveria');
  await openSession(page, 'admin');
  await addCountry(page, name);
  await filter(page).fill(name);
  await expect(page).toHaveURL(/q=Latveria/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('countries.xlsx');
  const book = XLSX.read(await readFile(await file.path()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  expect(sheet && XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 })).toEqual([
    ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'],
    [name, 'Testish', 'ZZ', 'No', 'Active'],
  ]);
});

test('without the right there is no way in', async ({ page }) => {
  await signIn(page, 'sales.mum');
  await expect(page.getByRole('link', { name: 'Country' })).toHaveCount(0);
  await page.goto('/country-list');
  await page.waitForURL('/');
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL('/home');
});
