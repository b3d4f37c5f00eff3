import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { field, openNew, pick } from './requestform.ts';
import { expect, signIn, test } from './support.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const beside = (page: Page) => page.getByRole('complementary', { name: 'Help' });
const over = (page: Page) => page.getByRole('dialog', { name: 'Help', exact: true });
const tour = (page: Page) => page.getByRole('region', { name: 'First steps' });

async function pressHelp(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  await expect(beside(page).or(over(page)).last()).toBeVisible();
}

test('F1 shows the page of the form beside it, and what was typed stays', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  const name = field(page, 'Traveller Name');
  await name.fill('Kavya Iyer');
  await pressHelp(page);
  await expect(beside(page).getByRole('heading', { name: 'New Request', level: 2 })).toBeVisible();
  await expect(beside(page)).toBeFocused();
  const [help, typed] = [await beside(page).boundingBox(), await name.boundingBox()];
  expect((typed?.x ?? 0) + (typed?.width ?? 0)).toBeLessThanOrEqual(help?.x ?? 0);
  await expectAccessible(page);

  // The form can be used while the help is open, and Escape closes only the help.
  await name.press('End');
  await page.keyboard.type(' Rao');
  await page.keyboard.press('Escape');
  await expect(beside(page)).toHaveCount(0);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Kavya Iyer Rao');

  // A link leads to another page; from there Escape returns to the field.
  await pressHelp(page);
  await beside(page).getByRole('button', { name: 'Customers', exact: true }).click();
  await expect(beside(page).getByRole('heading', { name: 'Find a customer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();

  await page.setViewportSize(PHONE);
  await pressHelp(page);
  await expect(over(page).getByRole('heading', { name: 'New Request', level: 2 })).toBeVisible();
  const full = await over(page).boundingBox();
  expect([full?.x, full?.y, full?.width]).toEqual([0, 0, PHONE.width]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(over(page)).toHaveCount(0);
  await expect(name).toHaveValue('Kavya Iyer Rao');
});

test('the palette finds headings of the help, and F1 also works over a dialog', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await signIn(page, 'bm.mum');
  await page.keyboard.press('Control+k');
  await page
    .getByRole('combobox', { name: 'Customer, request number, action, screen or help' })
    .fill('four eyes');
  const option = page.getByRole('option', { name: 'Help: Four eyes' });
  await expect(option).toHaveText('Help: Four eyesApprovals');
  await page.keyboard.press('Enter');
  await expect(beside(page).getByRole('heading', { name: 'Four eyes' })).toBeInViewport();
  await expect(page.getByRole('combobox')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(beside(page)).toHaveCount(0);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys on this page' });
  await expect(keys).toContainText('Help');
  await pressHelp(page);
  await expect(over(page).getByRole('heading', { name: 'Home', level: 2 })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(over(page)).toHaveCount(0);
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');

  // A screen that the user may not open is not offered.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('help: right groups');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('the first steps go by role, are ticked, and stay hidden until they are asked for', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await signIn(page, 'sales.mum');
  await expect(tour(page)).toContainText('0 of 6');
  await expectAccessible(page);
  await tour(page)
    .getByRole('button', { name: /^Read about it: Write a first deal/ })
    .click();
  await expect(beside(page).getByRole('heading', { name: 'New Request', level: 2 })).toBeVisible();
  await tour(page).getByRole('link', { name: 'Look at the rates of today' }).click();
  await page.waitForURL('/rate-card');
  // The open help follows the screen.
  await expect(beside(page).getByRole('heading', { name: 'Rate Card', level: 2 })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(beside(page)).toHaveCount(0);
  await page.goto('/home');
  await expect(tour(page)).toContainText('1 of 6');
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await tour(page).getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(tour(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your work' })).toBeVisible();
  await expect(tour(page)).toHaveCount(0);

  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Help (F1)' }).click();
  await beside(page).getByRole('button', { name: 'All pages' }).click();
  await beside(page).getByRole('button', { name: 'Show the first steps on Home' }).click();
  await expect(tour(page)).toContainText('0 of 6');

  // The other user of this browser has first steps of their own.
  await signIn(page, 'dlv1.mum');
  await expect(tour(page)).toContainText('Accept notes that were sent to you');
});
