import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/testing/free-port.ts';
import { BureauProcess } from '../tools/testing/process.ts';
import { pricedRequest } from '../tools/testing/requests.ts';
import { setup } from '../tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '../tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { sessionFor } from './session.ts';
import { expect, openSession, test } from './support.ts';

/** A separate business with empty queues, so that only a journey's own items wait. */
let database: TestDatabase;
let objectsDir: string;
let settings: Record<string, string>;
let bureau: BureauProcess;

test.beforeAll(async () => {
  await setup();
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-home-'));
  settings = settingsFor(database, objectsDir, { PORT: String(await freePort()) });
  bureau = await BureauProcess.start(settings);
});
test.beforeEach(async () => {
  await database.admin.query(
    `update notes.movement set state = 'accepted', decided_at = now() where state in ('transit', 'rejected')`,
  );
  await database.admin
    .query(`update requests.request set status = 'P', submitted = false, link_requested = false,
    bm_by = null, zm_by = null, cm_by = null, fm_by = null where submitted or link_requested`);
  await database.admin.query('select platform.tell_waiting()');
});
test.afterAll(async () => {
  await bureau.stop();
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

async function openHome(page: Page, user: string): Promise<void> {
  await openSession(page, user, bureau.url);
  await page.goto(`${bureau.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Saves a request by another user and returns its number. */
async function saveRequest(): Promise<number> {
  const { session } = JSON.parse(await sessionFor('sales.mum', bureau.url)) as { session: string };
  const record = JSON.stringify(pricedRequest('SP'));
  const { json } = await post(bureau.url, 'newfxrequest_a.php', fieldsBody([session, 'save', record]));
  expect(json.err).toBe('');
  return json.srno as number;
}

const icon = (page: Page) => page.locator('link[rel="icon"]');
const waitingList = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });

test('rights that failed to load are loaded again and not treated as missing', async ({ page }) => {
  let isDown = true;
  await page.route('**/right_a.php', (route) =>
    isDown && (route.request().postData() ?? '').endsWith('2=own') ? route.abort() : route.fallback(),
  );
  await openHome(page, 'bm.mum');
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByText('No screen has been given to you yet')).toHaveCount(0);
  isDown = false;
  await retry.click();
  await expect(waitingList(page)).toBeVisible();
});

test('a section that failed to load shows the reason and is loaded again', async ({ page }) => {
  let isDown = true;
  await page.route('**/*_a.php', (route) =>
    isDown && /&2=(licences|mine|ratecard|getreport)\b/.test(route.request().postData() ?? '')
      ? route.abort()
      : route.fallback(),
  );
  for (const [user, names] of [
    ['bm.mum', ['Rates today', /against budget$/, 'Licences about to lapse']],
    ['dlv1.mum', ['Notes in my hand']],
  ] as const) {
    isDown = true;
    await openHome(page, user);
    const sections = names.map((name) => page.getByRole('region', { name }));
    for (const section of sections)
      await expect(section.getByRole('status')).toContainText('The server could not be reached.');
    await expectAccessible(page);
    isDown = false;
    for (const section of sections) {
      await section.getByRole('button', { name: 'Try again' }).click();
      await expect(section.getByRole('status')).toHaveCount(0);
      await expect(section.getByRole('heading')).toBeVisible();
    }
  }
});

test('title, icon and home follow the waiting items, and each line links to its screen', async ({ page }) => {
  await openHome(page, 'bm.mum');
  await expect(waitingList(page)).toContainText('Nothing waits for you.');
  await expect(page).toHaveTitle('Bureau · Home');
  await expect(icon(page)).toHaveAttribute('href', '/icon.svg');

  const srno = await saveRequest();
  await expect(page).toHaveTitle('(1) Bureau · Home');
  await expect(icon(page)).toHaveAttribute('href', '/icon-red.svg');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('button', { name: 'Transactions 1' })).toBeVisible();

  await waitingList(page).getByRole('link', { name: 'Approve as branch manager 1' }).click();
  await expect(page).toHaveURL(/\/requestdetail\?status=APRBM$/);
  await expect(page).toHaveTitle('(1) Bureau · Request Detail');
  await page.getByRole('button', { name: `BM: approve request ${srno} as branch manager` }).click();
  await page.getByRole('button', { name: 'Approve as BM' }).click();
  await expect(page).toHaveTitle('Bureau · Request Detail');
  await expect(icon(page)).toHaveAttribute('href', '/icon.svg');
});

const see = (page: Page, hidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

test('hidden tabs of a user share one stream, and every title is correct', async ({ context }) => {
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()];
  let streams = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/home_a.php') && request.postData()?.endsWith('2=watch') === true)
      streams += 1;
  });
  for (const tab of tabs) await openHome(tab, 'zm.west');
  for (const tab of tabs) await expect(waitingList(tab)).toBeVisible();
  await expect.poll(() => streams).toBe(3);
  // The first tab to be hidden keeps listening.
  const [first, ...others] = tabs as [Page, ...Page[]];
  await see(first, true);
  await expect.poll(() => streams).toBe(4);
  for (const tab of others) await see(tab, true);

  const srno = await saveRequest();
  const { session } = JSON.parse(await sessionFor('bm.mum', bureau.url)) as { session: string };
  await post(bureau.url, 'fxrequest_a.php', fieldsBody([session, 'APPROVE', 'BM', String(srno)]));
  for (const tab of tabs) await expect(tab).toHaveTitle('(1) Bureau · Home');

  // The listening tab closes, and another one takes over.
  await first.close();
  await expect.poll(() => streams).toBe(5);
  await saveRequest().then((next) =>
    post(bureau.url, 'fxrequest_a.php', fieldsBody([session, 'APPROVE', 'BM', String(next)])),
  );
  for (const tab of others) await expect(tab).toHaveTitle('(2) Bureau · Home');
});

test('after a restart of the server the title is updated automatically', async ({ page }) => {
  await openHome(page, 'bm.mum');
  await expect(waitingList(page)).toBeVisible();
  await bureau.stop();
  bureau = await BureauProcess.start(settings);
  await saveRequest();
  await expect(page).toHaveTitle('(1) Bureau · Home', { timeout: 15_000 });
});

test('a session that ends elsewhere redirects to sign-in', async ({ page }) => {
  await openHome(page, 'bm.mum');
  await expect(waitingList(page)).toBeVisible();
  await database.admin.query(`update access.session set ended_at = now() where ended_at is null
    and account = (select srno from access.account where user_id = 'bm.mum')`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveTitle('Bureau');
});

test('home shows rates with their age, and licences about to lapse', async ({ page }) => {
  await database.admin.query(
    `update masters.entity set licence_from = null,
       licence_to = (now() at time zone 'Asia/Kolkata')::date + 12 where id = 'GOA'`,
  );
  await openHome(page, 'bm.mum');
  const rates = page.getByRole('region', { name: 'Rates today' });
  await expect(rates).toContainText(/Published today at \d\d:\d\d/);
  await expect(rates.getByRole('row').filter({ hasText: 'USD' }).getByRole('cell')).toHaveText([
    /^\d+\.\d\d$/,
    /^\d+\.\d\d$/,
  ]);
  await page.getByRole('link', { name: /Goa Panjim Forex/ }).click();
  await expect(page).toHaveURL(/\/entity\?type=F&open=GOA/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Goa Panjim Forex');

  await openHome(page, 'ho.rates');
  await expect(rates.getByRole('columnheader')).toHaveText(['Currency', 'IBR']);
  await database.admin.query(`update rates.ibr_list set replaced_at = now()
    where day = (now() at time zone 'Asia/Kolkata')::date and replaced_at is null and flag <> 'D'`);
  await page.reload();
  await expect(rates).toContainText(/Not published today; these are of \d\d\/\d\d\/\d{4}/);
  await openHome(page, 'bm.mum');
  await expect(rates).toContainText('No rates have been published today.');
});

test('a user gets from home into the queue by keyboard alone', async ({ page }) => {
  await saveRequest();
  await openHome(page, 'bm.mum');
  const line = waitingList(page).getByRole('link', { name: 'Approve as branch manager 1' });
  await expect(line).toBeVisible();
  for (let stop = 0; stop < 40 && !(await line.evaluate((link) => link.matches(':focus'))); stop += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=APRBM/);
});

test(`home with waiting items: axe finds no violation, and nothing overflows on a phone`, async ({
  page,
}) => {
  await saveRequest();
  await openHome(page, 'admin');
  await expect(waitingList(page).getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Licences about to lapse' })).toBeVisible();
  await page.getByRole('button', { name: 'Transactions 1' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});
