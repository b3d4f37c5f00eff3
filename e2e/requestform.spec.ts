import { expectAccessible } from './axe.ts';
import {
  addDollars,
  addPayment,
  button,
  expectSubmitted,
  field,
  fillBasic,
  openNew,
  passport,
  paymentEntry,
  pick,
  productEntry,
  totals,
} from './requestform.ts';
import { ratesOfToday } from './rates.ts';
import { expect, expectMessage, openSession, test, typeChoice, uniqueName } from './support.ts';

test.beforeEach(({ request }) => ratesOfToday(request));

/** Journeys that fill in, save and reopen a request. */

test('a sale with delivery is drafted, survives a reload, and is made Final', async ({ page }) => {
  // The journey is long.
  test.slow();
  const name = uniqueName('Ravi');
  await openNew(page);
  await expect(field(page, 'Branch')).toHaveValue('Mumbai Fort');
  await expect(field(page, 'Branch')).toBeDisabled();
  await expect(field(page, 'Sales Executive')).toHaveValue('Sneha Patil (E101)');
  await fillBasic(page, name, passport());
  await expect(field(page, 'Delivery Address')).toHaveValue('4 Marine Drive, Mumbai');
  await addDollars(page);
  await expect(totals(page)).toContainText('₹53,631.00');
  await button(page, 'Draft').click();
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  await expect(button(page, 'Draft')).toBeFocused();
  await expect(page).toHaveURL(/srno=\d+/);
  await expect(button(page, 'Reset')).toHaveCount(0);

  await field(page, 'Other Details').fill('Collect at the gate');
  // A new request on the same page would discard the changes.
  await page.getByRole('link', { name: 'New Request' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay on this page' })
    .click();
  await expect(page).toHaveURL(/srno=\d+/);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('What you had entered before is still here.')).toBeVisible();
  await expect(field(page, 'Other Details')).toHaveValue('Collect at the gate');
  await expect(field(page, 'Traveller Name')).toHaveValue(name);
  await expect(page.getByRole('table', { name: 'Product lines' })).toContainText('₹45,000.00');

  await addPayment(page, '53631');
  await expect(totals(page)).toContainText('Payment tallies');
  await button(page, 'Final').click();
  await page.waitForURL('/requestdetail');
});

test('the whole form is filled in by keyboard alone, from the first field to Final', async ({ page }) => {
  // The journey is long.
  test.slow();
  await openNew(page);
  const enter = () => page.keyboard.press('Enter');
  await typeChoice(page, 'SP');
  await expect(field(page, 'Customer')).toBeFocused();
  await enter();
  await expect(field(page, 'Traveller Name')).toBeFocused();
  await page.keyboard.type('Kavya Menon');
  await enter();
  await typeChoice(page, 'Pass');
  await expect(field(page, 'ID Number')).toBeFocused();
  await page.keyboard.type(passport());
  await enter();
  await expect(field(page, 'PAN')).toBeFocused();
  await enter();
  await expect(field(page, 'Mobile')).toBeFocused();
  await enter();
  await enter();
  await enter();
  await expect(field(page, 'State')).toBeFocused();
  await typeChoice(page, 'Goa');
  await expect(field(page, 'KYC Address')).toBeFocused();
  await page.keyboard.type('7 Hill Road');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Hand Over')).toBeFocused();
  await typeChoice(page, 'Del');
  await expect(field(page, 'Delivery Executive')).toBeFocused();
  await typeChoice(page, 'Dinesh');
  await expect(field(page, 'Purpose')).toBeFocused();
  await enter();
  await expect(button(page, 'Same as KYC address')).toBeFocused();
  await enter();
  await expect(field(page, 'Other Details')).toBeFocused();
  await enter();
  await expect(field(page, 'Product')).toBeFocused();
  await enter();
  await typeChoice(page, 'usd');
  await expect(field(page, 'Quantity')).toBeFocused();
  await page.keyboard.type('100');
  await enter();
  await expect(field(page, 'Rate')).not.toHaveValue('');
  await enter();
  await expect(page.getByRole('table', { name: 'Product lines' })).toContainText('USD');
  // A second line is added and removed without the mouse.
  await expect(field(page, 'ISD')).toBeFocused();
  await typeChoice(page, 'eur');
  await page.keyboard.type('10');
  await enter();
  await enter();
  await expect(page.getByRole('row')).toHaveCount(3);
  // A line taken up for a change is restored unchanged.
  for (const giveUp of [
    () => page.keyboard.press('Escape'),
    async () => {
      await button(page, 'Cancel').focus();
      await enter();
    },
  ]) {
    await button(page, 'Change line 1').focus();
    await enter();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('group', { name: 'Product line 1' })).toBeVisible();
    await expect(field(page, 'ISD')).toBeFocused();
    await giveUp();
    await expect(productEntry(page)).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('USD');
    await expect(field(page, 'ISD')).toBeFocused();
  }
  await button(page, 'Remove line 2').focus();
  await enter();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(field(page, 'ISD')).toBeFocused();
  await enter();
  await expect(field(page, 'Payment Type')).toBeFocused();
  await typeChoice(page, 'Bank');
  await expect(field(page, 'Bank')).toBeFocused();
  await typeChoice(page, 'State Bank');
  await page.keyboard.type('UTR 778812');
  await enter();
  await enter();
  await expect(paymentEntry(page).getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await enter();
  await expect(totals(page)).toContainText('Payment tallies');
  await enter();
  await expect(page.getByRole('checkbox', { name: 'Payment by link' })).toBeFocused();
  await enter();
  await expect(button(page, 'Final')).toBeFocused();
  await enter();
  await expectSubmitted(page);
  await expect(field(page, 'Transaction Type')).toBeFocused();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
});

test('a returning customer is recognized, and one key takes the details', async ({ page }) => {
  const [name, id] = [uniqueName('Farah'), passport()];
  await openNew(page);
  await fillBasic(page, name, id);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  await page.goto('/newfxrequest');
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await field(page, 'ID Number').fill(id);
  await expect(page.getByText(`Returning customer: ${name}`)).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expect(field(page, 'Traveller Name')).toHaveValue(name);
  await expect(field(page, 'ID Type')).toHaveValue('Passport');
  await expect(field(page, 'State')).toHaveValue('Maharashtra');
  await expect(page.getByText('Returning customer')).toHaveCount(0);
  await button(page, 'Reset').click();
  await button(page, 'Clear the form').click();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
});

test('the second of two concurrent editors of a request sees who changed what', async ({ page, context }) => {
  // The journey is long.
  test.slow();
  await openNew(page);
  await fillBasic(page, uniqueName('Tara'), passport());
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/srno=\d+/);
  const other = await context.newPage();
  await openSession(other, 'bm.mum');
  await other.goto(page.url());
  await field(other, 'Mobile').fill('9820098200');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByText('The draft is saved')).toBeVisible();
  await field(page, 'Other Details').fill('Mine');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(dialog).toContainText('Bhavna Shah');
  await expect(dialog).toContainText('9820098200');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect(field(page, 'Mobile')).toHaveValue('9820098200');
  await button(page, 'Bring back mine').click();
  await expect(field(page, 'Other Details')).toHaveValue('Mine');

  await addDollars(other);
  await addPayment(other, '53631');
  await button(other, 'Final').click();
  await other.waitForURL('/requestdetail');
  const detail = '**/api/fxrequest_a.php';
  await page.route(detail, (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expectMessage(page, 'The server could not be reached.');
  await expect(field(page, 'Other Details')).toHaveValue('Mine');
  await page.unroute(detail);
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  // The other user's version is submitted, so this user's changes can no longer be saved.
  await expect(page.getByText('The request is submitted; it must be unlocked first.')).toBeVisible();
  await expect(field(page, 'Other Details')).toHaveValue('');
  for (const name of ['Draft', 'Final', 'Bring back mine']) await expect(button(page, name)).toHaveCount(0);
});

test("a return to a draft by the browser's Back shows the stored draft", async ({ page }) => {
  const name = uniqueName('Leela');
  await openNew(page);
  await fillBasic(page, name, passport());
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Transaction Request \d+$/ })).toBeVisible();
  const address = page.url();
  await page.getByRole('link', { name: 'New Request' }).click();
  await expect(page).toHaveURL('/newfxrequest');
  await expect(field(page, 'Traveller Name')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(field(page, 'Traveller Name')).toHaveValue(name);
});

test('a save without a reply is sent again and creates one request', async ({ page }) => {
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  let sent = 0;
  const keys = new Set<string>();
  await page.route('**/api/newfxrequest_a.php', async (route) => {
    // Only a save has a key. The browser does not always tell what a request sends.
    const key = route.request().headers()['idempotency-key'];
    if (key === undefined) return route.continue();
    sent += 1;
    keys.add(key);
    const response = await route.fetch();
    return sent === 1 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  // A busy server can refuse an attempt, which is then made again with the same key.
  expect(sent).toBeGreaterThanOrEqual(2);
  expect(keys.size).toBe(1);
});

test('a part that cannot be loaded leaves what was typed, and comes when it can be loaded', async ({
  page,
}) => {
  let asked = 0;
  await page.route(/\/Calendar-[^/]+\.js$/, (route) => {
    asked += 1;
    return asked <= 2 ? route.abort('connectionrefused') : route.fallback();
  });
  await openNew(page);
  await field(page, 'Traveller Name').fill('Ishaan Rao');
  await button(page, 'Open the calendar (F2)').first().click();
  await expect.poll(() => asked).toBe(2);
  await expect(field(page, 'Traveller Name')).toHaveValue('Ishaan Rao');
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await expect(field(page, 'Traveller Name')).toHaveValue('Ishaan Rao');
});

test('the form can be used on a phone from top to bottom', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNew(page);
  await fillBasic(page, uniqueName('Ishaan'), passport());
  await addDollars(page);
  await expect(page.getByText('Short by').filter({ visible: true })).toBeVisible();
  await addPayment(page, '53631');
  await button(page, 'Show the totals').click();
  const dialog = page.getByRole('dialog', { name: 'Totals' });
  await expect(dialog).toContainText('Payment tallies');
  await dialog.getByRole('button', { name: 'Close the totals' }).click();
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
  await button(page, 'Final').click();
  await expectSubmitted(page);
});

test('the form is accessible', async ({ page }) => {
  test.slow();
  await openNew(page);
  await expectAccessible(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await page.getByText('Optional details').click();
  await addDollars(page);
  await addPayment(page, '100');
  await totals(page).getByText('How it was calculated').click();
  await page.getByRole('checkbox', { name: 'Payment by link' }).check();
  // A button that is half under a bar would count as too small.
  await page.evaluate(
    `document.querySelector('[aria-label="Change line 1"]').scrollIntoView({ block: 'center' })`,
  );
  await expectAccessible(page);
  await button(page, 'Final').click();
  await expect(page.getByRole('dialog', { name: 'Please check' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expectAccessible(page);
});
