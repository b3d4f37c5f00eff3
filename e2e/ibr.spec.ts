import type { BrowserContext, Page } from '@playwright/test';
import { ALREADY_PUBLISHED, INVALID_RATES } from '#domain/rates/ibr.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { onlyDemoCurrencies } from './rates.ts';
import { expect, expectMessage, MAILS_URL, openSession, signIn, test } from './support.ts';

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;

/** Resets the day to a morning on which nothing is published. */
async function beforeWork(): Promise<void> {
  const today = `(select srno from rates.ibr_list where day = ${TODAY})`;
  await inDatabase(`delete from rates.mail where publication in ${today}`);
  await inDatabase(`delete from rates.card where publication in ${today}`);
  await inDatabase(`delete from rates.ibr_rate where list in ${today}`);
  await inDatabase(`delete from rates.ibr_list where day = ${TODAY}`);
}

const setEmail = (entity: string, email: string) =>
  inDatabase('update masters.entity set email = $2 where id = $1', [entity, email]);

test.beforeAll(onlyDemoCurrencies);

const rate = (page: Page, code: string) => page.getByRole('textbox', { name: `Rate of ${code}` });
const rateRows = (page: Page) => page.getByRole('table', { name: 'Rates of today' }).locator('tbody tr');
const rowOf = (page: Page, code: string) => rateRows(page).filter({ has: rate(page, code) });
/** Only the rate in force; that of the day before may stand before it. */
const inForce = (page: Page, code: string) =>
  rowOf(page, code).getByRole('cell').first().locator('span').last();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const mails = (page: Page) => page.getByRole('region', { name: 'Mails' });

async function openIbr(page: Page, user = 'ho.rates'): Promise<void> {
  await openSession(page, user);
  await page.goto('/ibr');
  await expect(rate(page, 'USD')).toBeVisible();
}

async function fillFromLast(page: Page): Promise<void> {
  await button(page, 'Fetch Last Rate').click();
  await expect(rate(page, 'USD')).not.toHaveValue('');
}

async function publish(page: Page, how: 'Final' | 'Overwrite'): Promise<void> {
  await button(page, how).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: how === 'Final' ? 'Publish' : 'Overwrite' })
    .click();
}

/** Pastes a text into the focused field like a copy from a spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);
}

async function secondDesk(context: BrowserContext, user: string): Promise<Page> {
  const page = await context.newPage();
  await openIbr(page, user);
  return page;
}

test('every rate is typed and published by keyboard alone, and the mails are sent', async ({
  page,
  request,
}) => {
  await beforeWork();
  await openIbr(page);
  await expect(page.getByText('Not published today')).toBeVisible();
  await expect(button(page, 'Overwrite')).toHaveAttribute('aria-disabled', 'true');
  const lasts = await rateRows(page).locator('td:nth-child(2)').allInnerTexts();
  expect(lasts.length).toBeGreaterThanOrEqual(24);

  // The first currency in the order of trade.
  await expect(rate(page, 'USD')).toBeFocused();
  for (const last of lasts) {
    await page.keyboard.type(last === 'none' ? '1.5' : last.replaceAll(',', ''));
    await page.keyboard.press('Enter');
  }
  await expect(button(page, 'Final')).toBeFocused();
  await expect(rowOf(page, 'USD')).toContainText('0.00 %');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  await expect(page.getByText(/^Draft saved \d\d:\d\d IST by Rohan Mehta$/)).toBeVisible();

  await expect(button(page, 'Final')).toBeFocused();
  await page.keyboard.press('Enter');
  const ask = page.getByRole('dialog', { name: 'Publish these rates?' });
  await expect(ask).toContainText(/\d entities will have a new rate card\./);
  await expect(ask).toContainText('6 mails will go out.');
  await expect(ask).toContainText('No rate differs from the list in force.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The rates are published.')).toBeVisible();
  await expect(mails(page)).toBeFocused();
  await expect(mails(page)).toContainText('All 6 mails are sent.');
  await expect(button(page, 'Final')).toHaveAttribute('aria-disabled', 'true');
  const sent = (await (await request.get(MAILS_URL)).json()) as { subject: string; to: string[] }[];
  const cards = sent.filter(({ subject }) => subject.includes('Rate card for'));
  expect(cards.length).toBeGreaterThanOrEqual(6);

  await page.goto('/home');
  await page.goto('/ibr');
  await expect(mails(page)).toContainText('All 6 mails are sent.');
});

test('arrows move, a column or codes with rates can be pasted, and a paste can be undone', async ({
  page,
}) => {
  await openIbr(page);
  await rate(page, 'CAD').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rate(page, 'THB')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rate(page, 'CAD')).toBeFocused();

  const before = await rate(page, 'BHD').inputValue();
  await rate(page, 'THB').focus();
  await paste(page, '58.75\r\n1,232.50\r\n');
  await expect(rate(page, 'THB')).toHaveValue('58.75');
  await expect(rate(page, 'BHD')).toHaveValue('1232.50');
  await expect(rowOf(page, 'BHD')).toContainText('Unusual');
  await expect(page.getByText('2 rates pasted.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rate(page, 'BHD')).toHaveValue(before);

  await paste(page, 'Code\tRate\nusd\t89.11\nZZZ\t1\nJPY\t0.5801\n');
  await expect(rate(page, 'USD')).toHaveValue('89.11');
  await expect(rate(page, 'JPY')).toHaveValue('0.5801');
  await expect(page.getByText('2 rates pasted. No row for: ZZZ.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(rate(page, 'USD')).not.toHaveValue('89.11');
});

test('the last rates fill empty fields, and ask before they replace typed ones', async ({ page }) => {
  await openIbr(page);
  await rate(page, 'USD').fill('90');
  await rate(page, 'EUR').fill('');
  await button(page, 'Fetch Last Rate').click();
  await expect(rate(page, 'EUR')).not.toHaveValue('');
  await expect(rate(page, 'USD')).toHaveValue('90.00');
  await button(page, 'Fetch Last Rate').click();
  await page.getByRole('dialog', { name: 'Replace what is typed?' }).getByText('Replace all').click();
  await expect(rate(page, 'USD')).not.toHaveValue('90.00');
  await expect(rowOf(page, 'USD')).toContainText('0.00 %');
});

test('grid and question compare with the list in force, and show the day before beside it', async ({
  page,
}) => {
  await beforeWork();
  await openIbr(page);
  await fillFromLast(page);
  const before = await rate(page, 'USD').inputValue();
  await expect(rateRows(page).first().getByRole('cell').first()).toHaveText(before);
  await rate(page, 'USD').fill('90.25');
  await publish(page, 'Final');
  await expect(page.getByText('The rates are published.')).toBeVisible();
  await expect(rateRows(page).first().getByRole('cell').first()).toHaveText(`${before}90.25`);
  await expect(rowOf(page, 'USD')).toContainText('0.00 %');
  await rate(page, 'USD').fill('90.341');
  await expect(rowOf(page, 'USD')).toContainText('+0.10 %');
  await button(page, 'Overwrite').click();
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'USD' });
  await expect(row.getByRole('cell')).toHaveText([`${before}90.25`, '90.341', '+0.10 %']);
});

test('an invalid rate is refused in the specified words, and shown', async ({ page }) => {
  await openIbr(page);
  await rate(page, 'EUR').fill('');
  await rate(page, 'USD').fill('0');
  for (const how of ['Draft', 'Overwrite']) {
    await button(page, how).click();
    await expectMessage(page, INVALID_RATES);
    await expect(rate(page, 'USD')).toBeFocused();
  }
  await expect(rowOf(page, 'EUR')).toContainText('Enter a rate');
  await expect(rate(page, 'USD')).toHaveAttribute('aria-invalid', 'true');
  await rate(page, 'USD').fill('89');
  await expect(rowOf(page, 'USD')).not.toContainText('Enter a rate');
});

test('typed rates survive a reload, and leaving asks first', async ({ page }) => {
  await openIbr(page);
  await rate(page, 'USD').fill('91.5');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(rate(page, 'USD')).toHaveValue('91.5');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('link', { name: 'Currency' }).click();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('tab', { name: 'New' }).click();
  await expect(rate(page, 'USD')).toHaveValue('91.50');
  await button(page, 'Start over').click();
  await expect(rate(page, 'USD')).not.toHaveValue('91.50');
  await page.getByRole('link', { name: 'Currency' }).click();
  await page.waitForURL('/currency');
});

test('of two users who publish at once one succeeds, and the other is warned and compares before overwriting', async ({
  page,
  context,
}) => {
  await beforeWork();
  await openIbr(page, 'admin');
  const other = await secondDesk(context, 'ho.rates');
  await fillFromLast(page);
  await fillFromLast(other);
  await rate(other, 'USD').fill('89.25');
  for (const desk of [page, other]) await button(desk, 'Final').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The rates are published.')).toBeVisible();
  await other.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expectMessage(other, ALREADY_PUBLISHED);

  await expect(other.getByText(/Asha Rao published at \d\d:\d\d IST while you were typing/)).toBeVisible();
  await publish(other, 'Overwrite');
  const told = other.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(told).toContainText('Asha Rao saved');
  await expect(told.getByRole('row').filter({ hasText: 'USD' })).toContainText('89.25');
  await expect(told.getByRole('row')).toHaveCount(2);
  await told.getByRole('button', { name: 'Overwrite with mine' }).click();
  await other
    .getByRole('dialog', { name: 'Replace today’s published list?' })
    .getByRole('button', { name: 'Overwrite' })
    .click();
  await expect(other.getByText('The rates are published in the place of the earlier ones.')).toBeVisible();
  // The first desk has no unsaved changes, so it shows the new rates without asking.
  await expect(rate(page, 'USD')).toHaveValue('89.25');
  await expect(page.getByText(/^Published \d\d:\d\d IST by Rohan Mehta$/)).toBeVisible();
});

test("a user who has not seen a colleague's draft compares it before continuing", async ({
  page,
  context,
}) => {
  await beforeWork();
  await openIbr(page, 'admin');
  const other = await secondDesk(context, 'ho.rates');
  await fillFromLast(page);
  await fillFromLast(other);
  await rate(other, 'USD').fill('89.75');
  await button(page, 'Draft').click();
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  await button(other, 'Draft').click();
  const told = other.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(told).toContainText('Asha Rao saved');
  await told.getByRole('button', { name: 'Keep mine' }).click();
  await expect(rate(other, 'USD')).toHaveValue('89.75');
  await button(other, 'Draft').click();
  await expect(other.getByText('The draft is saved.')).toBeVisible();
  // Other journeys need published rates.
  await publish(other, 'Final');
  await expect(other.getByText('The rates are published.')).toBeVisible();
});

test('a failed mail shows the reason and is sent again; recipients without an address are named', async ({
  page,
}) => {
  await setEmail('PUN', 'nobody');
  await setEmail('JAI', '');
  try {
    await openIbr(page);
    await publish(page, 'Overwrite');
    await expect(page.getByText('The rates are published in the place')).toBeVisible();
    await expect(mails(page)).toContainText('4 of 5 mails are sent; no more are waiting.');
    await expect(page.getByRole('list', { name: 'Failed' })).toContainText(/Pune Camp.*not a mail address/s);
    await expect(page.getByRole('list', { name: 'No address on file' })).toContainText('Jaipur');
    await setEmail('PUN', 'pune@bureau.example');
    await button(page, 'Resend failed').click();
    await expect(mails(page)).toContainText('All 5 mails are sent.');
    await expect(page.getByRole('list', { name: 'Failed' })).toHaveCount(0);
    await setEmail('JAI', 'jaipur@pinkcityexchange.example');
    await button(page, 'Resend Email').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect(mails(page)).toContainText('All 6 mails are sent.');
  } finally {
    await setEmail('PUN', 'pune@bureau.example');
    await setEmail('JAI', 'jaipur@pinkcityexchange.example');
  }
});

test('the log lists the saved lists, opens one and compares it with another', async ({ page }) => {
  await openIbr(page);
  await rate(page, 'USD').fill('89.75');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  // The published list and the current draft are separate.
  await expect(page.getByText(/^Published .* IST by Rohan Mehta$/)).toBeVisible();
  await expect(page.getByText(/^Draft saved .* by Rohan Mehta$/)).toBeVisible();
  await page.getByRole('tab', { name: 'Log' }).click();
  const log = page.getByRole('table', { name: 'Saved lists' });
  await expect(log.getByRole('row').nth(1)).toContainText(/ho\.rates.*Rohan Mehta.*Draft/);
  await expect(log.getByText('Replaced').first()).toBeVisible();
  await page.getByLabel('From date').fill('01/01/2020');
  await page.getByLabel('To date').fill('02/01/2020');
  await button(page, 'Generate').click();
  await expect(page.getByText('No list was saved in these days')).toBeVisible();
  await page.goto('/ibr?tab=log');
  await page
    .getByRole('button', { name: /^Fetch list/ })
    .first()
    .click();
  const list = page.getByRole('region', { name: /^List \d+$/ });
  await expect(list.getByRole('row').filter({ hasText: 'USD' })).toContainText('89.75');
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option').last().click();
  await expect(page).toHaveURL(/with=\d+/);
  await expect(list.getByRole('row').filter({ hasText: 'USD' })).toContainText(/[+−]\d+\.\d\d %/);
  await page.reload();
  await expect(list.getByRole('row').filter({ hasText: 'USD' })).toContainText(/[+−]\d+\.\d\d %/);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
});

test('a currency over time is a chart for pointer and keys, and a table', async ({ page }) => {
  await openIbr(page);
  await page.getByRole('tab', { name: 'New' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/tab=history/);
  const chart = page.getByRole('group', { name: /^Published rates of USD/ });
  await chart.focus();
  const tip = chart.getByRole('status');
  await expect(tip).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d IST/);
  const newest = (await tip.textContent()) ?? '';
  await page.keyboard.press('ArrowLeft');
  await expect(tip).not.toHaveText(newest);
  await page.keyboard.press('End');
  await expect(tip).toHaveText(newest);
  await chart.hover({ position: { x: 120, y: 100 } });
  await expect(tip).not.toHaveText(newest);
  const table = page.getByRole('table', { name: 'Published rates of USD' });
  await expect(table.getByRole('row').nth(1)).toContainText('Rohan Mehta');

  await page.getByRole('combobox', { name: 'Currency' }).fill('yen');
  await page.getByRole('option', { name: 'JPY Japanese Yen' }).click();
  await expect(page.getByRole('table', { name: 'Published rates of JPY' })).toBeVisible();
  await expect(page).toHaveURL(/isd=JPY/);
  await page.getByLabel('From date').fill('01/01/2020');
  await expect(page).toHaveURL(/from=2020-01-01/);
  await page.getByLabel('To date').fill('02/01/2020');
  await expect(page.getByText('Nothing was published in these days')).toBeVisible();
});

test('without the right there is no way in; with query alone rates are only looked at', async ({ page }) => {
  await signIn(page, 'sales.mum');
  await expect(page.getByRole('link', { name: 'IBR' })).toHaveCount(0);
  await page.goto('/ibr');
  await page.waitForURL('/');
  await inDatabase(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'IBR', true, false, false from access.right_group where name = 'Corporate manager'
     on conflict (right_group, right_key) do update set may_query = true, may_add = false, may_edit = false`,
  );
  await openSession(page, 'cm.ho');
  await page.goto('/ibr');
  await expect(page.getByRole('table', { name: 'Rates of today' })).toContainText('US Dollar');
  await expect(page.getByText('You can see the rates but not change them.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  for (const name of ['Fetch Last Rate', 'Draft', 'Final', 'Overwrite', 'Resend Email'])
    await expect(button(page, name)).toHaveCount(0);
  await inDatabase(
    `delete from access.group_right g using access.right_group r
     where r.srno = g.right_group and r.name = 'Corporate manager' and g.right_key = 'IBR'`,
  );
});

test('New: axe finds no violation', async ({ page }) => {
  await openIbr(page);
  await expect(mails(page)).toContainText('sent');
  await rate(page, 'AED').fill('30');
  await expectAccessible(page);
  await rate(page, 'EUR').fill('');
  await button(page, 'Draft').click();
  await expectMessage(page, INVALID_RATES);
  await expectAccessible(page);
  const last = await inForce(page, 'EUR').innerText();
  await rate(page, 'EUR').fill(last.replaceAll(',', ''));
  await button(page, 'Overwrite').click();
  await expect(page.getByRole('dialog')).toContainText('1 rate changes by more than 2 %');
  await expectAccessible(page);
});

test('Log and History: axe finds no violation', async ({ page }) => {
  await openIbr(page);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page
    .getByRole('button', { name: /^Fetch list/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option').last().click();
  await expect(page.getByRole('checkbox', { name: 'Only what differs' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('group', { name: /^Published rates of USD/ }).focus();
  await expectAccessible(page);
});
