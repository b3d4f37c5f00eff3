import { fileURLToPath } from 'node:url';
import { freePort } from '#tools/testing/free-port.ts';
import { startIdentityProvider, type IdentityProvider } from '#tools/testing/identity-provider.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './support.ts';

const WEB_DIR = fileURLToPath(new URL('../dist/web', import.meta.url));

/** The demo has no identity provider, so that its sign-in page is the specified one. This installation has one. */
let world: World;
let provider: IdentityProvider;

test.beforeAll(async () => {
  const port = String(await freePort());
  // The name differs from that of the provider, so that the browser takes them for two sites.
  const url = `http://localhost:${port}`;
  provider = await startIdentityProvider([`${url}/sso/callback`]);
  world = await openWorld({ PORT: port, PUBLIC_URL: url, ...provider.settings }, { webDir: WEB_DIR });
  await world.sql(`update access.account set email = 'asha@corp.example' where user_id = 'sales.mum'`);
  await world.sql('delete from access.email_change');
  provider.people.set('asha', { email: 'asha@corp.example' });
  provider.people.set('stranger', { email: 'stranger@corp.example' });
});
test.afterAll(async () => {
  await world.close();
  await provider.close();
});

test.use({ isolated: true });

test('a user who must set up a second factor confirms with the provider first', async ({ page }) => {
  const home = `http://localhost:${new URL(world.url).port}`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const atProvider = async () => {
    await page.getByPlaceholder('Enter any login').fill('asha');
    await page.getByPlaceholder('and password').fill('any');
    await page.keyboard.press('Enter');
  };
  await world.sql(`update access.right_group g set needs_second_factor = true from access.account a
    where a.right_group = g.srno and a.user_id = 'sales.mum'`);
  try {
    await page.goto(home);
    await page.getByRole('link', { name: 'Sign in with Example & Sons' }).click();
    await atProvider();
    await expect(page).toHaveURL(`${home}/signin-security`);
    await button('Set up the app').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm who you are' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    // The provider knows the person still, and asks nevertheless.
    await dialog.getByRole('link', { name: 'Confirm with Example & Sons' }).click();
    await atProvider();
    await expect(page.getByText('You have confirmed who you are. Please go on.')).toBeVisible();
    await expect(page).toHaveURL(`${home}/signin-security`);
    await button('Set up the app').click();
    await expect(page.getByRole('dialog', { name: 'Set up the authenticator app' })).toBeVisible();
  } finally {
    await world.sql('update access.right_group set needs_second_factor = false');
  }
});

test('a user signs in by the identity provider; a stranger is told why not', async ({ page }) => {
  const home = `http://localhost:${new URL(world.url).port}`;
  const link = page.getByRole('link', { name: 'Sign in with Example & Sons' });
  const signInAs = async (person: string) => {
    await link.click();
    await page.getByPlaceholder('Enter any login').fill(person);
    await page.getByPlaceholder('and password').fill('any');
    await page.keyboard.press('Enter');
  };

  await page.goto(home);
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await signInAs('stranger');
  const message = page.getByRole('dialog');
  await expect(message).toContainText('No user belongs to you.');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Username/)).toBeFocused();
  await expect(page).toHaveURL(`${home}/`);

  // The provider still knows the stranger, who signs out there.
  await page.context().clearCookies();
  await signInAs('asha');
  await expect(page).toHaveURL(`${home}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${home}/home`);
});
