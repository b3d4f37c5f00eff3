import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, signIn, test } from './support.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const isWanted = process.env['PICTURES'] === '1';

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

/** A rate that is out of the ordinary; the way to the next screen asks about it, and goes on. */
const typedRate = async (page: Page) => {
  await expect(page.getByRole('region', { name: 'Mails' })).toContainText('sent');
  await page.getByRole('textbox', { name: 'Rate of AED' }).fill('25.9');
  page.once('dialog', (dialog) => void dialog.accept());
};

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/home', ready: heading(/./) },
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
  { name: 'ibr', path: '/ibr', ready: typedRate },
  {
    name: 'ibr-publish',
    path: '/ibr',
    ready: async (page) => {
      await typedRate(page);
      await page.getByRole('button', { name: 'Overwrite', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('entities will have a new rate card');
    },
  },
  {
    name: 'ibr-log',
    path: '/ibr?tab=log',
    ready: async (page) => {
      const fetches = page.getByRole('button', { name: /^Fetch list/ });
      await fetches.first().click();
      await page.getByRole('combobox', { name: 'Compare with' }).click();
      await page.getByRole('option').nth(2).click();
      await expect(page.getByRole('checkbox', { name: 'Only what differs' })).toBeVisible();
    },
  },
  {
    name: 'ibr-history',
    path: '/ibr?tab=history',
    ready: (page) => page.getByRole('group', { name: /^Published rates/ }).focus(),
  },
  { name: 'trail', path: '/trail', ready: rows },
  { name: 'jobs', path: '/jobs', ready: heading('Jobs') },
];

/** With PICTURES=1 the screens are kept as docs/pictures; otherwise they are only drawn and must not be empty. */
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`pictures, ${size}, ${scheme}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const take = async (screen: string) => {
        const path = `${FOLDER}${screen}-${size}-${scheme}.png`;
        const picture = await page.screenshot();
        expect(picture.length).toBeGreaterThan(5_000);
        // With a palette a picture takes a quarter of the room in the repository.
        if (isWanted) await sharp(picture).png({ palette: true, effort: 10 }).toFile(path);
      };
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
