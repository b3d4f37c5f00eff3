import type { Page } from '@playwright/test';
import { codeAt, stepAt } from '#server/modules/access/totp.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { confirmPassword, expect, fillSignIn, openSession, signInOnScreen, test } from './support.ts';

/** A user of this journey alone: another one would be asked for the second factor. */
const USER = 'staff.del';

/** A passkey of Chromium itself, which is always present and verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets up the authenticator app and returns a recovery code. It asks for the password, also after the sign-in. */
async function setUpApp(page: Page): Promise<string> {
  await button(page, 'Set up the app').click();
  await confirmPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const key = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(' ', '');
  await page.keyboard.type(codeAt(key, stepAt(Date.now())));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const code = await codes.first().innerText();
  await button(page, 'I have kept them').click();
  return code;
}

test('a passkey and an authenticator app protect the sign-in, until an administrator resets them', async ({
  page,
}) => {
  await addAuthenticator(page);
  await signInOnScreen(page, USER);
  await page.goto('/signin-security');
  const code = await setUpApp(page);

  await button(page, 'Add a passkey').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Counter key');
  await page.keyboard.press('Enter');
  // Each factor needs the password once.
  await confirmPassword(page);
  await expect(page.getByRole('row').filter({ hasText: 'Counter key' })).toBeVisible();
  await expectAccessible(page);

  // The passkey confirms the next sign-in, and no other screen opens before it.
  await signInOnScreen(page, USER, '/signin-security');
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
  await page.goto('/home');
  await expect(page).toHaveURL('/signin-security');
  await expectAccessible(page);
  await button(page, 'Use a passkey').click();
  await page.waitForURL('/home');

  // A change of the factors asks for one of them again, and goes on by itself.
  await page.goto('/signin-security');
  await button(page, 'Make new codes').click();
  await page
    .getByRole('dialog', { name: 'Make new recovery codes?' })
    .getByRole('button', { name: 'Make new codes' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Confirm with your second factor' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Use a passkey').click();
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const renewed = await codes.first().innerText();
  expect(renewed).not.toBe(code);
  await button(page, 'I have kept them').click();

  // Without the device a recovery code does it.
  await page.goto('/');
  await fillSignIn(page, USER);
  await page.waitForURL('/signin-security');
  await page.getByRole('textbox', { name: 'Code' }).fill(renewed.toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('/home');

  await openSession(page, 'admin');
  await page.goto('/user-list?q=staff.del');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await button(page, 'Reset second factors').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await confirmPassword(page);
  await expect(page.getByRole('status').filter({ hasText: 'The second factors are removed.' })).toBeVisible();
  await signInOnScreen(page, USER);
});

test('a right group that requires a second factor leads its users to set one up', async ({ page }) => {
  const required = (isRequired: boolean) =>
    inDatabase(
      `update access.right_group g set needs_second_factor = $1
       from access.account a where a.right_group = g.srno and a.user_id = 'audit.ca'`,
      [isRequired],
    );
  await required(true);
  try {
    await signInOnScreen(page, 'audit.ca', '/signin-security');
    await expect(page.getByText('Your right group requires a second factor.')).toBeVisible();
    await expectAccessible(page);
    await setUpApp(page);
    await page.waitForURL('/home');
  } finally {
    await required(false);
    await inDatabase('delete from access.recovery_code; delete from access.totp');
  }
});

test('a user sees where they are signed in, and ends the other sessions', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  try {
    const other = await elsewhere.newPage();
    await signInOnScreen(other, USER);
    await signInOnScreen(page, USER);
    await page.goto('/signin-security');
    const list = page.getByRole('table', { name: 'Where you are signed in' });
    await expect(list.getByRole('row').filter({ hasText: 'This one' })).toHaveCount(1);
    await expectAccessible(page);
    await button(page, 'End all others').click();
    const asked = page.getByRole('dialog', { name: 'End all other sessions?' });
    await asked.getByRole('button', { name: 'End all others', exact: true }).click();
    await confirmPassword(page);
    await expect(list.getByRole('rowheader')).toHaveCount(1);
    await expect(button(page, 'End all others')).toHaveCount(0);

    await other.goto('/home');
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await expect(list.getByRole('rowheader')).toHaveCount(1);
  } finally {
    await elsewhere.close();
  }
});
