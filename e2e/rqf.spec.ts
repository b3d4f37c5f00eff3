import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, signIn, test, uniqueName } from './support.ts';

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const totals = (page: Page) => page.getByRole('complementary', { name: 'Totals' });
const productEntry = (page: Page) => page.getByRole('group', { name: 'New product line' });
const paymentEntry = (page: Page) => page.getByRole('group', { name: 'New payment line' });

let made = 0;
/** A passport that no other test and no earlier run has used. */
const passport = () => `Z${Date.now().toString(36).toUpperCase()}${(made += 1)}`;

async function pick(page: Page, label: string, typed: string, entry: string | RegExp = typed): Promise<void> {
  await field(page, label).fill(typed);
  await page.getByRole('option', { name: entry }).first().click();
}

/** Types, and chooses by Enter what the list then stands on. */
async function typeChoice(page: Page, typed: string): Promise<void> {
  await page.keyboard.type(typed);
  await expect(page.locator('[role="option"][data-combobox-selected]')).toBeVisible();
  await page.keyboard.press('Enter');
}

async function openNew(page: Page, user = 'sales.mum'): Promise<void> {
  await signIn(page, user);
  await page.goto('/newfxrequest');
  await expect(field(page, 'Transaction Type')).toBeFocused();
}

async function fillBasic(page: Page, name: string, idNumber: string): Promise<void> {
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await pick(page, 'Hand Over', 'Del', 'Delivery/Pickup');
  await pick(page, 'Delivery Executive', 'Dinesh', 'Dinesh Kadam (E111)');
  await field(page, 'Traveller Name').fill(name);
  await pick(page, 'ID Type', 'Pass', 'Passport');
  await field(page, 'ID Number').fill(idNumber);
  await field(page, 'KYC Address').fill('4 Marine Drive, Mumbai');
  await button(page, 'Same as KYC address').click();
  await pick(page, 'State', 'Mahar', 'Maharashtra');
}

async function addDollars(page: Page, quantity = '500', rate = '90'): Promise<void> {
  const entry = productEntry(page);
  await pick(page, 'ISD', 'USD', /^USD/);
  await entry.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await entry.getByRole('textbox', { name: 'Rate' }).fill(rate);
  await button(page, 'Add product').click();
}

/** A submitted form is emptied and drawn anew, which on a busy machine takes its time. */
async function expectSubmitted(page: Page): Promise<void> {
  await expect(page.getByText('The request is submitted. Its number is')).toBeVisible({ timeout: 20_000 });
}

async function addPayment(page: Page, amount: string): Promise<void> {
  const entry = paymentEntry(page);
  await pick(page, 'Payment Type', 'Special', 'Special Approval');
  await entry.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await button(page, 'Add payment').click();
}


for (const [size, viewport] of Object.entries({ desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }))
  test(`pictures ${size}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await openNew(page);
    await fillBasic(page, 'Ishaan Kulkarni', passport());
    await addDollars(page);
    await pick(page, 'ISD', 'EUR', /^EUR/);
    await productEntry(page).getByRole('textbox', { name: 'Quantity' }).fill('100');
    await productEntry(page).getByRole('textbox', { name: 'Rate' }).fill('150');
    await pick(page, 'Payment Type', 'Cash', 'Cash');
    await paymentEntry(page).getByRole('textbox', { name: 'Amount' }).fill('10000');
    await button(page, 'Add payment').click();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/rqf/${size}-bottom.png` });
    await page.getByText('Product Details').first().scrollIntoViewIfNeeded();
    await page.evaluate('window.scrollTo(0, 0)');
    await page.screenshot({ path: `/tmp/rqf/${size}-top.png` });
    if (size === 'desk') { await totals(page).getByText('How it was calculated').click(); await page.emulateMedia({ colorScheme: 'dark' }); }
    else await button(page, 'Show the totals').click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/rqf/${size}-how.png` });
    page.once('dialog', (dialog) => void dialog.accept());
  });
