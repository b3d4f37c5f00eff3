import { test as base, expect, type Page } from '@playwright/test';

export const PORT = Number(process.env['PORT'] ?? 18080);
export const BASE_URL = `http://localhost:${PORT}`;
export const MAILS_URL = `http://localhost:${PORT + 1}/mails`;
export const PASSWORD = 'Bureau2026';

/** The browser's own line about an HTTP status; what the page makes of it is what the journeys look at. */
const STATUS_LINE = 'Failed to load resource';

/** Every journey also proves that the console stays silent: no error, no warning, no breach of the page's policy. */
export const test = base.extend<{ console: string[] }>({
  console: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !message.text().startsWith(STATUS_LINE))
          said.push(message.text());
      });
      context.on('weberror', (error) => said.push(String(error.error())));
      await use(said);
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

/** Signs in as people do and waits for the first screen. */
export async function signInOnScreen(page: Page, username: string, first = '/home'): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, username);
  await page.waitForURL(first);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens a session over the wire; the next screen finds it, as after a reload. */
export async function openSession(page: Page, username: string, base: string = BASE_URL): Promise<void> {
  const answer = await page.request.post(`${base}/api/login_a.php`, {
    form: { 1: 'validate', 2: username, 3: PASSWORD, 4: 'WEB' },
  });
  const session = await answer.text();
  expect(session).toContain('MSG0000');
  // A page of the same origin on which nothing runs.
  await page.goto(`${base}/icon.svg`);
  await page.evaluate(`sessionStorage.setItem('bureau.session', ${JSON.stringify(session)})`);
}

/** Signs in without the screen, which is a journey of its own and takes much longer, and waits for the first one. */
export async function signIn(page: Page, username: string, first = '/home'): Promise<void> {
  await openSession(page, username);
  await page.goto(first);
  await page.waitForURL(first);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The message in its modal, closed with OK. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Message' });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
}

/** Alt+C, once the screen knows that the user may add and offers it. */
export async function pressCreate(page: Page, offered = 'Add New'): Promise<void> {
  await expect(page.getByRole('button', { name: offered, exact: true })).toBeVisible();
  await page.keyboard.press('Alt+c');
}

export const sessionOf = (page: Page): Promise<string> =>
  page.evaluate<string>("JSON.parse(sessionStorage.getItem('bureau.session') ?? '{}').session ?? ''");

/** The name of a country in its form; the list beside it bears the same word. */
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Country', exact: true });

let made = 0;
/** A name that no other test and no earlier run has used. */
export function uniqueName(what: string): string {
  made += 1;
  return `${what} ${Date.now().toString(36)}${made}`;
}

/** Types, and chooses by Enter what the list then stands on: an entry that is shown is a moment later the one that Enter takes. */
export async function typeChoice(page: Page, typed: string, entry: string | RegExp = ''): Promise<void> {
  await page.keyboard.type(typed);
  await expect(page.locator('[role="option"][data-combobox-selected]:visible')).toContainText(entry);
  await page.keyboard.press('Enter');
}
