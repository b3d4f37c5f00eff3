import sharp from 'sharp';
import { expect, signIn, test } from './support.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const isWanted = process.env['PICTURES'] === '1';

/** With PICTURES=1 the screens are kept as docs/pictures; otherwise they are only drawn and must not be empty. */
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`pictures, ${size}, ${scheme}`, async ({ page }) => {
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
      await take('home');
      await page.goto('/changepassword');
      await page.getByLabel(/^New password/).fill('Bureau');
      await take('change-password');
      await page.goto('/country-list');
      await expect(page.getByRole('row').nth(5)).toBeVisible();
      await take('country-list');
      await page.getByRole('row').nth(3).click();
      await expect(page.getByRole('heading', { name: 'Edit country' })).toBeVisible();
      await take('country-form');
      await page.goto('/trail');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await take('trail');
      await page.goto('/ibr');
      await expect(page.getByRole('region', { name: 'Mails' })).toContainText('sent');
      await page.getByRole('textbox', { name: 'Rate of AED' }).fill('25.9');
      await take('ibr');
      await page.getByRole('button', { name: 'Overwrite', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('entities will have a new rate card');
      await take('ibr-publish');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Log' }).click();
      await page
        .getByRole('button', { name: /^Fetch list/ })
        .first()
        .click();
      await page.getByRole('combobox', { name: 'Compare with' }).click();
      await page.getByRole('option').nth(2).click();
      await expect(page.getByRole('checkbox', { name: 'Only what differs' })).toBeVisible();
      await take('ibr-log');
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('group', { name: /^Published rates/ }).focus();
      await page.keyboard.press('ArrowLeft');
      await take('ibr-history');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('/country-list');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Import: Country' })).toBeVisible();
      await take('import');
    });
  }
}
