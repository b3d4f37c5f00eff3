import type { Page } from '@playwright/test';
import { demo } from './business.ts';
import { ratesOfToday } from './rates.ts';
import { button, expectSubmitted, field, openNew, productEntry } from './requestform.ts';
import { expect, test, typeChoice, uniqueName } from './support.ts';

/** What is typed into the form of a request counts, however fast it is typed and however late the server answers. */

test.beforeEach(({ request }) => ratesOfToday(request));

/** Delays the replies to a call, and returns how many there were. */
async function delay(page: Page, call: string, ms: number): Promise<() => number> {
  let delayed = 0;
  await page.route('**/api/*_a.php', async (route) => {
    const request = route.request();
    if (`${request.url()} ${request.postData() ?? ''}`.includes(call)) {
      delayed += 1;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    await route.fallback().catch(() => undefined);
  });
  return () => delayed;
}

let made = 0;
/** A mobile number that no other test and no earlier run has used. */
const newMobile = () => `8${String(Date.now() + (made += 1)).slice(-9)}`;
/** A name of letters only, because digits would make it a number of the customer. */
const newName = (what: string) => uniqueName(what).replaceAll(/\d/g, 'x');

test('001 §2: a line that was begun by mistake is cleared by keyboard', async ({ page }) => {
  await openNew(page);
  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Alt+l');
  const isd = field(page, 'ISD');
  await typeChoice(page, 'eur', 'EUR');
  await expect(field(page, 'Quantity')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(isd).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  // Nothing is chosen again, and an empty line leads to the payment.
  await expect(isd).toHaveValue('');
  await expect(field(page, 'Payment Type')).toBeFocused();

  await isd.focus();
  await page.keyboard.type('usd');
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(isd).toHaveValue('');

  // The mark of the list comes back with the arrow.
  await isd.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(isd).not.toHaveValue('');
  await expect(field(page, 'Quantity')).toBeFocused();
  await page.keyboard.type('100');
  await page.keyboard.press('Escape');
  await expect(isd).toBeFocused();
  await expect(isd).toHaveValue('');
  await expect(productEntry(page).getByRole('textbox', { name: 'Quantity' })).toHaveValue('');
  await typeChoice(page, 'usd', 'USD');
  await page.keyboard.type('10');
  await page.keyboard.press('Escape');
  await typeChoice(page, 'eur', 'EUR');
  await page.keyboard.type('25');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Rate')).not.toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Product lines' })).toContainText('EUR');
  await expect(isd).toBeFocused();

  // While a line is typed, the others say why they cannot be changed.
  await typeChoice(page, 'gbp', 'GBP');
  // The focus is set by a script below, which unlike a press of the mouse does not drop keys that wait.
  await expect(field(page, 'Quantity')).toBeFocused();
  const change = button(page, 'Change line 1');
  await change.focus();
  await expect(change).toHaveAccessibleDescription('Add or clear the line below first.');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Product lines' })).toContainText('EUR');
  await button(page, 'Clear').click();
  await expect(isd).toBeFocused();

  const payType = field(page, 'Payment Type');
  await payType.focus();
  await typeChoice(page, 'Cash', 'Cash');
  await page.keyboard.press('Escape');
  await expect(payType).toBeFocused();
  await expect(payType).toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
});

test('a name and Enter takes the first match, and the last entry is a new customer', async ({ page }) => {
  const name = newName('Tara');
  const mobile = newMobile();
  await demo.saved({ reqDraftFinal: 'D', reqTravName: name, reqMobile: `+91 ${mobile}`, reqPan: '' });
  await openNew(page);
  await page.keyboard.press('Alt+1');
  const box = field(page, 'Customer');
  await expect(box).toBeFocused();
  const card = page.getByRole('region', { name: 'Customer details' });
  // Enter comes before the list.
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(card).toContainText(name);
  await expect(card).toContainText(mobile);
  await expect(card).not.toContainText('+91');

  // Alt+T selects what stands there, so that the next customer replaces it.
  for (const typed of [`0${mobile}`, `+91${mobile}`, mobile]) {
    await page.keyboard.press('Alt+t');
    await page.keyboard.type(typed);
    await expect(box).toHaveValue(typed);
    await expect(page.getByRole('option', { name })).toBeVisible();
    await expect(page.getByRole('option').last()).toHaveText(`New customer '${typed}'`);
  }
  await page.keyboard.press('Alt+t');
  await page.keyboard.type(name);
  await expect(page.getByRole('option').last()).toHaveText(`New customer '${name}'`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(page.getByText('New customer. What you typed is filled in below.')).toBeVisible();
});

test('keys that are pressed while the customer is searched are typed into the next field', async ({
  page,
}) => {
  await openNew(page);
  const delayed = await delay(page, '2=customers', 700);
  const mobile = newMobile();
  await page.keyboard.press('Alt+1');
  await page.keyboard.type(`0${mobile}`);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Kavya Iyer');
  await page.keyboard.press('Enter');
  await page.keyboard.type('p');
  await page.keyboard.press('Enter');
  await page.keyboard.type('P5170824');
  await expect(field(page, 'ID Number')).toHaveValue('P5170824');
  await expect(field(page, 'ID Number')).toBeFocused();
  await expect(field(page, 'ID Type')).toHaveValue('Passport');
  await expect(field(page, 'Traveller Name')).toHaveValue('Kavya Iyer');
  // The 0 stays, because it can be the number of a landline.
  await expect(field(page, 'Mobile')).toHaveValue(`0${mobile}`);
  await expect(field(page, 'Customer')).toHaveValue(`0${mobile}`);
  expect(delayed()).toBeGreaterThan(0);
});

test('Draft and Final wait for a choice that was typed and has not arrived', async ({ page }) => {
  await openNew(page);
  await page.keyboard.press('Alt+1');
  await expect(field(page, 'Customer')).toBeFocused();
  await field(page, 'State').focus();
  const delayed = await delay(page, 'state_a.php', 1000);
  await page.keyboard.type('maha');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  await page.reload();
  await expect(field(page, 'State')).toHaveValue('Maharashtra');
  expect(delayed()).toBeGreaterThan(0);
});

test('001 §2: a whole sale is typed without waiting for anything', async ({ page }) => {
  // The journey is long.
  test.slow();
  await openNew(page);
  const mobile = newMobile();
  const { keyboard } = page;
  const enter = async (text: string) => {
    await keyboard.type(text, { delay: 20 });
    await keyboard.press('Enter', { delay: 20 });
  };
  await keyboard.press('Alt+1');
  await enter(mobile);
  await enter('Kavya Iyer');
  await enter('p');
  await enter(`P${mobile.slice(-7)}`);
  for (const text of ['', '', 'kavya@iyer.example', '', 'mah']) await enter(text);
  await keyboard.type('65 Gandhi Road, Bandra', { delay: 20 });
  await keyboard.press('Tab');
  for (const text of ['i', 'lei', '']) await enter(text);
  await keyboard.press('Alt+l');
  for (const text of ['usd', '1000', '', 'eur', '500', '', '', '']) await enter(text);
  await keyboard.press('Space');
  for (const text of ['', 'hdfc', '501002345678']) await enter(text);
  await keyboard.type('HDFC0000123', { delay: 20 });
  await keyboard.press('Control+Shift+Enter');
  await expectSubmitted(page);
  const srno = await page.getByRole('link', { name: /^\d+$/ }).textContent();
  await page.goto(`/requestdetail?srno=${srno}`);
  const main = page.getByRole('main');
  for (const text of [
    'Kavya Iyer',
    'In Branch',
    'Maharashtra',
    'Leisure',
    '65 Gandhi Road, Bandra',
    'USD',
    'EUR',
  ])
    await expect(main).toContainText(text);
});
