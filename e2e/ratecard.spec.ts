import { decodeQR } from 'qr/decode.js';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { TEXTS } from '#domain/messages.ts';
import { CARD_NOT_AVAILABLE, NO_FRANCHISEE } from '#domain/rates/card.ts';
import { expectAccessible } from './axe.ts';
import { addBranch, onlyDemoCurrencies, pick, publish } from './rates.ts';
import { expect, expectMessage, openSession, signIn, test } from './support.ts';

test.beforeAll(onlyDemoCurrencies);

const card = (page: Page) => page.getByRole('article', { name: 'Rate Card' });
const rateOf = (page: Page, isd: string) => card(page).getByRole('row').filter({ hasText: isd });
const branch = (page: Page) => page.getByRole('combobox', { name: 'Branch', exact: true });
const franchise = (page: Page) => page.getByRole('combobox', { name: 'Franchise', exact: true });
const generate = (page: Page) => page.getByRole('button', { name: 'Generate' }).click();
const asFranchise = (page: Page) => page.getByText('Franchise', { exact: true }).first().click();
const panel = (page: Page) => page.getByRole('region', { name: 'Public rate card' });
const address = (page: Page) => panel(page).getByRole('textbox', { name: 'Address', exact: true });

async function showMumbai(page: Page): Promise<void> {
  await page.goto('/rate-card');
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await generate(page);
  await expect(card(page)).toBeVisible();
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Opens the panel of an entity, and publishes its card if it has no address. */
async function openPanel(page: Page, type: string, id: string): Promise<string> {
  await page.goto(`/entity?type=${type}&open=${id}`);
  const put = panel(page).getByRole('button', { name: 'Make public' });
  await expect(put.or(address(page))).toBeVisible();
  if (await put.isVisible()) await put.click();
  await expect(address(page)).toBeVisible();
  return address(page).inputValue();
}

test('a franchise sees the card although the server was too busy for the first calls', async ({
  page,
  request,
}) => {
  // Midnight in India may have passed since the demo was made.
  await publish(request, 'USD', '88.00');
  const refused = new Set<string>();
  await page.route(/\/api\/(company|ratecard)_a/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (refused.has(pathname)) return route.continue();
    refused.add(pathname);
    await route.fulfill({ status: 503, json: { err: 'busy' } });
  });
  await signIn(page, 'fran.goa', '/rate-card');
  await expect(card(page)).toContainText('Goa Panjim Forex');
  expect(refused.size).toBe(2);
});

test('staff see the card of a branch and of its franchise', async ({ page, request }) => {
  await publish(request, 'USD', '88.00');
  await openSession(page, 'admin');
  await showMumbai(page);
  await expect(card(page)).toContainText('Sahyadri Forex Private Limited');
  await expect(card(page)).toContainText('Mumbai Fort');
  await expect(card(page)).toContainText('Published byAsha Rao');
  await expect(card(page)).toContainText(/As of\d\d\/\d\d\/\d{4} \d\d:\d\d IST/);
  await expect(card(page).getByRole('row')).toHaveCount(25);
  await expect(rateOf(page, 'USD')).toContainText('USDUS Dollar86.9989.06');
  await expect(rateOf(page, 'IDR')).toContainText(/0\.\d{4}0\.\d{4}$/);

  await asFranchise(page);
  await expect(card(page)).toHaveCount(0);
  await franchise(page).click();
  // Only the franchises of the branch; other journeys may have added some to it.
  await expect(page.getByRole('option', { name: 'Goa Panjim Forex' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Kochi Marine Drive Forex' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Goa Panjim Forex' }).click();
  await generate(page);
  await expect(card(page)).toContainText('Goa Panjim Forex');
  await expect(card(page).getByRole('row')).toHaveCount(7);
  await expect(card(page)).not.toContainText('inter-bank rate');

  await pick(page, 'Branch', 'Bengaluru', 'Bengaluru MG Road');
  await expect(franchise(page)).toHaveValue('');
  await pick(page, 'Franchise', 'Kochi', 'Kochi Marine Drive Forex');
  await generate(page);
  await expect(card(page)).toContainText('WE SELL is the inter-bank rate (IBR).');
  await expect(rateOf(page, 'USD')).toContainText('88.00');
});

test('missing fields are named, and the first one has the focus', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/rate-card');
  await generate(page);
  await expectMessage(page, TEXTS.badBranch);
  await expect(branch(page)).toBeFocused();
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await asFranchise(page);
  await generate(page);
  await expectMessage(page, NO_FRANCHISEE);
  await expect(franchise(page)).toBeFocused();
  await page.getByText('Branch', { exact: true }).last().click();
  await page.getByLabel(/^Date/).fill('01/01/2020');
  await generate(page);
  await expectMessage(page, CARD_NOT_AVAILABLE);
  await expect(page.getByLabel(/^Date/)).toBeFocused();
  await expect(card(page)).toHaveCount(0);
});

test('a user with one branch finds it chosen', async ({ page }) => {
  await signIn(page, 'bm.mum');
  await page.getByRole('link', { name: 'Rate Card', exact: true }).first().click();
  await expect(branch(page)).toHaveValue('Mumbai Fort');
  await generate(page);
  await expect(card(page)).toContainText('Mumbai Fort');
});

test('the card prints on one sheet, with 24 currencies and with 40', async ({ page }) => {
  await openSession(page, 'admin');
  await showMumbai(page);
  await expect(card(page).getByRole('table')).toHaveCount(1);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);

  await page.route('**/api/ratecard_a.php', async (route) => {
    const rows = (await (await route.fetch()).json()) as object[];
    const more = rows.slice(0, 16).map((row, at) => ({ ...row, mid_isd: `X${String(10 + at)}` }));
    await route.fulfill({ json: [...rows, ...more] });
  });
  await generate(page);
  await expect(card(page).getByRole('table')).toHaveCount(2);
  await expect(card(page).getByRole('row')).toHaveCount(42);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
});

test('a franchise user sees only their own card and Logout', async ({ page }) => {
  await signIn(page, 'fran.goa', '/rate-card');
  await expect(card(page)).toContainText('Goa Panjim Forex');
  await expect(card(page).getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Logout', 'Print']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
});

test('a franchise without a card sees a message', async ({ page }) => {
  await page.route('**/api/ratecard_a.php', (route) => route.fulfill({ json: [] }));
  await signIn(page, 'fran.goa', '/rate-card');
  await expectMessage(page, CARD_NOT_AVAILABLE);
  await page.unroute('**/api/ratecard_a.php');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page)).toContainText('Goa Panjim Forex');
});

test('the public card is shown at its address, with or without a session', async ({
  page,
  browser,
  baseURL,
}) => {
  await openSession(page, 'admin');
  const url = await openPanel(page, 'B', 'MUM');
  const picture = await panel(page).getByRole('img', { name: 'The address as a QR code' }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ ...info, data: new Uint8Array(data) })).toBe(url);

  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await visitor.goto(url);
  await expect(card(visitor)).toContainText('Sahyadri Forex Private Limited');
  await expect(card(visitor)).toContainText('Mumbai Fort');
  await expect(card(visitor)).not.toContainText('Published by');
  await expect(rateOf(visitor, 'EUR')).toContainText(/\.\d{2}\d+\.\d{2}$/);
  await expect(visitor.getByRole('button')).toHaveText(['Print']);
  await expect(visitor.getByRole('link')).toHaveCount(0);
  const width = await visitor.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(390);
  expect(pagesOf(await visitor.pdf({ preferCSSPageSize: true }))).toBe(1);

  await page.goto(url);
  await expect(card(page)).toContainText('Mumbai Fort');
  await expect(page.getByRole('navigation')).toHaveCount(0);

  for (const wrong of [url.replace('/B/MUM', '/B/PUN'), `${baseURL}/ratebatch/${'x'.repeat(32)}/B/MUM`]) {
    await visitor.goto(wrong);
    await expect(visitor.getByRole('heading', { name: CARD_NOT_AVAILABLE })).toBeVisible();
    expect(await visitor.locator('body').innerText()).toBe(CARD_NOT_AVAILABLE);
  }
  await visitor.context().close();
});

test('the address is copied, renewed and withdrawn', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSession(page, 'admin');
  const id = `P${Date.now().toString(36).toUpperCase()}`;
  await addBranch(page, id, `Porbandar ${id}`);
  const first = await openPanel(page, 'B', id);
  await expect(panel(page)).toContainText(/Made \d\d\/\d\d\/\d{4} \d\d:\d\d IST by Asha Rao/);
  await panel(page).getByRole('button', { name: 'Copy' }).click();
  await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(first);

  await panel(page).getByRole('button', { name: 'Renew' }).click();
  await page.getByRole('button', { name: 'Renew the address' }).click();
  await expect(panel(page)).toContainText('The card has a new address.');
  await expect(address(page)).not.toHaveValue(first);

  await panel(page).getByRole('button', { name: 'Make private' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make private' }).click();
  await expect(panel(page)).toContainText('The card is not public.');
  await expect(address(page)).toHaveCount(0);
});

test('a renewed address shows the card, the old one shows nothing', async ({ page, context }) => {
  await openSession(page, 'admin');
  const old = await openPanel(page, 'F', 'GOA');
  const visitor = await context.newPage();
  await visitor.goto(old);
  await expect(card(visitor)).toContainText('Goa Panjim Forex');
  await panel(page).getByRole('button', { name: 'Renew' }).click();
  await page.getByRole('button', { name: 'Renew the address' }).click();
  await expect(address(page)).not.toHaveValue(old);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: CARD_NOT_AVAILABLE })).toBeVisible();
  await visitor.goto(await address(page).inputValue());
  await expect(card(visitor)).toContainText('Goa Panjim Forex');
});

test('with the query right alone the address is only looked at', async ({ page }) => {
  await openSession(page, 'bm.mum');
  await page.goto('/entity?type=B&open=MUM');
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /Renew|net/ })).toHaveCount(0);
});

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'staff card': showMumbai,
  'staff card, marked': async (page) => {
    await page.goto('/rate-card');
    await generate(page);
    await expectMessage(page, TEXTS.badBranch);
    // The focus has opened the list of branches, which is empty until they are loaded.
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'public card': async (page) => {
    await page.goto(await openPanel(page, 'B', 'MUM'));
    await expect(card(page)).toBeVisible();
  },
  'no public card': async (page) => {
    await page.goto('/ratebatch/wrong/B/MUM');
    await expect(page.getByRole('heading', { name: CARD_NOT_AVAILABLE })).toBeVisible();
  },
  panel: async (page) => {
    await openPanel(page, 'B', 'MUM');
    await expect(panel(page).getByRole('img')).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(STATES))
  test(`rate card, ${name}: axe finds no violation`, async ({ page }) => {
    await openSession(page, 'admin');
    await reach(page);
    await expectAccessible(page);
  });
