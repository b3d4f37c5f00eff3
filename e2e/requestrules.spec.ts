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
import { expect, expectMessage, test, uniqueName } from './support.ts';

test.beforeEach(({ request }) => ratesOfToday(request));

/** The refusals and calculations of the request form, and its messages. */

test('Final names the missing fields, with a link to each', async ({ page }) => {
  await openNew(page);
  await button(page, 'Final').click();
  const dialog = page.getByRole('dialog', { name: 'Please check' });
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

test('incomplete lines are refused, and payments must equal the total', async ({ page }) => {
  // The journey is long.
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
  await expect(totals(page)).toContainText('Over by');
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment does not tally.');
  await page.getByRole('checkbox', { name: 'Payment by link' }).check();
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment does not tally.');
  await button(page, 'Remove payment 2').click();
  await expect(totals(page)).toContainText('Left for the payment link');
  await button(page, 'Final').click();
  await expectSubmitted(page);
});

test('an invalid value is refused in the words of its field', async ({ page }) => {
  // The journey is long.
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
  const quantity = entry.getByRole('textbox', { name: 'Quantity' });
  await quantity.fill('many');
  await expect(quantity).toHaveValue('');
  await quantity.fill('1.234');
  await button(page, 'Add product').click();
  await expectMessage(page, 'Quantity must be a number, such as 500.');
  await quantity.fill('0');
  await button(page, 'Add product').click();
  await expectMessage(page, 'Please fill mandatory feilds: Quantity');
  await quantity.fill('1');
  await entry.getByRole('textbox', { name: 'Rate' }).fill('90');
  await button(page, 'Add product').click();

  // The minimum fee is more than the value of the notes, so nothing would be paid out.
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

test("a total that differs from the server's is refused", async ({ page }) => {
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

test('the type decides which fields can be filled in', async ({ page }) => {
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
  await expect(page.getByRole('checkbox', { name: 'Payment by link' })).toBeDisabled();
  await pick(page, 'Hand Over', 'In', 'In Branch');
  await expect(field(page, 'Delivery Executive')).toBeDisabled();
  await expect(field(page, 'Delivery Executive')).toHaveValue('');
  // An Aadhaar number is masked as soon as the field loses the focus.
  await pick(page, 'ID Type', 'Aadhaar C', 'Aadhaar Card');
  await field(page, 'ID Number').fill('2345 6789 0124');
  await expect(field(page, 'ID Number')).toBeFocused();
  // The draft in the tab's storage contains only the masked number.
  const keptInTab = () => page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))');
  await expect.poll(keptInTab).toContain('XXXXXXXX0124');
  expect(await keptInTab()).not.toContain('2345 6789');
  await field(page, 'Mobile').focus();
  await expect(field(page, 'ID Number')).toHaveValue('XXXXXXXX0124');
});

test('rates come from the card, charges never fall below the fee, and unusual values are reported', async ({
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
  await button(page, 'Use it').click();
  await expect(field(page, 'TCS')).toHaveValue('60000.00');
  const warnings = totals(page).getByRole('region', { name: 'Warnings' });
  await expect(warnings).toContainText('A PAN is needed for every sale under the scheme (LRS).');
  await warnings.getByRole('button', { name: /^A PAN is needed/ }).click();
  await expect(field(page, 'PAN')).toBeFocused();
  await page.getByText('Optional details').click();
  await pick(page, 'Destination', 'Iran', 'Iran');
  await expect(warnings).toContainText('Iran is on a list of the FATF: take extra care.');
  await totals(page).getByText('How it was calculated').click();
  await expect(totals(page)).toContainText('₹5,500.00 + 0.1 % of what lies above ₹10,00,000.00');
});
