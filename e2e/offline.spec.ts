import type { Page } from '@playwright/test';
import { EVERY_REQUEST, pricedRequest } from '../tools/testing/requests.ts';
import { expectAccessible } from './axe.ts';
import { demo } from './business.ts';
import { ratesOfToday } from './rates.ts';
import { button, field, openNew } from './requestform.ts';
import { expect, expectMessage, fillSignIn, sessionOf, signIn, test, uniqueName } from './support.ts';

/** Journeys without a connection. Only these have a service worker. */
test.use({ isolated: true, serviceWorkers: 'allow' });

const LOST = 'There is no connection to the server.';
const SAVED = /The draft that was kept on this device is saved as request \d+\./;
const keptDraft = (page: Page, name: string) =>
  page.getByText(`The draft of ${name} from`).filter({ hasText: 'is kept on this device' });

/** Waits until the worker has stored the build and answers for this page. */
async function untilInstalled(page: Page): Promise<void> {
  const isInstalled = () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null');
  await expect.poll(isInstalled, { timeout: 60_000 }).toBe(true);
}

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(LOST)).toBeVisible();
}

async function regainConnection(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByText(LOST)).toBeHidden({ timeout: 30_000 });
}

/** Types a draft while there is a connection. The worker is not needed to keep it. */
async function typeDraft(page: Page, name: string): Promise<void> {
  await openNew(page);
  await field(page, 'Traveller Name').fill(name);
  await untilInstalled(page);
}

async function requestsOf(name: string): Promise<readonly { req_srno: number }[]> {
  const rows = (await demo.ask('sales.mum', 'fxrequest_a.php', 'list', JSON.stringify(EVERY_REQUEST))) as {
    req_srno: number;
  }[];
  return rows.filter((row) => JSON.stringify(row).includes(name));
}

/** Everything that a browser keeps on the device, except the caches: what a person without a session could read. */
const storedText = (page: Page) =>
  page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');

/** The address and the text of everything in the caches. */
const cachedEntries = (page: Page) =>
  page.evaluate<{ path: string; text: string }[]>(`(async () => {
    const entries = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        entries.push({ path: new URL(request.url).pathname, text: await (await cache.match(request)).text() });
    }
    return entries;
  })()`);

test.beforeEach(({ request }) => ratesOfToday(request));

test('a draft without a connection is kept, shown, opened again, and sent once', async ({ page }) => {
  test.slow();
  const name = uniqueName('Farida');
  await typeDraft(page, 'Someone');
  await loseConnection(page);
  await field(page, 'Traveller Name').fill(name);
  await button(page, 'Final').click();
  await expectMessage(page, 'Please fill mandatory feilds');
  await button(page, 'Draft').click();
  await expect(keptDraft(page, name)).toBeVisible();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
  expect(await storedText(page)).not.toContain(name);
  await expectAccessible(page);

  // The form takes it back, and keeps the newer content instead.
  await button(page, 'Open the draft').click();
  await expect(field(page, 'Traveller Name')).toHaveValue(name);
  await expect(keptDraft(page, name)).toBeHidden();
  await field(page, 'Other Details').fill('Collect at the gate');
  await button(page, 'Draft').click();
  await expect(keptDraft(page, name)).toBeVisible();

  await regainConnection(page);
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(keptDraft(page, name)).toBeHidden();
  const [saved, ...others] = await requestsOf(name);
  expect(others).toEqual([]);
  await page.getByRole('link', { name: String(saved?.req_srno) }).click();
  await expect(field(page, 'Other Details')).toHaveValue('Collect at the gate');
});

test('a draft whose answer was lost with the connection is saved once', async ({ page, context }) => {
  const name = uniqueName('Leela');
  await typeDraft(page, name);
  let attempts = 0;
  await page.route('**/api/newfxrequest_a.php', async (route) => {
    if (!route.request().postData()?.includes('2=save')) return route.fallback();
    attempts += 1;
    const answer = await route.fetch();
    expect(await answer.json()).toMatchObject({ err: '' });
    await context.setOffline(true);
    return route.abort();
  });
  await button(page, 'Draft').click();
  await expect(keptDraft(page, name)).toBeVisible();
  expect(attempts).toBeGreaterThan(0);
  expect(await requestsOf(name)).toHaveLength(1);
  await page.unrouteAll();
  await regainConnection(page);
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await requestsOf(name)).toHaveLength(1);
});

test('another person on the device neither sees nor sends a draft', async ({ page }) => {
  test.slow();
  const name = uniqueName('Zubin');
  await typeDraft(page, name);
  const session = await sessionOf(page);
  await loseConnection(page);
  await button(page, 'Draft').click();
  await expect(keptDraft(page, name)).toBeVisible();
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
  };
  await signOut();
  const question = page.getByRole('dialog', { name: 'Sign out with a draft that is not sent?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await storedText(page)).toContain('bureau.unsent.');
  expect(await storedText(page)).not.toContain(name);
  await expect(page.getByText(LOST)).toBeVisible();

  await regainConnection(page);
  await fillSignIn(page, 'sales.del');
  await page.waitForURL('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/requestdetail');
  await expect(page.getByRole('heading', { name: 'Request Detail' })).toBeVisible();
  await expect(page.getByText('kept on this device')).toHaveCount(0);
  expect(await requestsOf(name)).toEqual([]);
  const other = await sessionOf(page);
  await signOut();

  await fillSignIn(page, 'sales.mum');
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await requestsOf(name)).toHaveLength(1);
  await page.goto('/requestdetail');
  await expect(page.getByText(name).first()).toBeVisible();

  // After the work of two people the caches hold the page and the files of the build, and nothing of theirs.
  const entries = await cachedEntries(page);
  expect(entries.length).toBeGreaterThan(50);
  expect(entries.filter(({ path }) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  for (const canary of [
    name,
    session,
    other,
    await sessionOf(page),
    'sales.mum',
    'Sneha Patil',
    'Mumbai Fort',
  ])
    expect(
      entries.filter(({ text }) => text.includes(canary)).map(({ path }) => path),
      canary,
    ).toEqual([]);
});

test('a kept draft that the server refuses opens with its text and the message', async ({ page }) => {
  const name = uniqueName('Omar');
  const record = { ...pricedRequest('SP', { reqTravName: name }), reqDraftFinal: 'D' as const };
  const { srno } = await demo.ask('sales.mum', 'newfxrequest_a.php', 'save', JSON.stringify(record));
  await signIn(page, 'sales.mum', `/newfxrequest?srno=${srno}`);
  await untilInstalled(page);
  await field(page, 'Other Details').fill('Typed without a connection');
  await loseConnection(page);
  await button(page, 'Draft').click();
  await expect(keptDraft(page, name)).toBeVisible();
  // Somebody changes it meanwhile.
  const changed = { ...record, reqSrNo: srno, reqTravOthDetl: 'Typed by a colleague' };
  await demo.ask('bm.mum', 'newfxrequest_a.php', 'save', JSON.stringify(changed));
  await regainConnection(page);
  const refused = page.getByText(`The draft of ${name} that was kept on this device could not be saved:`);
  await expect(refused).toBeVisible();
  await expect(page.getByText(SAVED)).toHaveCount(0);
  await button(page, 'Open the draft').click();
  await expectMessage(page, 'changed');
  await expect(field(page, 'Other Details')).toHaveValue('Typed without a connection');
  await expect(refused).toBeHidden();
});

test('without a connection Bureau opens, says so, and recovers by itself', async ({ page }) => {
  await signIn(page, 'sales.mum');
  await untilInstalled(page);
  await loseConnection(page);
  await page.goto('/requestdetail');
  await expect(page.getByText(LOST)).toBeVisible();
  await expect(page.getByText('Your rights could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await regainConnection(page);
  await expect(page.getByRole('heading', { name: 'Request Detail' })).toBeVisible();
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible();
});

test('the browser’s offer to install and a new version are shown, and old builds are removed', async ({
  page,
}) => {
  await signIn(page, 'sales.mum');
  await untilInstalled(page);
  const account = page.getByRole('button', { name: /^Account/ });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Install Bureau' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(`(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { document.title = 'asked'; };
    dispatchEvent(offer);
  })()`);
  await account.click();
  await page.getByRole('menuitem', { name: 'Install Bureau' }).click();
  await expect(page).toHaveTitle('asked');
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Install Bureau' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // An old build goes when no page of it is open any more.
  const old = await page.context().newPage();
  await old.goto('/icon.svg');
  await old.evaluate(
    `void navigator.locks.request('bureau.build.open', { mode: 'shared' }, () => new Promise(() => {}))`,
  );
  await page.evaluate(`(async () => {
    await caches.open('bureau.build.old');
    await caches.open('bureau.build.open');
  })()`);
  const builds = () => page.evaluate<string[]>('caches.keys()');
  await page.evaluate(
    `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { build: 'newer' } }))`,
  );
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await button(page, 'Reload').click();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  await expect.poll(builds).not.toContain('bureau.build.old');
  expect(await builds()).toContain('bureau.build.open');
  await old.close();
  await expect(async () => {
    await page.reload();
    expect(await builds()).toHaveLength(1);
  }).toPass();
});
