import type { Browser, Locator, Page } from '@playwright/test';
import { SHOWN } from '../tools/demo/requests.ts';
import { pictureSample } from '../tools/testing/samples.ts';
import { demo } from './business.ts';
import { expect, expectMessage, openSession, signIn, test } from './support.ts';

/** Measurable properties of the layout. */

const PHONE = { width: 390, height: 844 };
const LONG_NAME = 'passport of a traveller with a long name, both pages, as it came by mail.png';

/** The bottom of an element's text. */
const footOf = (of: Locator, text: string): Promise<number> =>
  of.getByText(text, { exact: true }).evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().bottom;
  });

const lineColour = (field: Locator) =>
  field.evaluate(
    (element) => element.ownerDocument.defaultView?.getComputedStyle(element).borderTopColor ?? '',
  );

/** A phone widens its layout viewport to content that does not fit, so only the document's own width is a measure. */
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

async function openByTouch(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  return context.newPage();
}

test('flag, code and name of a currency are aligned with its figures', async ({ page }) => {
  await signIn(page, 'admin', '/vaultstock?branch=MUM');
  const row = page.getByRole('row').filter({ hasText: 'UAE Dirham' });
  const foot = await footOf(row, 'UAE Dirham');
  expect(Math.abs((await footOf(row, 'AED')) - foot)).toBeLessThan(1);
  const namesBegin = async (name: string) => (await page.getByText(name, { exact: true }).boundingBox())?.x;
  expect(await namesBegin('Japanese Yen')).toBe(await namesBegin('Thai Baht'));
});

test('a truncated cell shows its full text as a tooltip', async ({ page }) => {
  await signIn(page, 'admin', '/tasksheet');
  await page.setViewportSize(PHONE);
  const task = 'Ask Mumbai Fort for the signed cash count of Friday.';
  const cell = page.getByRole('cell', { name: task });
  await cell.hover();
  await expect(cell).toHaveAttribute('title', task);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('heading', { level: 1 }).hover();
  await cell.hover();
  await expect(cell).toHaveAttribute('title', '');
});

test('a list without rows shows no totals', async ({ page }) => {
  await signIn(page, 'admin', '/requestdetail');
  const filter = page.getByLabel('Filter rows');
  await filter.fill('Neha');
  const totals = page.getByText(/Totals cover the (loaded rows|rows shown)/);
  await expect(totals).toBeVisible();
  await filter.fill('nobody at all');
  await expect(page.getByText('No row matches')).toBeVisible();
  await expect(totals).toHaveCount(0);
});

test('a list is as high as its rows', async ({ page }) => {
  await signIn(page, 'admin', '/cnraccept');
  // Below the headings, which are rendered before the rows.
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = await page.getByRole('row').last().boundingBox();
  const status = await page.getByText('1 row', { exact: true }).boundingBox();
  expect((status?.y ?? 0) - ((row?.y ?? 0) + (row?.height ?? 0))).toBeLessThan(24);
});

test('fields with errors have a line of their own colour, and read-only fields are readable', async ({
  page,
}) => {
  await signIn(page, 'sales.mum', '/newfxrequest');
  const fault = page.getByRole('textbox', { name: 'KYC Address' });
  const sound = page.getByRole('textbox', { name: 'Other Details' });
  await page.getByRole('button', { name: 'Final', exact: true }).click();
  await expectMessage(page, 'Please fill mandatory feilds');
  expect(await lineColour(fault)).not.toBe(await lineColour(sound));
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveCSS('opacity', '1');
});

test('a long file name does not widen the page on a phone', async ({ browser, baseURL }) => {
  const page = await openByTouch(browser, baseURL);
  const srno = await demo.saved({ reqDraftFinal: 'D' });
  await demo.open(page, 'sales.mum', `/newfxrequest?srno=${srno}`);
  const region = page.getByRole('region', { name: 'Documents' });
  await region
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles({ name: LONG_NAME, mimeType: 'image/png', buffer: await pictureSample('png') });
  await region.getByRole('combobox').fill('Passport');
  await page.getByRole('option', { name: 'Passport' }).first().click();
  await page.keyboard.press('Control+Enter');
  // Until it is uploaded, Preview shows the file that waits.
  await region.getByRole('button', { name: `View ${LONG_NAME}`, exact: true }).click();
  const picture = await region.getByRole('img', { name: LONG_NAME }).boundingBox();
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThan(PHONE.width);
  expect(await widthOf(page)).toBe(PHONE.width);
  await page.context().close();
});

/** Controls that are lower than a thumb needs; within a table the row is the target. */
const TOO_LOW = `[...document.querySelectorAll('main button, main input, header button')]
  .filter((each) => each.checkVisibility() && !each.closest('table, dl, .mantine-Input-section, [type=checkbox], [type=file]'))
  .filter((each) => each.getBoundingClientRect().height > 1 && each.getBoundingClientRect().height < 40)
  .map((each) => each.getAttribute('aria-label') ?? each.textContent)`;

test('touch targets are high enough for a thumb', async ({ browser, baseURL }) => {
  const page = await openByTouch(browser, baseURL);
  await openSession(page, 'admin');
  const request = `/requestdetail?srno=${SHOWN.waiting}`;
  for (const path of ['/requestdetail', request, '/cnout?branch=MUM', '/budget', '/ibr']) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await page.evaluate(TOO_LOW), path).toEqual([]);
    expect(await widthOf(page), path).toBe(PHONE.width);
  }
  await page.goto('/home');
  const line = page.getByRole('main').getByRole('link').first();
  expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await page.context().close();
});
