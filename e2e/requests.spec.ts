import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BureauProcess } from '../tools/testing/process.ts';
import { pricedRequest, type GivenRequest } from '../tools/testing/requests.ts';
import { setup } from '../tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '../tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, fillSignIn, PASSWORD, test, uniqueName } from './support.ts';

/** A business of its own, so that queues hold what a journey has put there. */
let database: TestDatabase;
let objectsDir: string;
let bureau: BureauProcess;

test.beforeAll(async () => {
  await setup();
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-requests-'));
  bureau = await BureauProcess.start(settingsFor(database, objectsDir, { ROLE: 'both' }));
});
test.afterAll(async () => {
  await bureau.stop();
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

async function overTheWire(user: string, endpoint: string, ...fields: string[]) {
  const signedIn = await post(bureau.url, 'login_a.php', fieldsBody(['validate', user, PASSWORD, 'WEB']));
  return post(bureau.url, endpoint, fieldsBody([signedIn.json.session as string, ...fields]));
}

/** A request saved by a sales executive; returns its number. */
async function saved(given: GivenRequest = {}, type: 'SP' | 'PP' | 'SB' = 'SP', by = 'sales.mum') {
  const { json } = await overTheWire(
    by,
    'newfxrequest_a.php',
    'save',
    JSON.stringify(pricedRequest(type, given)),
  );
  expect(json.err).toBe('');
  return json.srno as number;
}
const DELHI: GivenRequest = {
  reqBran: 'DEL',
  reqSalesExecutive: 'E201',
  reqDeliveryExecutive: 'E211',
};

async function approveOverTheWire(
  srno: number,
  ...steps: readonly (readonly [level: string, user: string])[]
) {
  for (const [level, user] of steps) {
    const { json } = await overTheWire(user, 'fxrequest_a.php', 'APPROVE', level, String(srno));
    expect(json.err).toBe('');
  }
}
const BM = ['BM', 'bm.mum'] as const;
const ZM = ['ZM', 'zm.west'] as const;

async function openAs(page: Page, user: string, address = '/requestdetail'): Promise<void> {
  await page.goto(bureau.url);
  await fillSignIn(page, user);
  await page.waitForURL(/\/home$/);
  await page.goto(bureau.url + address);
}

const table = (page: Page) => page.getByRole('table', { name: 'Request Detail' });
const rowOf = (page: Page, srno: number) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(srno), exact: true }) });
const news = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const stepsOf = (page: Page) => page.getByRole('region', { name: 'Approvals' });

test('a draft made Final passes BM, ZM, CM and FM on their own screens', async ({ page }) => {
  const draft = await saved({ reqDraftFinal: 'D' });
  const srno = await saved({ reqSrNo: draft });
  expect(srno).toBe(draft);

  await openAs(page, 'bm.mum', '/in-progress');
  await expect(page).toHaveURL(/status=APRBM/);
  await page.getByRole('button', { name: `BM: approve request ${srno} as branch manager` }).click();
  const question = page.getByRole('dialog', { name: 'Approve as branch manager?' });
  await expect(question).toContainText(`Request ${srno}, Kavya Iyer`);
  await question.getByRole('button', { name: 'Approve as BM' }).click();
  await expect(news(page, `Request ${srno}: Approved as branch manager.`)).toBeVisible();
  await expect(rowOf(page, srno)).toContainText('BM');
  await expect(
    page.getByRole('button', {
      name: `BM: approve request ${srno} as branch manager. The branch manager has approved already.`,
    }),
  ).toHaveAttribute('aria-disabled', 'true');

  await openAs(page, 'zm.west', `/requestdetail?srno=${srno}`);
  await expect(stepsOf(page)).toContainText('Bhavna Shah');
  await expect(stepsOf(page)).toContainText('Not yet. The zonal manager has not approved yet.');
  await stepsOf(page).getByRole('button', { name: 'Approve as ZM' }).click();
  await page.getByRole('button', { name: 'Approve as ZM' }).last().click();
  await expect(stepsOf(page)).toContainText('Zubin Daruwala');

  await openAs(page, 'fm.ho', `/requestdetail?srno=${srno}`);
  await stepsOf(page).getByRole('button', { name: 'Verify fund' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify fund' }).click();
  await expect(stepsOf(page)).toContainText('Farhan Qureshi');

  await openAs(page, 'cm.ho', `/requestdetail?srno=${srno}`);
  await stepsOf(page).getByRole('button', { name: 'Approve as CM' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as CM' }).click();
  await expect(stepsOf(page)).toContainText('Meera Nair');
  const activity = page.getByRole('list', { name: 'Activity' });
  for (const who of ['branch', 'zonal', 'corporate', 'fund'])
    await expect(activity).toContainText(`Approved as ${who} manager.`);
});

test('the fund manager goes through a queue by keyboard alone', async ({ page }) => {
  const numbers = [await saved(), await saved(), await saved()];
  for (const srno of numbers) await approveOverTheWire(srno, BM, ZM);
  await openAs(page, 'fm.ho', '/requestdetail?status=APRFUND');
  await expect(rowOf(page, numbers[0] ?? 0)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  for (const srno of [...numbers].reverse()) {
    await expect(rowOf(page, srno)).toBeFocused();
    await page.keyboard.press('f');
    await expect(page.getByRole('dialog')).toContainText(`Request ${srno}`);
    await page.keyboard.press('Enter');
    await expect(news(page, `Request ${srno}: Approved as fund manager.`)).toBeVisible();
    await expect(rowOf(page, srno)).toContainText('BM ZM FM');
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('f');
  await expect(news(page, 'The fund manager has approved already.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Request ${numbers[2]}`, level: 1 })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: `Request ${numbers[1]}`, level: 1 })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, numbers[1] ?? 0)).toBeFocused();
});

test('one that the zonal manager unlocked is approved again from the beginning', async ({ page }) => {
  const srno = await saved();
  await approveOverTheWire(srno, BM, ZM);
  await openAs(page, 'zm.west', `/requestdetail?srno=${srno}`);
  await page.getByRole('button', { name: 'Unlock' }).click();
  const question = page.getByRole('dialog', { name: 'Unlock this request?' });
  await question.getByRole('button', { name: 'Unlock' }).click();
  await expect(question).toContainText('Give a reason');
  await question.getByLabel(/^Reason/).fill('Another quantity');
  await question.getByRole('button', { name: 'Unlock' }).click();
  await expect(news(page, 'The request is unlocked.')).toBeVisible();
  await expect(page).toHaveURL(/\/requestdetail$/);
  await expect(rowOf(page, srno)).toContainText('DRAFT');

  await saved({ reqSrNo: srno });
  await rowOf(page, srno).click();
  await expect(stepsOf(page)).toContainText('Waiting for this approval.');
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Reason: Another quantity');
  await approveOverTheWire(srno, BM);
  await page.reload();
  await stepsOf(page).getByRole('button', { name: 'Approve as ZM' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as ZM' }).click();
  await expect(stepsOf(page)).toContainText('Zubin Daruwala');
});

test('what is not possible is told in its words', async ({ page }) => {
  const draft = await saved({ reqDraftFinal: 'D' });
  const short = await saved({ reqPaymentLink: 1, reqPaymentData: [] });
  const fresh = await saved();
  await openAs(page, 'admin', `/requestdetail?srno=${draft}`);
  await expect(stepsOf(page)).toContainText('Not yet. The request is not submitted.');
  await page.goto(`${bureau.url}/requestdetail?srno=${short}`);
  await expect(stepsOf(page)).toContainText('The payment received is less than the grand total.');
  await page.goto(`${bureau.url}/requestdetail?srno=${fresh}`);
  await expect(stepsOf(page)).toContainText('The branch manager has not approved yet.');

  // Approved by someone else while the question stood open.
  await stepsOf(page).getByRole('button', { name: 'Approve as BM' }).click();
  await approveOverTheWire(fresh, BM);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as BM' }).click();
  await expectMessage(page, 'The branch manager has approved already.');

  // Unlocked and saved anew by others: what was read is no longer what would be approved.
  await page.reload();
  await stepsOf(page).getByRole('button', { name: 'Approve as ZM' }).click();
  await overTheWire('bm.mum', 'fxrequest_a.php', 'UNLOCK', String(fresh));
  await saved({ reqSrNo: fresh });
  await approveOverTheWire(fresh, BM);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as ZM' }).click();
  const stale = page.getByRole('dialog', { name: 'This request has changed' });
  await expect(stale).toContainText('was changed by');
  await stale.getByRole('button', { name: 'Load it again' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Unlocked');

  await page.goto(`${bureau.url}/requestdetail?srno=999999`);
  await expect(page.getByText('There is no such record.')).toBeVisible();
});

test('a draft is withdrawn after a question and leaves the list', async ({ page }) => {
  const srno = await saved({ reqDraftFinal: 'D' });
  await openAs(page, 'sales.mum', `/requestdetail?status=DRAFT&srno=${srno}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(news(page, `Request ${srno}: The request is withdrawn.`)).toBeVisible();
  await expect(page).toHaveURL(/status=DRAFT$/);
  await expect(rowOf(page, srno)).toHaveCount(0);
});

test('the detail masks what is private, shows how it was calculated, and prints with the letterhead', async ({
  page,
}) => {
  const srno = await saved({
    reqTravIdType: '7',
    reqTravIdNo: '4999 9999 9990',
    reqRemitterAcctNo: '50100012345678',
    reqLatitude: '18.932245',
    reqLongitude: '72.826439',
  });
  await openAs(page, 'sales.mum', `/requestdetail?srno=${srno}`);
  const main = page.getByRole('article');
  await expect(main).toContainText('XXXXXXXX9990');
  await expect(main).toContainText('XXXXXX234K');
  await expect(main).not.toContainText('AAAPK1234K');
  await expect(main).not.toContainText('50100012345678');
  await page.getByRole('button', { name: 'Show the PAN' }).click();
  await expect(main).toContainText('AAAPK1234K');
  await page.getByRole('button', { name: 'Show the Account number' }).click();
  await expect(main).toContainText('50100012345678');
  await expect(page.getByRole('link', { name: 'Open the map' })).toHaveAttribute('rel', /noreferrer/);
  await page.getByText('How it was calculated').click();
  await expect(page.getByRole('table', { name: 'How it was calculated' })).toContainText(
    '500 × 88.4567, rounded to a whole rupee',
  );
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('button').first()).toBeHidden();
  await expect(page.getByText('Printed ', { exact: false })).toBeVisible();
});

test('filters are in the address, kept as views, and exported', async ({ page }) => {
  const sale = await saved();
  const purchase = await saved({}, 'PP');
  await openAs(page, 'zm.west');
  await page.getByRole('combobox', { name: 'Transaction Type' }).click();
  await page.getByRole('option', { name: 'Purchase To Public' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/type=PP/);
  await expect(rowOf(page, purchase)).toBeVisible();
  await expect(rowOf(page, sale)).toHaveCount(0);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this search as a view…' }).click();
  const name = uniqueName('Purchases');
  await page.getByLabel(/^Name of the view/).fill(name);
  await page.keyboard.press('Enter');
  await page.goto(`${bureau.url}/requestdetail`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page).toHaveURL(/type=PP/);

  const number = page.getByLabel('Serial Number');
  await number.fill('');
  await number.pressSequentially(`a${sale}b`);
  await expect(number).toHaveValue(String(sale));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`number=${sale}`));

  await page.goto(`${bureau.url}/requestdetail?from=2020-01-01&to=2020-01-31`);
  await expect(page.getByText('Nothing in your reach fits this search.')).toBeVisible();
  await expect(page.getByLabel('From Date')).toHaveValue('01/01/2020');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Verify Fund' }).click();
  await expect(page.getByLabel('From Date')).toHaveCount(0);
  await page.goto(`${bureau.url}/requestdetail?branch=PUN&from=2020-01-01&to=2020-01-31`);
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue('Pune Camp');
  await page.getByRole('button', { name: 'Show all requests' }).click();
  await expect(rowOf(page, sale)).toBeVisible();
  await expect(table(page).locator('tfoot')).toContainText('₹');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a manager sees the requests of their own branch alone', async ({ page }) => {
  const mumbai = await saved();
  const delhi = await saved(DELHI, 'SP', 'sales.del');
  await openAs(page, 'bm.del');
  await expect(rowOf(page, delhi)).toBeVisible();
  await expect(rowOf(page, mumbai)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveCount(0);
  await page.goto(`${bureau.url}/requestdetail?srno=${mumbai}`);
  await expect(page.getByText('There is no such record.')).toBeVisible();
});

test('a special approval is settled with a note and leaves its list', async ({ page }) => {
  await database.admin.query(`update requests.payment_line set settled_at = now() where type = 'SPR'`);
  const { reqGrandTotal } = pricedRequest('SP');
  const srno = await saved({
    reqPaymentData: [{ srno: 1, paytype: 'SPR', refnum: 'Director', payamnt: reqGrandTotal }],
  });
  await openAs(page, 'fm.ho', '/special-approvals');
  const list = page.getByRole('table', { name: 'Special Approvals' });
  await expect(list.getByRole('row').nth(1)).toContainText('Director');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('s');
  const question = page.getByRole('dialog', { name: `Settle request ${srno}` });
  await question.getByLabel(/^Note/).fill('NEFT 7788 came');
  await page.keyboard.press('Control+Enter');
  await expect(news(page, `Request ${srno}: ₹`)).toBeVisible();
  await expect(
    page.getByText('Every special approval of a submitted request has been settled.'),
  ).toBeVisible();
  await page.goto(`${bureau.url}/requestdetail?srno=${srno}`);
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('NEFT 7788 came');
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Settled');
});

test('a tax scheme for a day to come is compared, added and taken back', async ({ page }) => {
  await openAs(page, 'admin', '/tax-scheme');
  const starts = page.getByRole('table', { name: 'Schemes by their start' });
  await expect(starts).toContainText('In force');
  await page.getByRole('button', { name: 'Add a start' }).click();
  const dialog = page.getByRole('dialog', { name: 'A scheme for a day to come' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Please fill mandatory feilds: Start day');
  await dialog.getByLabel(/^Start day/).fill('01/04/2150');
  await dialog.getByRole('combobox', { name: /^Scheme/ }).click();
  await dialog.getByRole('option', { name: 'CGST rule 32(2)(b)' }).click();
  const changes = dialog.getByRole('table', { name: 'What changes' });
  await expect(changes).toContainText('₹1,00,000.00');
  await expect(changes).toContainText('₹18,180.00');
  await expect(changes).toContainText('₹180.00');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(news(page, 'From 01/04/2150 requests are priced by this scheme.')).toBeVisible();
  await expect(starts).toContainText('To come');
  await page.getByRole('button', { name: 'Take back the start of 01/04/2150' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(news(page, 'The start of 01/04/2150 is taken back.')).toBeVisible();
  await expect(starts).not.toContainText('01/04/2150');
});

/** Each screen or state to be examined, and the way to it from the list with a fresh request in it. */
const STATES: Readonly<Record<string, (page: Page, srno: number) => Promise<void>>> = {
  list: async () => undefined,
  'saved views': async (page) => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'question of an approval': async (page, srno) => {
    await page.getByRole('button', { name: `BM: approve request ${srno} as branch manager` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  detail: async (page, srno) => {
    await rowOf(page, srno).click();
    await expect(stepsOf(page)).toBeVisible();
    await page.getByText('How it was calculated').click();
  },
  'special approvals': async (page) => {
    await page.goto(`${bureau.url}/special-approvals`);
    await expect(page.getByRole('table', { name: 'Special Approvals' })).toBeVisible();
  },
  'a tax scheme added': async (page) => {
    await page.goto(`${bureau.url}/tax-scheme`);
    await page.getByRole('button', { name: 'Add a start' }).click();
    await page.getByLabel(/^Start day/).fill('01/04/2150');
    await page.getByRole('combobox', { name: /^Scheme/ }).click();
    await page.getByRole('option', { name: 'CGST rule 32(2)(b)' }).click();
    await expect(page.getByRole('table', { name: 'What changes' })).toBeVisible();
  },
};
for (const scheme of ['light', 'dark'] as const)
  for (const [state, goTo] of Object.entries(STATES))
    test(`nothing for axe to find: ${state}, ${scheme}`, async ({ page }) => {
      const srno = await saved();
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await openAs(page, 'admin');
      await expect(rowOf(page, srno)).toBeVisible();
      await goTo(page, srno);
      await expectAccessible(page);
    });

test('without the right there is no way in', async ({ page }) => {
  await openAs(page, 'sales.mum', '/tax-scheme');
  await page.waitForURL(`${bureau.url}/`);
  await page.goto(`${bureau.url}/special-approvals`);
  await page.waitForURL(`${bureau.url}/`);
});
