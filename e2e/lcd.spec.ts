import type { Page, Response, Route } from '@playwright/test';
import { CARD_NOT_AVAILABLE, DISPLAY_REFRESH_MS, NO_DISPLAY_BRANCH } from '#domain/rates/card.ts';
import { expectAccessible } from './axe.ts';
import { addBranch, onlyDemoCurrencies, pick, publish } from './rates.ts';
import { expect, expectMessage, openSession, test } from './support.ts';

test.beforeAll(onlyDemoCurrencies);

// These journeys stop the clock of their context and measure its memory; a trace would add to the measured memory.
test.use({ isolated: true, trace: 'off' });

/** The retry interval of a display whose rates are not current. */
const RETRY_MS = 30_000;
const CALLS = '**/api/ratecard_a.php';
const isConnecting = (to: Route | Response) => (to.request().postData() ?? '').includes('=watchdisplay');
const board = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mumbai Fort' });
const rateOf = (page: Page, isd: string) => page.getByRole('row').filter({ hasText: isd });

async function generate(page: Page, path = '/autorates/A'): Promise<void> {
  await page.goto(path);
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(board(page)).toBeVisible();
}

const signOutHere = (page: Page) => page.evaluate("sessionStorage.removeItem('bureau.session')");
const refreshedAt = (page: Page) =>
  page.evaluate<number>("JSON.parse(localStorage.getItem('bureau.display.A') ?? '{}').refreshedAt ?? 0");

test('a display continues after a reload and without a session, and shows published rates at once', async ({
  page,
  request,
}) => {
  await publish(request, 'USD', '88.00');
  await openSession(page, 'admin');
  await generate(page);
  await expect(page.getByRole('table')).toHaveCount(2);
  await expect(page.getByRole('row')).toHaveCount(26);
  // 88.00 less 1.15 per cent, and plus 1.20 per cent.
  await expect(rateOf(page, 'USD')).toContainText('86.9989.06');
  await expect(rateOf(page, 'IDR')).toContainText(/0\.00\d\d/);
  await expect(page.getByText('Service charges and taxes are extra.')).toBeVisible();
  await expect(page.getByText(/As of \d\d\/\d\d\/\d{4} \d\d:\d\d IST/)).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await signOutHere(page);
  await page.reload();
  await expect(rateOf(page, 'USD')).toContainText('86.9989.06');
  await publish(request, 'USD', '90.00');
  await expect(rateOf(page, 'USD')).toContainText('88.9791.08');
});

test('a display shows rates that were published before it was connected to the server', async ({
  page,
  request,
}) => {
  await publish(request, 'USD', '88.00');
  let connect = () => {};
  const connected = new Promise<void>((resolve) => (connect = resolve));
  await page.route(CALLS, async (route) => {
    if (isConnecting(route)) await connected;
    await route.fallback();
  });
  await openSession(page, 'admin');
  await generate(page);
  await expect(rateOf(page, 'USD')).toContainText('86.9989.06');
  await publish(request, 'USD', '90.00');
  connect();
  await expect(rateOf(page, 'USD')).toContainText('88.9791.08');
});

test('a revoked display shows nothing, also after a reload, and can be set up again', async ({
  page,
  context,
}) => {
  await openSession(page, 'admin');
  await generate(page);
  await signOutHere(page);
  await page.reload();
  await expect(board(page)).toBeVisible();

  const office = await context.newPage();
  await openSession(office, 'admin');
  await office.goto('/autorates/B');
  await office
    .getByRole('button', { name: 'Revoke the display of Mumbai Fort, WE BUY and WE SELL' })
    .first()
    .click();
  await office.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(office.getByText('The display of Mumbai Fort no longer shows rates.')).toBeVisible();

  await expect(page.getByText('This display has been ended.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('This display has been ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Set up again' }).click();
  await page.waitForURL('/');
});

test('a signed-in user ends the display and revokes its key', async ({ page }) => {
  await openSession(page, 'bm.mum');
  await page.goto('/autorates/S');
  // With one branch in scope there is nothing to choose.
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue('Mumbai Fort');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(board(page)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'WE SELL' })).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: 'WE BUY' })).toHaveCount(0);
  const stored = await page.evaluate<string>("localStorage.getItem('bureau.display.S')");
  const { key, eId } = JSON.parse(stored) as { key: string; eId: string };
  const shown = async () => {
    const form = { '1': 'latestratecard', '2': JSON.stringify({ eType: 'B', eId, key }) };
    return (await page.request.post('/api/ratecard_a.php', { form })).json() as Promise<unknown[]>;
  };
  expect(await shown()).toHaveLength(24);
  await page.getByRole('button', { name: 'End this display' }).click();
  await page.getByRole('button', { name: 'End the display' }).click();
  await expect(page.getByRole('heading', { name: 'Rate Card (LCD)' })).toBeVisible();
  await expect.poll(shown).toEqual([]);
});

test('each address has its view, and an address without a view shows both', async ({ page }) => {
  await openSession(page, 'admin');
  const heads = { '/autorates/B': [2, 0], '/autorates': [2, 2] } as const;
  for (const [path, [buys, sells]] of Object.entries(heads)) {
    await generate(page, path);
    await expect(page.getByRole('columnheader', { name: 'WE BUY' })).toHaveCount(buys);
    await expect(page.getByRole('columnheader', { name: 'WE SELL' })).toHaveCount(sells);
  }
});

test('without a branch, or for one without a card, there is no display', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/autorates/A');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expectMessage(page, NO_DISPLAY_BRANCH);
  await expect(page.getByRole('combobox', { name: 'Branch' })).toBeFocused();

  const id = `N${Date.now().toString(36).toUpperCase()}`;
  await addBranch(page, id, `Navsari ${id}`);
  await page.goto('/autorates/A');
  await pick(page, 'Branch', id, `Navsari ${id}`);
  await page.getByRole('button', { name: 'Generate' }).click();
  await expectMessage(page, CARD_NOT_AVAILABLE);
  await expect(page.getByRole('heading', { name: 'Rate Card (LCD)' })).toBeVisible();
});

test('while the server is down the last rates stay with their age, and the display recovers automatically', async ({
  page,
}) => {
  // The age counts the minutes of the clock, so the journey begins with one.
  const now = Date.now();
  await page.clock.install({ time: now - (now % 60_000) });
  // A display that connects asks for the rates again, which could be after the clock has moved.
  await page.route(CALLS, (route) => (isConnecting(route) ? route.abort() : route.fallback()));
  await openSession(page, 'admin');
  await generate(page);
  const stale = page.getByText(/The server cannot be reached\. Last refreshed 10 minutes ago, at /);
  const shown = await rateOf(page, 'EUR').innerText();
  await page.route(CALLS, (route) => route.abort());
  await page.clock.fastForward(DISPLAY_REFRESH_MS);
  await expect(page.getByText('Last refreshed 5 minutes ago')).toBeVisible();
  await page.clock.fastForward(DISPLAY_REFRESH_MS);
  await expect(stale).toBeVisible();
  expect(await rateOf(page, 'EUR').innerText()).toBe(shown);

  await page.reload();
  await expect(stale).toBeVisible();
  expect(await rateOf(page, 'EUR').innerText()).toBe(shown);

  await page.unroute(CALLS);
  await page.clock.fastForward(RETRY_MS);
  await expect(stale).toHaveCount(0);
  await expect(page.getByText('Last refreshed')).toHaveCount(0);
  expect(await rateOf(page, 'EUR').innerText()).toBe(shown);
});

test('three hundred refreshes leave nothing behind', async ({ page, context }) => {
  await page.clock.install();
  await openSession(page, 'admin');
  await generate(page);
  // The same reply each time, because the server refuses hundreds of calls from one address in a minute.
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/ratecard_a.php') && !isConnecting(response),
  );
  await page.clock.fastForward(DISPLAY_REFRESH_MS);
  const body = await (await answer).text();
  await page.route(CALLS, (route) => route.fulfill({ body, contentType: 'application/json' }));

  const cdp = await context.newCDPSession(page);
  const heapBytes = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  const [EARLY, REFRESHES, MAX_GROWTH_BYTES] = [50, 300, 1_300_000];
  let early = 0;
  let last = await refreshedAt(page);
  for (let refresh = 1; refresh <= REFRESHES; refresh += 1) {
    await page.clock.fastForward(DISPLAY_REFRESH_MS);
    let now = last;
    while (now === last) now = await refreshedAt(page);
    last = now;
    if (refresh === EARLY) early = await heapBytes();
  }
  const growth = (await heapBytes()) - early;
  test.info().annotations.push({ type: 'heap', description: `${early} bytes, then ${growth} more` });
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
  await expect(board(page)).toBeVisible();
});

for (const [width, height, least] of [
  [1920, 1080, 32],
  [3840, 2160, 64],
] as const)
  test(`24 currencies fit ${width} by ${height} and can be read from a distance`, async ({ page }) => {
    await openSession(page, 'admin');
    await page.setViewportSize({ width, height });
    await generate(page);
    await expect(page.getByRole('row')).toHaveCount(26);
    for (const part of await page.getByRole('table').all())
      await expect(part.getByRole('row').last()).toBeInViewport({ ratio: 1 });
    const cell = rateOf(page, 'USD').getByRole('cell').last();
    const size = await page.evaluate<number>(
      "parseFloat(getComputedStyle(document.querySelector('tbody td:last-child')).fontSize)",
    );
    expect(size).toBeGreaterThan(least);
    const box = await cell.boundingBox();
    expect(box === null ? width : box.x + box.width).toBeLessThanOrEqual(width);
  });

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'set-up': async (page) => {
    await page.goto('/autorates/A');
    await expect(page.getByRole('heading', { name: 'Displays' })).toBeVisible();
  },
  board: (page) => generate(page),
  'stale board': async (page) => {
    await page.clock.install();
    await generate(page);
    await page.route(CALLS, (route) => route.abort());
    await page.clock.fastForward(DISPLAY_REFRESH_MS);
    await expect(page.getByText('Last refreshed 5 minutes ago')).toBeVisible();
    await page.mouse.move(100, 100);
  },
};

for (const [name, reach] of Object.entries(STATES))
  test(`LCD, ${name}: axe finds no violation`, async ({ page }) => {
    await openSession(page, 'admin');
    await reach(page);
    await expectAccessible(page);
  });
