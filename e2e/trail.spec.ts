import type { Page } from '@playwright/test';
import { expect, nameField, openSession, signIn, test, uniqueName } from './support.ts';

const trailRows = (page: Page) => page.getByRole('table', { name: 'Trail' }).getByRole('row');

async function addAndChange(page: Page, name: string): Promise<void> {
  await page.goto('/country-list?open=new');
  await nameField(page).fill(name);
  await page.getByLabel(/^Nationality/).fill('First');
  await page.getByLabel(/^Swift code/).fill('ZZ');
  await page.getByRole('radiogroup', { name: 'FATF' }).getByRole('radio', { name: 'No' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
  await page.goto(`/country-list?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel(/^Nationality/).fill('Second');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Second' })).toBeVisible();
}

test('a record links to its whole history, with values before and after', async ({ page }) => {
  const name = uniqueName('Krakozhia');
  await openSession(page, 'admin');
  await addAndChange(page, name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('link', { name: 'All changes' }).click();
  await page.waitForURL(/\/trail\?record=country&recordid=\d+/);
  await expect(trailRows(page)).toHaveCount(3);
  await expect(trailRows(page).nth(1)).toContainText('Asha Rao (admin)');
  await expect(trailRows(page).nth(1)).toContainText('Edit');
  await expect(trailRows(page).nth(1)).toContainText('Nationality');
  await expect(trailRows(page).nth(2)).toContainText('Add');

  await trailRows(page).nth(1).click();
  const entry = page.getByRole('dialog', { name: /^Edit: Country/ });
  const difference = entry.getByRole('table', { name: 'Before and after' });
  await expect(difference.getByRole('row')).toHaveCount(2);
  await expect(difference.getByRole('row').nth(1)).toHaveText(/Nationality.*First.*Second/);
  await expect(entry).toContainText('country.save');
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
});

test('the trail is searched by user, action, record and day, and the address keeps the search', async ({
  page,
}) => {
  await signIn(page, 'bm.mum', '/home');
  await openSession(page, 'admin');
  await page.goto('/trail');
  await page.getByRole('combobox', { name: 'User' }).fill('bhavna');
  await page.getByRole('option', { name: 'bm.mum · Bhavna Shah' }).click();
  await expect(page).toHaveURL(/user=bm.mum/);
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Sign-in' }).click();
  await expect(page).toHaveURL(/action=sign-in/);
  await expect(trailRows(page).nth(1)).toContainText('Bhavna Shah (bm.mum)');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('bm.mum · Bhavna Shah');
  await expect(trailRows(page).nth(1)).toContainText('Sign-in');

  await page.getByLabel('To', { exact: true }).fill('01/01/2026');
  await expect(page).toHaveURL(/to=2026-01-01/);
  await expect(page.getByText('No entry matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(trailRows(page).nth(1)).toBeVisible();
});

test('the trail is searched by keyboard alone', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/trail?action=sign-in');
  await expect(trailRows(page).nth(1)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Sign-in: Account/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('without the right there is no way in, and no way from a record', async ({ page }) => {
  await signIn(page, 'ho.rates');
  await expect(page.getByRole('link', { name: 'Trail' })).toHaveCount(0);
  await page.goto('/country-list?q=india');
  await page.getByRole('row').filter({ hasText: 'Indian' }).first().click();
  await expect(page.getByText(/^Last changed/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'All changes' })).toHaveCount(0);
  await page.goto('/trail');
  await page.waitForURL('/');
});
