import type { Page } from '@playwright/test';
import { expect, signIn } from './support.ts';

/** Helpers that fill in the form of a request. */

export const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const totals = (page: Page) => page.getByRole('complementary', { name: 'Totals' });
export const productEntry = (page: Page) => page.getByRole('group', { name: 'New product line' });
export const paymentEntry = (page: Page) => page.getByRole('group', { name: 'New payment line' });

let made = 0;
/** A passport number that no other test and no earlier run has used. */
export const passport = () => `Z${Date.now().toString(36).toUpperCase()}${(made += 1)}`;

export async function pick(
  page: Page,
  label: string,
  typed: string,
  entry: string | RegExp = typed,
): Promise<void> {
  await field(page, label).fill(typed);
  await page.getByRole('option', { name: entry }).first().click();
}

export async function openNew(page: Page, user = 'sales.mum'): Promise<void> {
  await signIn(page, user, '/newfxrequest');
  await expect(field(page, 'Transaction Type')).toBeFocused();
}

export async function fillBasic(page: Page, name: string, idNumber: string): Promise<void> {
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

export async function addDollars(page: Page, quantity = '500', rate = '90'): Promise<void> {
  const entry = productEntry(page);
  await pick(page, 'ISD', 'USD', /^USD/);
  await entry.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await entry.getByRole('textbox', { name: 'Rate' }).fill(rate);
  await button(page, 'Add product').click();
}

/** A submitted form is cleared and rendered again, which takes longer on a busy machine. */
export async function expectSubmitted(page: Page): Promise<void> {
  await expect(page.getByText('The request is submitted. Its number is')).toBeVisible();
}

export async function addPayment(page: Page, amount: string): Promise<void> {
  const entry = paymentEntry(page);
  await pick(page, 'Payment Type', 'Special', 'Special Approval');
  await entry.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await button(page, 'Add payment').click();
}
