import type { Page } from '@playwright/test';
import { MESSAGES } from '#domain/messages.ts';
import { pictureSample } from '#tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, openSession, pressCreate, test, typeChoice, uniqueName } from './support.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save' });
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(new RegExp(`^${label}`));
const picker = (page: Page, label: string) =>
  page.getByRole('form').getByRole('combobox', { name: new RegExp(`^${label}`) });
const saved = (page: Page, name: string) =>
  expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();

/** Types into a picker and takes the entry that the server has found. */
async function pick(page: Page, label: string, typed: string, entry: string): Promise<void> {
  await picker(page, label).fill(typed);
  await page.getByRole('option', { name: entry, exact: true }).click();
  await expect(picker(page, label)).toHaveValue(entry);
}

/** A code that no currency of the demo has: the only one with Q is QAR. */
const unusedCode = () => {
  const letter = (first: number, count: number) =>
    String.fromCharCode(first + Math.floor(Math.random() * count));
  return `q${letter(98, 25)}${letter(97, 26)}`;
};

test('a city is placed by pickers that depend on each other', async ({ page }) => {
  const name = uniqueName('Malgudi');
  await openSession(page, 'admin');
  await page.goto('/city-list');
  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'City').fill(name);
  await expect(picker(page, 'State')).toBeDisabled();
  await expect(picker(page, 'State')).toHaveAttribute('placeholder', 'Select the country first');

  await pick(page, 'Country', 'indi', 'India');
  await picker(page, 'State').click();
  await expect(page.getByRole('option', { name: 'Kerala', exact: true })).toBeAttached();
  await pick(page, 'State', 'tamil', 'Tamil Nadu');
  await pick(page, 'Country', 'nepa', 'Nepal');
  await expect(picker(page, 'State')).toHaveValue('');
  await picker(page, 'State').fill('tamil');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await pick(page, 'Country', 'indi', 'India');
  await pick(page, 'State', 'karna', 'Karnataka');
  await saveButton(page).click();
  await saved(page, name);
  await expect(rowOf(page, name)).toContainText('Karnataka');
  await expect(rowOf(page, name)).toContainText('India');

  await page.goto(`/city-list?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(picker(page, 'State')).toHaveValue('Karnataka');
  await expect(picker(page, 'Country')).toHaveValue('India');
  await page.getByRole('radio', { name: 'Inactive' }).check();
  await saveButton(page).click();
  await expect(rowOf(page, name)).toContainText('Inactive');
});

test('picked values survive a reload', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/state-list?open=new');
  await pick(page, 'Country', 'nepa', 'Nepal');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(picker(page, 'Country')).toHaveValue('Nepal');
});

test('an incomplete or duplicate state is refused with the field named', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/state-list?open=new');
  await saveButton(page).click();
  await expectMessage(page, MESSAGES.MSG0006);
  await expect(field(page, 'State')).toBeFocused();
  await expect(page.getByText('Please fill this in')).toHaveCount(2);
  await field(page, 'State').fill('Kerala');
  await saveButton(page).click();
  await expectMessage(page, MESSAGES.MSG0006);
  await expect(picker(page, 'Country')).toBeFocused();
  await pick(page, 'Country', 'indi', 'India');
  await saveButton(page).click();
  await expectMessage(page, 'This state is already in the list of its country.');
});

test('a currency is written in capitals, with its flag', async ({ page }) => {
  const code = unusedCode();
  await openSession(page, 'ho.rates');
  await page.goto('/currency');
  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Code').pressSequentially(code.slice(0, 2));
  await field(page, 'Currency').fill('Testing Crown');
  await saveButton(page).click();
  await expectMessage(page, 'Code must be 3 letters.');
  await field(page, 'Code').fill(code);
  await expect(field(page, 'Code')).toHaveValue(code.toUpperCase());
  await expect(field(page, 'Code')).toHaveAttribute('maxlength', '3');
  await field(page, 'Flag').fill('in');
  await saveButton(page).click();
  await saved(page, code.toUpperCase());
  await expect(rowOf(page, 'Testing Crown').first()).toContainText(code.toUpperCase());
});

test('an area groups branches, each in one area only', async ({ page }) => {
  const name = uniqueName('Zone');
  await openSession(page, 'admin');
  await page.goto('/area-list?open=new');
  await field(page, 'Area').fill(name);
  await picker(page, 'Branches').fill('camp');
  await page.getByRole('option', { name: 'Pune Camp' }).click();
  // The list stays open for more; Escape closes the list and not the form.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await saveButton(page).click();
  await expectMessage(page, 'A branch can be in one area only.');
  await picker(page, 'Branches').press('Backspace');
  await page.keyboard.press('Control+Enter');
  await saved(page, name);

  await page.goto('/area-list');
  await page.getByRole('button', { name: 'Edit West' }).click();
  await expect(page.getByRole('form')).toContainText('Mumbai Fort');
  await expect(page.getByRole('form')).toContainText('Pune Camp');
});

for (const { path, first, code, taken, refusal } of [
  {
    path: '/purpose',
    first: 'Purpose',
    code: 'Value',
    taken: 'MEDICAL',
    refusal: 'This value is already taken by another purpose.',
  },
  {
    path: '/bank',
    first: 'Bank',
    code: 'Code',
    taken: 'HDFC',
    refusal: 'This code is already taken by another bank.',
  },
  {
    path: '/gateway-bank',
    first: 'Bank',
    code: 'Gateway code',
    taken: '3021',
    refusal: 'This gateway code is already in the list.',
  },
]) {
  test(`${path}: added, changed, refused`, async ({ page }) => {
    const name = uniqueName('Sample');
    await openSession(page, 'admin');
    await page.goto(`${path}?open=new`);
    await saveButton(page).click();
    await expectMessage(page, MESSAGES.MSG0006);
    await field(page, first).fill(name);
    await field(page, code).fill(taken);
    await saveButton(page).click();
    await expectMessage(page, refusal);
    await field(page, code).fill(name.slice(-9));
    await saveButton(page).click();
    await saved(page, name);
    await page.goto(`${path}?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('radio', { name: 'Inactive' }).check();
    await saveButton(page).click();
    await expect(rowOf(page, name)).toContainText('Inactive');
  });
}

test('a branch manager maintains the employees of their own branch, and sees no others', async ({ page }) => {
  const name = uniqueName('Employee');
  await openSession(page, 'bm.mum');
  await page.goto('/employee');
  await expect(rowOf(page, 'Sneha Patil')).toBeVisible();
  await expect(rowOf(page, 'Sahil Kapoor')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Code').fill(name.slice(-9));
  await field(page, 'Name').fill(name);
  await picker(page, 'Branch').click();
  await expect(page.getByRole('option')).toHaveText(['Mumbai Fort']);
  await page.getByRole('option', { name: 'Mumbai Fort' }).click();
  await page.getByRole('radio', { name: 'Vault' }).check();
  await saveButton(page).click();
  await expectMessage(page, 'This branch has a vault already.');
  await page.getByRole('radio', { name: 'Person' }).check();
  await page.getByRole('radiogroup', { name: 'Sales' }).getByRole('radio', { name: 'Yes' }).check();
  await saveButton(page).click();
  await saved(page, name);
  await expect(rowOf(page, name)).toContainText('Mumbai Fort');
});

test('the company profile is printed at the head of documents', async ({ page }) => {
  const contact = uniqueName('Care');
  await openSession(page, 'admin');
  await page.goto('/company');
  const printed = page.getByRole('region', { name: 'As printed' });
  await expect(printed).toContainText('Sahyadri Forex Private Limited');
  await field(page, 'GSTIN').fill('27wrong');
  await saveButton(page).click();
  await expectMessage(page, 'GSTIN must be 15 characters');
  await expect(field(page, 'GSTIN')).toBeFocused();
  await field(page, 'GSTIN').fill('27aaaaa0000a1z5');
  await field(page, 'Contact line 2').fill(contact);
  await saveButton(page).click();
  await saved(page, 'Company Profile');
  await expect(printed).toContainText(contact);

  await page
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expectMessage(page, 'This type of file is not allowed.');
  const buffer = await pictureSample('png');
  await page.getByLabel('Choose a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
  await expect(printed.locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await expect(page.getByRole('img', { name: 'Logo' })).toHaveCount(0);
});

const SCREENS = [
  '/state-list',
  '/city-list',
  '/currency',
  '/area-list',
  '/purpose',
  '/bank',
  '/gateway-bank',
  '/employee',
  '/company',
];

test('lists and forms: axe finds no violation', async ({ page }) => {
  test.slow();
  await openSession(page, 'admin');
  for (const path of SCREENS) {
    await page.goto(path === '/company' ? path : `${path}?open=new`);
    await expect(page.getByRole('form')).toBeVisible();
    if (path !== '/company') await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/city-list?open=new');
  await picker(page, 'Country').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/area-list?open=1');
  await expect(page.getByRole('form')).toContainText('Mumbai Fort');
  await picker(page, 'Branches').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

test('a city is added by keyboard alone', async ({ page }) => {
  const name = uniqueName('Ayodhya');
  await openSession(page, 'admin');
  await page.goto('/city-list');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await pressCreate(page);
  await expect(field(page, 'City')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await typeChoice(page, 'india', /^India$/);
  await expect(picker(page, 'Country')).toHaveValue('India');
  await page.keyboard.press('Tab');
  await typeChoice(page, 'uttar p', /^Uttar Pradesh$/);
  await expect(picker(page, 'State')).toHaveValue('Uttar Pradesh');
  await page.keyboard.press('Control+Enter');
  await saved(page, name);
  await expect(rowOf(page, name)).toBeFocused();
});
