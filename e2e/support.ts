import { test as base, expect, type ConsoleMessage, type Page, type WebError } from '@playwright/test';
import { clearShared, keepPictures, sharedContext } from './browser.ts';
import { openSession, PASSWORD } from './session.ts';

export { BASE_URL, MAILS_URL, PORT } from './addresses.ts';
export { openSession, PASSWORD, sessionOf } from './session.ts';

/** The browser's own console line about an HTTP status; the journeys check the page's reaction instead. */
const STATUS_LINE = 'Failed to load resource';

/** What Playwright says where it blocks the service worker. */
const BLOCKED_LINE = 'Service Worker registration blocked by Playwright';

/** Delays every call by up to this long, to find journeys and screens that lose a key while something loads. */
const SLOW_MS = Number(process.env['SLOW_MS'] ?? 0);

interface Fixtures {
  /** Whether the journeys have their own browser context: for those that stop its clock or measure its memory. */
  isolated: boolean;
  console: string[];
}

/**
 * Every journey also checks that the console is empty: no error, no warning, no violation of the Content Security
 * Policy.
 */
export const test = base.extend<Fixtures>({
  isolated: [process.env['TRACE'] === '1', { option: true }],
  context: async ({ browser, isolated }, use, testInfo) => {
    const context = isolated ? await browser.newContext() : await sharedContext(browser);
    if (SLOW_MS > 0)
      await context.route('**/*_a.php', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * SLOW_MS));
        await route.fallback().catch(() => undefined);
      });
    await use(context);
    await keepPictures(context, testInfo);
    await (isolated ? context.close() : clearShared(context));
  },
  console: [
    async ({ context }, use) => {
      const said: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        const text = message.text();
        const isOurs = !text.startsWith(STATUS_LINE) && text !== BLOCKED_LINE;
        if (['error', 'warning'].includes(message.type()) && isOurs) said.push(text);
      };
      const onError = (error: WebError) => said.push(String(error.error()));
      context.on('console', onConsole);
      context.on('weberror', onError);
      await use(said);
      context.off('console', onConsole);
      context.off('weberror', onError);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function fillSignIn(page: Page, username: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel(/^Username/).fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Enters the password in the dialog that asks for it once more. What was asked for then goes on by itself. */
export async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm with your password' });
  await dialog.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** Signs in on the screen and waits for the first screen. */
export async function signInOnScreen(page: Page, username: string, first = '/home'): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, username);
  await page.waitForURL(first);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Signs in without the screen, because the screen has its own journey and takes much longer. Waits for the first
 * screen.
 */
export async function signIn(page: Page, username: string, first = '/home'): Promise<void> {
  await openSession(page, username);
  await page.goto(first);
  await page.waitForURL(first);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Checks the message in its modal, and closes it with OK. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^(Please check|Done|Signed out)$/ });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
}

/** Presses Alt+C after the screen has loaded the add right and shows the button. */
export async function pressCreate(page: Page, offered = 'Add New'): Promise<void> {
  await expect(page.getByRole('button', { name: offered, exact: true })).toBeVisible();
  await page.keyboard.press('Alt+c');
}

/** The name field of a country's form; the list beside it contains the same word. */
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Country', exact: true });

let made = 0;
/** A name that no other test and no earlier run has used. */
export function uniqueName(what: string): string {
  made += 1;
  return `${what} ${Date.now().toString(36)}${made}`;
}

/** Types, and chooses with Enter after the expected entry is selected: Enter would take another entry before. */
export async function typeChoice(page: Page, typed: string, entry: string | RegExp = ''): Promise<void> {
  await page.keyboard.type(typed);
  await expect(page.locator('[role="option"][data-combobox-selected]:visible')).toContainText(entry);
  await page.keyboard.press('Enter');
}
