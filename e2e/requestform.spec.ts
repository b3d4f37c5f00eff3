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
import { expect, expectMessage, signIn, test, uniqueName, typeChoice } from './support.ts';

test('a sale with delivery is drafted, survives a reload, and is made Final', async ({ page }) => {
  // A long way for one journey.
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
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  await expect(page).toHaveURL(/srno=\d+/);
  await expect(button(page, 'Reset')).toHaveCount(0);

  await field(page, 'Other Details').fill('Collect at the gate');
  // The same page for another request would leave it behind.
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

test('the whole form by the keyboard alone, from the first field to Final', async ({ page }) => {
  // A long way for one journey.
  test.slow();
  await openNew(page);
  const enter = () => page.keyboard.press('Enter');
  await typeChoice(page, 'SP');
  await expect(field(page, 'Hand Over')).toBeFocused();
  await typeChoice(page, 'Del');
  await expect(field(page, 'Delivery Executive')).toBeFocused();
  await typeChoice(page, 'Dinesh');
  await expect(field(page, 'Entity Name')).toBeFocused();
  await enter();
  await page.keyboard.type('Kavya Menon');
  await enter();
  await typeChoice(page, 'Pass');
  await expect(field(page, 'ID Number')).toBeFocused();
  await page.keyboard.type(passport());
  await enter();
  await expect(field(page, 'Mobile')).toBeFocused();
  await enter();
  await enter();
  await expect(field(page, 'KYC Address')).toBeFocused();
  await page.keyboard.type('7 Hill Road');
  await page.keyboard.press('Tab');
  await page.keyboard.type('7 Hill Road');
  await page.keyboard.press('Tab');
  await expect(field(page, 'State')).toBeFocused();
  await typeChoice(page, 'Goa');
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
  // A second line, taken away again without the mouse.
  await expect(field(page, 'ISD')).toBeFocused();
  await typeChoice(page, 'eur');
  await page.keyboard.type('10');
  await enter();
  await enter();
  await expect(page.getByRole('row')).toHaveCount(3);
  // One taken up for a change goes back as it was.
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
  await expect(field(page, 'Other Charges')).toBeFocused();
  await enter();
  await expect(field(page, 'TCS')).toBeFocused();
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
  await expect(page.getByRole('checkbox', { name: 'Payment link is asked for' })).toBeFocused();
  await enter();
  await expect(button(page, 'Final')).toBeFocused();
  await enter();
  await expectSubmitted(page);
  await expect(field(page, 'Transaction Type')).toBeFocused();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
});

test('Final names what is missing, with the way to each field', async ({ page }) => {
  await openNew(page);
  await button(page, 'Final').click();
  const dialog = page.getByRole('dialog', { name: 'Message' });
  await expect(dialog).toContainText(
    'Please fill mandatory feilds: Hand Over, Transaction Type, KYC Address, Delivery Address, State, Product, Payment',
  );
  await dialog.getByRole('button', { name: 'State', exact: true }).click();
  await expect(field(page, 'State')).toBeFocused();
  await button(page, 'Final').click();
  await expectMessage(page, 'Please fill mandatory feilds: Hand Over');
  await expect(field(page, 'Hand Over')).toBeFocused();
  await expect(page.getByText('Please fill this in')).toHaveCount(7);

  await pick(page, 'Hand Over', 'Del', 'Delivery/Pickup');
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await button(page, 'Final').click();
  await expectMessage(
    page,
    'Please fill mandatory feilds: Delivery Executive, Traveller Name, ID Type, ID Number, KYC Address, Delivery Address, State, Product, Payment',
  );
  await expect(field(page, 'Delivery Executive')).toBeFocused();
  await pick(page, 'Transaction Type', 'SB', 'SB Sales Bulk');
  await button(page, 'Final').click();
  await expectMessage(page, 'Please fill mandatory feilds: Delivery Executive, Entity Name, KYC Address');
});

test('lines that are not whole are refused, and payments must meet the total', async ({ page }) => {
  // A long way for one journey.
  test.slow();
  await openNew(page);
  await button(page, 'Add product').click();
  await expectMessage(page, 'Please fill mandatory feilds: ISD, Quantity, Rate');
  await expect(field(page, 'ISD')).toBeFocused();
  await fillBasic(page, uniqueName('Meena'), passport());
  await button(page, 'Add payment').click();
  await expectMessage(page, 'Please fill mandatory feilds: Payment Type, Amount');
  await pick(page, 'Payment Type', 'Bank', 'Bank');
  await paymentEntry(page).getByRole('textbox', { name: 'Amount' }).fill('10');
  await button(page, 'Add payment').click();
  await expectMessage(page, 'Please fill mandatory feilds: Bank, Reference');
  await button(page, 'Final').click();
  await expectMessage(page, 'A payment line is typed but not added.');
  await pick(page, 'Payment Type', 'Special', 'Special Approval');
  await paymentEntry(page).getByRole('textbox', { name: 'Amount' }).fill('0');
  await button(page, 'Add payment').click();
  await expectMessage(page, 'Please fill mandatory feilds: Amount');

  await paymentEntry(page).getByRole('textbox', { name: 'Amount' }).fill('50000');
  await button(page, 'Add payment').click();
  await addDollars(page);
  await expect(totals(page)).toContainText('Short by');
  await expect(totals(page)).toContainText('₹3,631.00');
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment is short.');
  await addPayment(page, '4000');
  await expect(totals(page)).toContainText('Too much by');
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment does not tally.');
  await page.getByRole('checkbox', { name: 'Payment link is asked for' }).check();
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment does not tally.');
  await button(page, 'Remove payment 2').click();
  await expect(totals(page)).toContainText('Left for the payment link');
  await button(page, 'Final').click();
  await expectSubmitted(page);
});

test('what is not what its field holds is refused in its words', async ({ page }) => {
  // A long way for one journey.
  test.slow();
  await openNew(page);
  await pick(page, 'Transaction Type', 'PP', 'PP Purchase To Public');
  await pick(page, 'Hand Over', 'In', 'In Branch');
  await field(page, 'Mobile').pressSequentially('12345678901234567890');
  await expect(field(page, 'Mobile')).toHaveValue('123456789012345');
  await page.getByText('Optional details').click();
  const refused = async (name: string, typed: string, message: string) => {
    await field(page, name).fill(typed);
    await button(page, 'Draft').click();
    await expectMessage(page, message);
    await field(page, name).fill('');
  };
  await refused('PAN', 'AB123', 'PAN must have 5 letters, 4 digits and 1 letter.');
  await refused('Date of Birth', '01/01/2150', 'Date of birth sould be less than today');
  await refused('Travel Date', '31/02/2026', 'Travel Date is not a date.');
  await field(page, 'Travel Date').fill('soon');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Travel Date is not a date.');
  await field(page, 'Travel Date').fill('');
  await refused('Date', '31/02/2026', 'A payment line is typed but not added.');

  const entry = productEntry(page);
  await pick(page, 'ISD', 'USD', /^USD/);
  await entry.getByRole('textbox', { name: 'Quantity' }).fill('many');
  await button(page, 'Add product').click();
  await expectMessage(page, 'Quantity must be a number, such as 500.');
  await entry.getByRole('textbox', { name: 'Quantity' }).fill('0');
  await button(page, 'Add product').click();
  await expectMessage(page, 'Please fill mandatory feilds: Quantity');
  await entry.getByRole('textbox', { name: 'Quantity' }).fill('1');
  await entry.getByRole('textbox', { name: 'Rate' }).fill('90');
  await button(page, 'Add product').click();

  // The least fee is more than the notes are worth, so nothing would be paid out.
  await field(page, 'Traveller Name').fill('Arun Joshi');
  await pick(page, 'ID Type', 'Pass', 'Passport');
  await field(page, 'ID Number').fill(passport());
  await field(page, 'KYC Address').fill('4 Marine Drive, Mumbai');
  await button(page, 'Same as KYC address').click();
  await pick(page, 'State', 'Mahar', 'Maharashtra');
  await addPayment(page, '1');
  await button(page, 'Final').click();
  await expectMessage(page, 'Grand total must be above zero.');
});

test('a total that the server does not come to is refused', async ({ page }) => {
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await addDollars(page);
  await page.route('**/api/newfxrequest_a.php', async (route) => {
    const fields = new URLSearchParams(route.request().postData() ?? '');
    if (fields.get('2') !== 'save') return route.continue();
    const record = JSON.parse(fields.get('3') ?? '{}') as object;
    fields.set('3', JSON.stringify({ ...record, reqGrandTotal: '53000.00' }));
    return route.continue({ postData: fields.toString() });
  });
  await button(page, 'Draft').click();
  await expectMessage(page, 'Payment does not tally. Please check.');
  await page.unroute('**/api/newfxrequest_a.php');
  await button(page, 'Draft').click();
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
});

test('the type decides what can be filled in', async ({ page }) => {
  await openNew(page);
  await expect(field(page, 'TCS')).toBeDisabled();
  await expect(field(page, 'Other Charges')).toBeDisabled();
  await fillBasic(page, 'Arun Joshi', 'Z1234567');
  await expect(field(page, 'Other Charges')).toBeEnabled();
  await field(page, 'TCS').fill('250');
  await pick(page, 'Transaction Type', 'SB', 'SB Sales Bulk');
  for (const name of ['Traveller Name', 'ID Type', 'ID Number', 'TCS']) {
    await expect(field(page, name)).toBeDisabled();
    await expect(field(page, name)).toHaveValue('');
  }
  await pick(page, 'Transaction Type', 'PP', 'PP Purchase To Public');
  await expect(field(page, 'Traveller Name')).toBeEnabled();
  await expect(field(page, 'TCS')).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Payment link is asked for' })).toBeDisabled();
  await pick(page, 'Hand Over', 'In', 'In Branch');
  await expect(field(page, 'Delivery Executive')).toBeDisabled();
  await expect(field(page, 'Delivery Executive')).toHaveValue('');
  // An Aadhaar number is masked as soon as it is left.
  await pick(page, 'ID Type', 'Aadhaar C', 'Aadhaar Card');
  await field(page, 'ID Number').fill('2345 6789 0124');
  await expect(field(page, 'ID Number')).toBeFocused();
  // What is kept in the tab while it is typed has no more of it.
  const keptInTab = () => page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))');
  await expect.poll(keptInTab).toContain('XXXXXXXX0124');
  expect(await keptInTab()).not.toContain('2345 6789');
  await field(page, 'Mobile').focus();
  await expect(field(page, 'ID Number')).toHaveValue('XXXXXXXX0124');
});

test('rates come from the card, charges never fall below the fee, and what is odd is said', async ({
  page,
}) => {
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await pick(page, 'ISD', 'USD', /^USD/);
  const rate = productEntry(page).getByRole('textbox', { name: 'Rate' });
  await expect(rate).not.toHaveValue('');
  const sells = await rate.inputValue();
  await pick(page, 'Transaction Type', 'PP', 'PP Purchase To Public');
  await expect(rate).not.toHaveValue(sells);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await expect(rate).toHaveValue(sells);
  await productEntry(page).getByRole('textbox', { name: 'Quantity' }).fill('12000');
  await rate.fill('100');
  await expect(page.getByText(/^The rate 100 of USD is more than 2 % from the card's/)).toBeVisible();
  await button(page, 'Add product').click();
  const charges = field(page, 'Other Charges');
  await expect(charges).toHaveValue('5700.00');
  await charges.fill('');
  await expect(charges).toHaveValue('');
  await charges.pressSequentially('10');
  await field(page, 'TCS').focus();
  await expect(charges).toHaveValue('5700.00');
  await expect(page.getByText('Raised to the fee of ₹5,700.00.')).toBeVisible();
  await charges.fill('6000');
  await addDollars(page, '1000', '100');
  await expect(charges).toHaveValue('6100.00');
  await expect(page.getByText('Suggested ₹60,000.00')).toBeVisible();
  await button(page, 'Take it').click();
  await expect(field(page, 'TCS')).toHaveValue('60000.00');
  const warnings = totals(page).getByRole('region', { name: 'To look at' });
  await expect(warnings).toContainText('A PAN is needed for every sale under the scheme (LRS).');
  await warnings.getByRole('button', { name: /^A PAN is needed/ }).click();
  await expect(field(page, 'PAN')).toBeFocused();
  await pick(page, 'Destination', 'Iran', 'Iran');
  await expect(warnings).toContainText('Iran is on a list of the FATF: take extra care.');
  await totals(page).getByText('How it was calculated').click();
  await expect(totals(page)).toContainText('₹5,500.00 + 0.1 % of what lies above ₹10,00,000.00');
});

test('a returning customer is known again, and one key takes the details', async ({ page }) => {
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
  await button(page, 'Empty the form').click();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
});

test('of two who change the same request the second sees who changed what', async ({ page, context }) => {
  // A long way for one journey.
  test.slow();
  await openNew(page);
  await fillBasic(page, uniqueName('Tara'), passport());
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/srno=\d+/);
  const other = await context.newPage();
  await signIn(other, 'bm.mum');
  await other.goto(page.url());
  await field(other, 'Mobile').fill('9820098200');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByText('The draft is saved')).toBeVisible();
  await field(page, 'Other Details').fill('Mine');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(dialog).toContainText('Bhavna Shah');
  await expect(dialog).toContainText('9820098200');
  await dialog.getByRole('button', { name: 'Look at theirs' }).click();
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
  await dialog.getByRole('button', { name: 'Look at theirs' }).click();
  await expectMessage(page, 'The server could not be reached.');
  await expect(field(page, 'Other Details')).toHaveValue('Mine');
  await page.unroute(detail);
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Look at theirs' }).click();
  // Theirs is submitted, so nothing of mine can be saved any more.
  await expect(page.getByText('The request is submitted; it must be unlocked first.')).toBeVisible();
  await expect(field(page, 'Other Details')).toHaveValue('');
  for (const name of ['Draft', 'Final', 'Bring back mine']) await expect(button(page, name)).toHaveCount(0);
});

test('who comes back to a draft by the browser finds it as it is stored', async ({ page }) => {
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

test('a lost answer is asked for again and makes one request', async ({ page }) => {
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  let sent = 0;
  const keys = new Set<string>();
  await page.route('**/api/newfxrequest_a.php', async (route) => {
    const request = route.request();
    if (!(request.postData() ?? '').includes('2=save')) return route.continue();
    sent += 1;
    keys.add(request.headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    return sent === 1 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  expect(sent).toBe(2);
  expect(keys.size).toBe(1);
});

test('on a phone the form can be used from top to bottom', async ({ page }) => {
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

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible as it stands, ${scheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openNew(page);
    await expectAccessible(page);
    await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
    await page.getByText('Optional details').click();
    await addDollars(page);
    await addPayment(page, '100');
    await totals(page).getByText('How it was calculated').click();
    await page.getByRole('checkbox', { name: 'Payment link is asked for' }).check();
    await expectAccessible(page);
    await button(page, 'Final').click();
    await expect(page.getByRole('dialog', { name: 'Message' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await expectAccessible(page);
  });
}
