import type { Page } from '@playwright/test';
import { SHOWN } from '../tools/demo/requests.ts';
import { keepPicture } from '../tools/testing/pictures.ts';
import { pictureSample } from '../tools/testing/samples.ts';
import { pick } from './rates.ts';
import { expect, openSession, test } from './support.ts';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const wanted = process.env['PICTURES'] ?? '';
/** A sheet of A4 within its margins, at 96 dots per inch. */
const PAPER = { width: 688, height: 1_009 };
const PAPER_MARGIN = 53;

async function keep(page: Page, name: string, margin = 0): Promise<void> {
  const picture = await page.screenshot();
  expect(picture.length).toBeGreaterThan(5_000);
  await keepPicture(name, picture, margin);
}

async function generate(page: Page): Promise<void> {
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('columnheader', { name: 'WE SELL' }).first()).toBeVisible();
}

async function selectNotes(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Select by currency' }).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Selected notes' })).toContainText('selected');
}

/** A screen: its path, and the check that it is ready for the picture. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly ready: (page: Page) => Promise<void>;
}

const rows = async (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible();
const form = async (page: Page) => {
  await expect(page.getByRole('form')).toBeVisible();
  await expect(page.getByRole('form').getByRole('textbox').first()).not.toHaveValue('');
};
const filled = async (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Traveller Name' })).not.toHaveValue('');
const report = async (page: Page) =>
  expect(page.frameLocator('iframe').getByRole('row').nth(2)).toBeVisible();
const heading = (name: string | RegExp) => async (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/home', ready: heading('Rates today') },
  {
    name: 'change-password',
    path: '/changepassword',
    ready: (page) => page.getByLabel(/^New password/).fill('Bureau'),
  },
  { name: 'country-list', path: '/country-list', ready: rows },
  { name: 'country-form', path: '/country-list?open=3', ready: form },
  {
    name: 'import',
    path: '/country-list',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Import: Country' })).toBeVisible();
    },
  },
  { name: 'state-list', path: '/state-list', ready: rows },
  { name: 'city-form', path: '/city-list?open=5', ready: form },
  { name: 'currency-list', path: '/currency', ready: rows },
  { name: 'area-form', path: '/area-list?open=1', ready: form },
  { name: 'right-form', path: '/right?open=2', ready: form },
  { name: 'user-list', path: '/user-list', ready: rows },
  { name: 'user-form', path: '/user-list?open=5', ready: form },
  { name: 'entity-list', path: '/entity?type=F', ready: rows },
  { name: 'entity-form', path: '/entity?type=F&open=GOA', ready: form },
  { name: 'agreement', path: '/contract?id=GOA', ready: heading(/agreement/i) },
  { name: 'employee-list', path: '/employee', ready: rows },
  { name: 'company', path: '/company', ready: form },
  { name: 'budget-list', path: '/budget', ready: rows },
  { name: 'budget-form', path: '/budget?open=12', ready: form },
  { name: 'misbudget', path: '/misbudget', ready: rows },
  { name: 'misbudget-branch', path: '/misbudget?which=ONE&branch=MUM', ready: heading(/^Executives of/) },
  { name: 'tasks', path: '/tasksheet', ready: rows },
  { name: 'in-hand', path: '/inhandreport?branch=MUM', ready: report },
  { name: 'in-out', path: '/inoutreport?empcode=VMUM&fromdate=2026-01-01', ready: report },
  { name: 'trail', path: '/trail', ready: rows },
  { name: 'jobs', path: '/jobs', ready: heading('Jobs') },
  { name: 'rate-card', path: '/rate-card', ready: generate },
  {
    name: 'entity-public-card',
    path: '/entity?type=B&open=MUM',
    ready: (page) => page.getByRole('img', { name: 'The address as a QR code' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'public-card',
    path: '/entity?type=B&open=MUM',
    ready: async (page) => {
      await page.goto(await page.getByRole('textbox', { name: 'Address', exact: true }).inputValue());
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  { name: 'lcd', path: '/autorates/A', ready: generate },
  { name: 'request-list', path: '/requestdetail', ready: rows },
  { name: 'request-form-sale', path: `/newfxrequest?srno=${SHOWN.unlockedSale}`, ready: filled },
  { name: 'request-form-purchase', path: `/newfxrequest?srno=${SHOWN.draftPurchase}`, ready: filled },
  {
    name: 'request-detail',
    path: `/requestdetail?srno=${SHOWN.waiting}`,
    ready: heading(`Request ${SHOWN.waiting}`),
  },
  {
    name: 'request-documents',
    path: `/newfxrequest?srno=${SHOWN.unlockedSale}`,
    ready: async (page) => {
      const region = page.getByRole('region', { name: 'Documents' });
      await region
        .getByLabel('Choose files', { exact: true })
        .last()
        .setInputFiles({
          name: 'passport.png',
          mimeType: 'image/png',
          buffer: await pictureSample('png'),
        });
      await region.getByRole('button', { name: 'Preview passport.png' }).click();
      await region.getByRole('img', { name: 'passport.png' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'special-approvals', path: '/special-approvals', ready: rows },
  { name: 'tax-scheme', path: '/tax-scheme', ready: rows },
  { name: 'cn-out', path: '/cnout?branch=MUM', ready: selectNotes },
  {
    name: 'cn-out-move',
    path: '/cnout?branch=MUM',
    ready: async (page) => {
      await selectNotes(page);
      await page.getByRole('button', { name: 'Proceed' }).click();
      await expect(page.getByRole('table', { name: 'Summary' })).toBeVisible();
    },
  },
  { name: 'cn-accept', path: '/cnaccept', ready: heading('CN Accept') },
  { name: 'cn-return', path: '/cnraccept', ready: heading('CN Return') },
  {
    name: 'vault-stock',
    path: '/vaultstock?branch=MUM',
    ready: async (page) => {
      await page.getByRole('button', { name: /Movements of USD: Vault/ }).click();
      await expect(page.getByRole('table', { name: 'Movements of USD' })).toBeVisible();
    },
  },
];

/** The screens to take pictures of: all, or those whose names begin with the requested prefixes. */
const chosen =
  wanted === '1'
    ? SHOTS
    : SHOTS.filter(({ name }) => wanted.split(',').some((beginning) => name.startsWith(beginning)));

/** PICTURES=1 takes all pictures, PICTURES=request,tax only those whose names begin so. Without it nothing runs. */
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`pictures, ${size}, ${scheme}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const take = (screen: string) => keep(page, `${screen}-${size}-${scheme}`);
      await page.goto('/');
      await expect(page.getByLabel(/^Username/)).toBeFocused();
      await take('sign-in');
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await take('reset');
      await openSession(page, 'admin');
      for (const { name, path, ready } of chosen) {
        await page.goto(path);
        await ready(page);
        await take(name);
      }
    });
  }
}

test('pictures of the rate card on paper', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/rate-card');
  await generate(page);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  await keep(page, 'rate-card-paper', PAPER_MARGIN);
});

test('pictures of a request on paper', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto(`/requestdetail?srno=${SHOWN.waiting}`);
  await heading(`Request ${SHOWN.waiting}`)(page);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  await keep(page, 'request-paper', PAPER_MARGIN);
});

test('pictures of a hand-over slip on paper', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/cnout?slip=1');
  await expect(page.getByRole('article', { name: 'Hand-over slip' })).toBeVisible();
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  await keep(page, 'hand-over-slip-paper', PAPER_MARGIN);
});

for (const [width, height] of [
  [1920, 1080],
  [3840, 2160],
] as const)
  test(`pictures of the wall display, ${width} by ${height}`, async ({ page }) => {
    await openSession(page, 'admin');
    await page.setViewportSize({ width, height });
    await page.goto('/autorates/A');
    await generate(page);
    await keep(page, `lcd-${width}`);
  });
