import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/testing/free-port.ts';
import { BureauProcess } from '../tools/testing/process.ts';
import { addApproved, stockVault } from '../tools/testing/notes.ts';
import { pricedRequest } from '../tools/testing/requests.ts';
import { setup } from '../tools/testing/template.ts';
import {
  cloneDatabase,
  fieldsBody,
  post,
  settingsFor,
  type TestDatabase,
  PATIENT,
} from '../tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { sessionFor } from './session.ts';
import { expect, fillSignIn, openSession, test } from './support.ts';
import { countTaps, MOST_TAPS } from './taps.ts';

/** A separate business with empty queues, so that only a journey's own items wait. */
let database: TestDatabase;
let objectsDir: string;
let settings: Record<string, string>;
let bureau: BureauProcess;

test.beforeAll(async () => {
  await setup();
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-home-'));
  settings = settingsFor(database, objectsDir, { ...PATIENT, PORT: String(await freePort()) });
  bureau = await BureauProcess.start(settings);
});
test.beforeEach(async () => {
  await database.admin.query(
    `update notes.movement set state = 'accepted', decided_at = now() where state in ('transit', 'rejected')`,
  );
  await database.admin
    .query(`update requests.request set status = 'P', submitted = false, link_requested = false, link_sent = false,
    bm_by = null, zm_by = null, cm_by = null, fm_by = null, withdrawn_at = coalesce(withdrawn_at, now())`);
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

/** Leaves the business without published rates of today. */
const unpublishRates = () =>
  database.admin.query(`update rates.ibr_list set replaced_at = now()
    where day = (now() at time zone 'Asia/Kolkata')::date and replaced_at is null and flag <> 'D'`);

/** Saves a request by another user, at a rate that is off the card on every day, and returns its number. */
async function saveRequest(): Promise<number> {
  const { session } = JSON.parse(await sessionFor('sales.mum', bureau.url)) as { session: string };
  const reqProductData = [{ product: 'CN', isd: 'USD', qty: '500', rate: '100' }];
  const record = JSON.stringify(pricedRequest('SP', { reqProductData }));
  const { json } = await post(bureau.url, 'newfxrequest_a.php', fieldsBody([session, 'save', record]));
  expect(json.err).toBe('');
  return json.srno as number;
}

const icon = (page: Page) => page.locator('link[rel="icon"]');
const work = (page: Page) => page.getByRole('region', { name: 'Your work' });

test('rights that failed to load are loaded again and not treated as missing', async ({ page }) => {
  let isDown = true;
  await page.route('**/right_a.php', (route) =>
    isDown && (route.request().postData() ?? '').endsWith('2=own') ? route.abort() : route.fallback(),
  );
  await openHome(page, 'bm.mum');
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByText('You have no access to any screen yet')).toHaveCount(0);
  isDown = false;
  await retry.click();
  await expect(work(page)).toBeVisible();
});

test('a section that failed to load shows the reason and is loaded again', async ({ page }) => {
  let isDown = true;
  await page.route('**/*_a.php', (route) =>
    isDown && /&2=(opening|licences|mine|ratecard|getreport)\b/.test(route.request().postData() ?? '')
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

test('title, icon, menu and home follow the waiting items; keys approve one after the other', async ({
  page,
}) => {
  await openHome(page, 'bm.mum');
  await expect(work(page)).toContainText('Nothing waits for you.');
  await expect(page).toHaveTitle('Bureau · Home');
  await expect(icon(page)).toHaveAttribute('href', '/icon.svg');

  const srno = await saveRequest();
  await expect(page).toHaveTitle('(1) Bureau · Home');
  await expect(icon(page)).toHaveAttribute('href', '/icon-red.svg');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('button', { name: 'Transactions 1' })).toBeVisible();

  const second = await saveRequest();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 items wait for you, Bhavna');
  await expect(menu.getByRole('link', { name: 'Home 2' })).toBeVisible();
  const rows = work(page).getByRole('listitem');
  await expect(rows).toHaveText([
    new RegExp(`${srno}Kavya Iyer.*is more than 2 % from the card`),
    new RegExp(`${second}`),
  ]);
  await page.keyboard.press('ArrowDown');
  // The rate is off the card, so the first press asks.
  await page.keyboard.press('a');
  await expect(rows.getByRole('button', { name: `Approve anyway Request ${srno}` })).toBeFocused();
  await page.keyboard.press('a');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('button', { name: `Approve Request ${second}, Kavya Iyer` })).toBeFocused();
  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await expect(work(page)).toContainText('Nothing waits for you.');
  await expect(work(page)).toBeFocused();
  await expect(page).toHaveTitle('Bureau · Home');
  await expect(icon(page)).toHaveAttribute('href', '/icon.svg');
});

test('a request that is sent back is on the home of its maker, who corrects it by one key', async ({
  page,
}) => {
  const srno = await saveRequest();
  await openHome(page, 'sales.mum');
  const rows = work(page).getByRole('listitem').filter({ hasText: 'Bhavna Shah: PAN name differs' });
  await expect(rows).toHaveCount(0);
  const { session } = JSON.parse(await sessionFor('bm.mum', bureau.url)) as { session: string };
  const reason = JSON.stringify({ reason: 'PAN name differs' });
  await post(bureau.url, 'fxrequest_a.php', fieldsBody([session, 'UNLOCK', String(srno), reason]));
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveTitle('(1) Bureau · Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/newfxrequest\\?srno=${srno}$`));
});

test('a delivery on the phone: address, telephone and map first, delivered in at most four taps after sign-in', async ({
  page,
}) => {
  await stockVault(database.admin, { USD: 100 });
  const [srno = 0] = await addApproved(database.admin, { customer: 'Ritu Saxena' });
  await database.admin.query(
    `update requests.request set mobile = '9820012345', kyc_address = '8 Turner Road' where srno = $1`,
    [srno],
  );
  const asUser = async (user: string, endpoint: string, action: string, content: object) => {
    const { session } = JSON.parse(await sessionFor(user, bureau.url)) as { session: string };
    const { json } = await post(bureau.url, endpoint, fieldsBody([session, action, JSON.stringify(content)]));
    expect(json.err).toBe('');
  };
  const lines = [{ srno, lno: 1 }];
  await asUser('bm.mum', 'cnout_a.php', 'move', { moveList: lines, fromemp: 'VMUM', toemp: 'E111' });
  await asUser('dlv1.mum', 'cnaccept_a.php', 'accept', { acceptList: lines, flag: 'Y' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(bureau.url);
  await fillSignIn(page, 'dlv1.mum');
  await page.waitForURL('**/home');
  const taps = await countTaps(page);
  const next = work(page).getByRole('listitem').filter({ hasText: 'Ritu Saxena' });
  await expect(next).toContainText('8 Turner Road');
  await expect(next.getByRole('link', { name: 'Call Ritu Saxena' })).toHaveAttribute(
    'href',
    'tel:9820012345',
  );
  await expect(next.getByRole('button', { name: 'Deliver' })).toBeInViewport();
  await expectAccessible(page);
  await next.getByRole('button', { name: 'Deliver' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await expect(next).toHaveCount(0);
  const statusNow = async () =>
    (await database.admin.query('select status from requests.request where srno = $1', [srno])).rows;
  await expect.poll(statusNow).toEqual([{ status: 'D' }]);
  expect(await taps()).toBeGreaterThan(0);
  expect(await taps()).toBeLessThanOrEqual(MOST_TAPS);
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
  for (const tab of tabs) await expect(work(tab)).toBeVisible();
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
  await expect(work(page)).toBeVisible();
  await bureau.stop();
  bureau = await BureauProcess.start(settings);
  await saveRequest();
  await expect(page).toHaveTitle('(1) Bureau · Home');
});

test('a session that ends elsewhere redirects to sign-in', async ({ page }) => {
  await openHome(page, 'bm.mum');
  await expect(work(page)).toBeVisible();
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
  await unpublishRates();
  await page.reload();
  await expect(rates).toContainText(/Not published today. Rates of \d\d\/\d\d\/\d{4}/);
  await openHome(page, 'bm.mum');
  await expect(rates).toContainText('No rates have been published today.');
});

test(`home with waiting items: axe finds no violation, and nothing overflows on a phone`, async ({
  page,
}) => {
  await saveRequest();
  // The longest line of the rates.
  await unpublishRates();
  await openHome(page, 'admin');
  await expect(page.getByText('Not published today. Rates of')).toBeVisible();
  await expect(work(page).getByRole('button', { name: /^Approve Request/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Licences about to lapse' })).toBeVisible();
  await page.getByRole('button', { name: 'Transactions 1' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  // The chart is drawn again at its new width.
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(390);
});

test('treasury, auditor and administrator open their work by keyboard', async ({ page }) => {
  await unpublishRates();
  await database.admin.query(`select graphile_worker.permanently_fail_jobs(
    array[(graphile_worker.add_job('platform:retention', '{}')).id], 'no')`);
  const { session } = JSON.parse(await sessionFor('audit.ca', bureau.url)) as { session: string };
  const audit = { branch: 'MUM', year: 2024, month: 5, cashier: 'Leena Rao', bm: 'Bhavna Shah' };
  const started = fieldsBody([session, 'createaudit', JSON.stringify(audit)]);
  expect((await post(bureau.url, 'audit_a.php', started)).json.err).toBe('');
  for (const [user, line, path] of [
    ['ho.rates', 'Publish the rates of today', /\/ibr$/],
    ['audit.ca', 'Audits to carry out', /\/assessment\?status=P$/],
    ['admin', 'Jobs that failed', /\/jobs\?state=failed$/],
  ] as const) {
    await openHome(page, user);
    const link = work(page).getByRole('link', { name: line });
    await expect(link).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ items? waits? for you/);
    const lines = await work(page).getByRole('link').count();
    for (let pressed = 0; pressed < lines; pressed += 1) {
      await page.keyboard.press('ArrowDown');
      if (await link.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    }
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  }
});
