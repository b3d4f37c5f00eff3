import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pick } from './rates.ts';
import { expect, signIn, test } from './support.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const isWanted = process.env['PICTURES'] === '1';
/** A sheet of A4 within its margins, at 96 dots to the inch. */
const PAPER = { width: 688, height: 1_009 };
const PAPER_MARGIN = 53;

async function keep(page: Page, name: string, margin = 0): Promise<void> {
  const picture = await page.screenshot();
  expect(picture.length).toBeGreaterThan(5_000);
  // With a palette a picture takes a quarter of the room in the repository.
  if (isWanted)
    await sharp(picture)
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
      .png({ palette: true, effort: 10 })
      .toFile(`${FOLDER}${name}.png`);
}

async function generate(page: Page): Promise<void> {
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('columnheader', { name: 'WE SELL' }).first()).toBeVisible();
}

/** A screen as it is shown: where it is, and what must be there before it is drawn. */
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
const heading = (name: string | RegExp) => async (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/home', ready: heading(/^Welcome/) },
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
];

/** With PICTURES=1 the screens are kept as docs/pictures; otherwise they are only drawn and must not be empty. */
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
      await signIn(page, 'admin');
      for (const { name, path, ready } of SHOTS) {
        await page.goto(path);
        await ready(page);
        await take(name);
      }
    });
  }
}

test('pictures of the rate card on paper', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/rate-card');
  await generate(page);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  await keep(page, 'rate-card-paper', PAPER_MARGIN);
});

for (const [width, height] of [
  [1920, 1080],
  [3840, 2160],
] as const)
  test(`pictures of the wall display, ${width} by ${height}`, async ({ page }) => {
    await signIn(page, 'admin');
    await page.setViewportSize({ width, height });
    await page.goto('/autorates/A');
    await generate(page);
    await keep(page, `lcd-${width}`);
  });
