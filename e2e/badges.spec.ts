import type { Locator, Page } from '@playwright/test';
import { USERS } from '../tools/demo/business.ts';
import { BASE_URL, expect, openSession, test } from './support.ts';

/** Every count that a user of the demo business sees, and the list that it opens. */

/** The journey of a forgotten password gives this user another one. */
const RESET = 'dlv.del';
const STAFF = USERS.filter(
  ({ id, group, inactive, blocked, mustChange }) =>
    id !== RESET &&
    group !== 'Franchisee' &&
    inactive === undefined &&
    blocked === undefined &&
    mustChange === undefined,
).map(({ id }) => id);

/** These have more than one count in the demo, whatever its day is. */
const COUNTED = ['admin', 'audit.ca', 'bm.mum'];
/** These open one task, not a list of as many rows. */
const NO_LIST = ['/ibr'];
const MENU = 'nav[aria-label="Main menu"]';

interface Badge {
  readonly address: string;
  readonly count: number;
}

const badgesIn = async (links: Locator): Promise<Badge[]> => {
  const found = await links.evaluateAll((elements) =>
    elements.map((element) => ({
      address: element.getAttribute('href') ?? '',
      count: Number((element as unknown as { innerText: string }).innerText.trim().split(/\s/).at(-1)) || 0,
    })),
  );
  return found.filter(({ count, address }) => count > 0 && address !== '');
};

/** How many rows the list has: the table counts its head as well. */
const rowsShown = (page: Page) => async (): Promise<number> => {
  const table = page.locator('main table[aria-rowcount][aria-busy="false"]').first();
  if ((await table.count()) === 0) return -1;
  return Number(await table.getAttribute('aria-rowcount', { timeout: 1_000 })) - 1;
};

/** Goes to a screen without loading the page again. */
const follow = (page: Page, address: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );

const work = (page: Page) => page.getByRole('region', { name: 'Your work' });

async function openHome(page: Page, user: string): Promise<void> {
  await openSession(page, user);
  await page.goto(`${BASE_URL}/home`);
  await expect(page.getByRole('heading', { level: 1, name: /for you|deliver|collect/ })).toBeVisible();
  await expect(work(page)).toBeVisible();
}

for (const user of STAFF)
  test(`${user}: every count opens a list with as many rows`, async ({ page }) => {
    await openHome(page, user);
    const groups = page.locator(`${MENU} button[aria-expanded="false"]`);
    while ((await groups.count()) > 0) await groups.first().click();
    const badges = () => badgesIn(page.locator(`${MENU} a`));
    const linesOfHome = () => badgesIn(work(page).locator('ul a'));

    // Drafts and money to return are listed, and do not count as waiting.
    const counted = work(page)
      .getByRole('region')
      .filter({ hasNotText: /^(My drafts|Money to return)/ });
    // The counts of the menu come by themselves, a moment after the rows.
    const beyondBadge = async () => {
      const ofHome = (await badges()).find(({ address }) => address === '/home')?.count ?? 0;
      const ofLines = (await linesOfHome()).reduce((sum, { count }) => sum + count, 0);
      return (await counted.locator('ol > li').count()) + ofLines - ofHome;
    };
    await expect.poll(beyondBadge, { message: `home of ${user}` }).toBe(0);
    const [menu, lines] = [await badges(), await linesOfHome()];

    const lists = [...menu, ...lines].filter(
      ({ address }) => address !== '/home' && !NO_LIST.includes(address),
    );
    if (COUNTED.includes(user)) expect(lists.length).toBeGreaterThan(2);
    const addresses = new Map(lines.map(({ address, count }) => [address, count]));
    for (const { address, count } of menu) {
      if (addresses.has(address)) expect(addresses.get(address), address).toBe(count);
      addresses.set(address, count);
    }
    for (const { address, count } of lists) {
      // Home has no such table, so that no rows of the list before are counted.
      await follow(page, '/home');
      await expect(work(page)).toBeVisible();
      await follow(page, address);
      await page.waitForURL(({ href }) => href.startsWith(BASE_URL + address));
      await expect.poll(rowsShown(page), { message: `${address} of ${user}` }).toBe(count);
    }
  });

/** What a screen may say only of a list that has come. */
const NOTHING = /\bnothing\b|\bno [\w ]*\b(?:found|record|data|yet|waits|matches)\b|\b0 rows\b/i;
/** What a form or a report says of what the user has not entered or asked for. */
const OWN_WORDS = /No (?:product|payment) line yet|No documents yet|No report yet/g;
const MAX_ASK_MS = 2_000;

test('no screen says that nothing is there before its list has come', async ({ page }) => {
  await openHome(page, 'admin');
  const groups = page.locator(`${MENU} button[aria-expanded="false"]`);
  while ((await groups.count()) > 0) await groups.first().click();
  const links = await page
    .locator(`${MENU} a`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
  const addresses = new Set(links.map((address) => address.split('?')[0] ?? ''));
  const held: (() => void)[] = [];
  let isHeld = false;
  await page.route('**/*_a.php', async (route) => {
    const asked = route.request().postData() ?? '';
    const isNeeded = route.request().url().endsWith('/right_a.php') || asked.endsWith('2=watch');
    if (isHeld && !isNeeded) await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback().catch(() => undefined);
  });
  const said: string[] = [];
  let asking = 0;
  for (const address of addresses) {
    isHeld = true;
    await follow(page, address);
    // A screen that asks for nothing has no list to wait for.
    const asks = await expect
      .poll(() => held.length, { timeout: MAX_ASK_MS })
      .toBeGreaterThan(0)
      .then(() => true)
      .catch(() => false);
    if (asks) asking += 1;
    await expect(work(page)).toHaveCount(address === '/home' ? 1 : 0);
    const text = asks ? await page.locator('main').innerText() : '';
    const found = NOTHING.exec(text.replaceAll(OWN_WORDS, ''));
    if (found) said.push(`${address}: ${text.slice(Math.max(0, found.index - 40), found.index + 80)}`);
    isHeld = false;
    for (const release of held.splice(0)) release();
    await follow(page, '/home');
    await expect(work(page)).toBeVisible();
  }
  expect(said).toEqual([]);
  // Forms and reports ask for little before they are used; most screens are lists.
  expect(asking).toBeGreaterThan(addresses.size / 2);
});
