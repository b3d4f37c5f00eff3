import type { Page } from '@playwright/test';
import { pdfSample } from '../tools/testing/samples.ts';
import { demo } from './business.ts';
import {
  addDollars,
  button,
  expectSubmitted,
  field,
  fillBasic,
  openNew,
  passport,
  paymentEntry,
  pick,
} from './requestform.ts';
import { payerMail } from './payers.ts';
import { ratesOfToday } from './rates.ts';
import { expect, signIn, test, typeChoice, uniqueName } from './support.ts';

test.beforeEach(({ request }) => ratesOfToday(request));

/** How many keys and clicks the daily work costs, and the payment link that is sent from the form. */

const MAX_NEW = { keys: 165, clicks: 3, saves: 1 };
const MAX_RETURNING = { keys: 45, clicks: 0, saves: 1 };

interface Counted {
  readonly keys: number;
  readonly clicks: number;
  readonly saves: number;
}

/** Counts what the user does. A combination such as Ctrl+Enter is one key. The function returns the count since its last call. */
async function startCounting(page: Page): Promise<() => Promise<Counted>> {
  await page.evaluate(`(() => {
    window.counted = { keys: 0, clicks: 0 };
    const held = ['Alt', 'Control', 'Shift', 'Meta'];
    // A key that waited for an answer comes twice; the second time the page types it.
    addEventListener('keydown', (event) => { if (event.isTrusted && !held.includes(event.key)) counted.keys += 1; }, true);
    addEventListener('pointerdown', () => { counted.clicks += 1; }, true);
  })()`);
  let saves = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('2=save') === true) saves += 1;
  });
  return async () => {
    const counted = (await page.evaluate(
      '(() => { const before = counted; window.counted = { keys: 0, clicks: 0 }; return before; })()',
    )) as Omit<Counted, 'saves'>;
    const total = { ...counted, saves };
    saves = 0;
    return total;
  };
}

const box = (page: Page) => field(page, 'Customer');
/** A mobile number that no earlier run has used. */
const newMobile = () => `9${String(Date.now()).slice(-9)}`;

async function typeLines(page: Page): Promise<void> {
  for (const [code, quantity] of [
    ['usd', '1000'],
    ['eur', '500'],
  ] as const) {
    await expect(field(page, 'ISD')).toBeFocused();
    await typeChoice(page, code, code.toUpperCase());
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
    await expect(field(page, 'Rate')).not.toHaveValue('');
    await page.keyboard.press('Enter');
  }
  await expect(field(page, 'ISD')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Payment Type')).toBeFocused();
}

async function askForLink(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Payment by link' })).toBeFocused();
  await page.keyboard.press('Space');
}

test('a new customer and a returning one cost few keys and one save', async ({ page }) => {
  // The journey is long.
  test.slow();
  const { keyboard } = page;
  const mobile = newMobile();
  const enter = async (text: string) => {
    await keyboard.type(text);
    await keyboard.press('Enter');
  };
  await openNew(page);
  const count = await startCounting(page);
  // The browser learns of it in time, which it may not directly before the key on a busy machine.
  const choosing = page.waitForEvent('filechooser');
  await keyboard.press('Alt+1');
  await expect(box(page)).toBeFocused();
  await enter(mobile);
  await expect(field(page, 'Traveller Name')).toBeFocused();
  await expect(field(page, 'Mobile')).toHaveValue(mobile);
  await enter('Kavya Iyer');
  await typeChoice(page, 'p', 'Passport');
  await enter(`P${mobile.slice(-7)}`);
  await enter(`KAVPI${mobile.slice(-4)}N`);
  await expect(field(page, 'Mobile')).toBeFocused();
  await enter('');
  await enter('kavya@iyer.example');
  await expect(field(page, 'Entity Name')).toBeFocused();
  await enter('');
  await typeChoice(page, 'mah', 'Maharashtra');
  await expect(field(page, 'KYC Address')).toBeFocused();
  await keyboard.type('65 Gandhi Road, Bandra');
  await keyboard.press('Tab');
  await expect(field(page, 'Hand Over')).toBeFocused();
  await typeChoice(page, 'i', 'In Branch');
  await expect(field(page, 'Purpose')).toBeFocused();
  await typeChoice(page, 'lei', 'Leisure');
  await expect(button(page, 'Same as KYC address')).toBeFocused();
  await keyboard.press('Enter');
  await expect(field(page, 'Other Details')).toBeFocused();
  await expect(field(page, 'Delivery Address')).toHaveValue('65 Gandhi Road, Bandra');
  await keyboard.press('Alt+l');
  await typeLines(page);
  await askForLink(page);
  await keyboard.press('Enter');
  await expect(field(page, 'Remitter Bank')).toBeFocused();
  await typeChoice(page, 'hdfc', 'HDFC Bank');
  await enter('501002345678');
  await keyboard.type('HDFC0000123');
  await keyboard.press('Alt+u');
  const chooser = await choosing;
  await chooser.setFiles(
    ['passport.pdf', 'pan.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: pdfSample(),
    })),
  );
  await expect(field(page, 'Kind of document of passport.pdf')).toHaveValue('Passport');
  await expect(field(page, 'Kind of document of pan.pdf')).toHaveValue('PAN card');
  await expect(page.getByRole('region', { name: 'Document checklist' })).toContainText('2 of 4');
  await keyboard.press('Control+Shift+Enter');
  await expectSubmitted(page);
  await expect(page.getByText('2 documents have been uploaded.')).toBeVisible();
  const forNew = await count();

  await expect(field(page, 'Transaction Type')).toBeFocused();
  await keyboard.press('Alt+1');
  await expect(box(page)).toBeFocused();
  await enter(mobile);
  await expect(field(page, 'Hand Over')).toBeFocused();
  const card = page.getByRole('region', { name: 'Customer details' });
  for (const text of ['Kavya Iyer', 'Returning customer', mobile, '65 Gandhi Road, Bandra', 'Maharashtra'])
    await expect(card).toContainText(text);
  await expect(field(page, 'Traveller Name')).toHaveCount(0);
  await typeChoice(page, 'i', 'In Branch');
  await typeChoice(page, 'lei', 'Leisure');
  await keyboard.press('Alt+l');
  await typeLines(page);
  await askForLink(page);
  await expect(field(page, 'Account Number')).toHaveValue('501002345678');
  await keyboard.press('Control+Shift+Enter');
  await expect(card).toHaveCount(0);
  await expectSubmitted(page);
  const forReturning = await count();

  console.log(`new customer: ${JSON.stringify(forNew)}, returning customer: ${JSON.stringify(forReturning)}`);
  for (const what of ['keys', 'clicks', 'saves'] as const) {
    expect(forNew[what], `${what}, new customer`).toBeLessThanOrEqual(MAX_NEW[what]);
    expect(forReturning[what], `${what}, returning customer`).toBeLessThanOrEqual(MAX_RETURNING[what]);
  }
});

test('the fields of a chosen customer are shown again to be changed, or when Final needs one of them', async ({
  page,
}) => {
  const mobile = newMobile();
  const name = uniqueName('Ruhi').replaceAll(/\d/g, 'x');
  await demo.saved({ reqDraftFinal: 'D', reqTravName: name, reqMobile: mobile, reqPan: '' });
  await openNew(page);
  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Alt+t');
  await page.keyboard.type(name.slice(0, -1));
  await page.getByRole('option', { name }).click();
  const card = page.getByRole('region', { name: 'Customer details' });
  await expect(card).toContainText(name);
  // The last request had no PAN, so the field is there.
  await field(page, 'PAN').fill('RUHIP1234K');
  await expect(card).toBeVisible();
  await button(page, 'Change details').click();
  await expect(field(page, 'Traveller Name')).toBeFocused();
  await expect(field(page, 'Traveller Name')).toHaveValue(name);
  await expect(field(page, 'PAN')).toHaveValue('RUHIP1234K');
  await expect(field(page, 'Mobile')).toHaveValue(mobile);
});

test('who may send the payment link sends it from the form, and sees when it is opened', async ({ page }) => {
  // The journey is long.
  test.slow();
  const email = payerMail();
  await signIn(page, 'bm.mum', '/newfxrequest');
  await pick(page, 'Sales Executive', 'Sneha', 'Sneha Patil (E101)');
  await fillBasic(page, uniqueName('Asha'), passport());
  await field(page, 'E-mail').fill(email);
  await addDollars(page);
  await expect(paymentEntry(page)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Payment by link' }).check();
  await expect(page.getByText('Final asks whether to send it.')).toBeVisible();
  await pick(page, 'Remitter Bank', 'HDFC', 'HDFC Bank');
  await field(page, 'Account Number').fill('00112233445566');
  await field(page, 'IFSC').fill('HDFC0000001');
  await button(page, 'Final').click();
  const question = page.getByRole('dialog', { name: 'Payment link' });
  await expect(question).toContainText('Are you sure to send payment link ?.');
  await expect(question).toContainText(`₹53,631.00 to ${email}`);
  await page.keyboard.press('Enter');
  await expectSubmitted(page);
  await expect(page.getByText('Payment link has been sent successfully')).toBeVisible();
  const link = page.getByRole('region', { name: 'Payment link' });
  await expect(link).toContainText('Sent');
  await link.getByRole('button', { name: 'Show QR code' }).click();
  await expect(link.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  const address = (await link.getByText(/\/pay\//).textContent()) ?? '';
  const payer = await page.context().newPage();
  await payer.goto(address);
  await expect(payer.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  await payer.close();
  const srno = await page.getByRole('link', { name: /^\d+$/ }).textContent();
  await page.goto(`/requestdetail?srno=${srno}`);
  await expect(page.getByRole('region', { name: 'Payment link' })).toContainText('Opened');
});
