import type { Page } from '@playwright/test';
import { demo } from './business.ts';
import { activity, news, rowOf, stepOf, stepsOf } from './desk.ts';
import { ACCOUNT, fact, openLink, payerMail } from './payers.ts';
import {
  addDollars,
  addPayment,
  button,
  expectSubmitted,
  field,
  fillBasic,
  openNew,
  passport,
  pick,
} from './requestform.ts';
import { BASE_URL, expect, expectMessage, test, uniqueName } from './support.ts';

const STEPS = ['Branch manager', 'Zonal manager', 'Corporate manager', 'Fund manager'] as const;
type StepState = 'done' | 'due' | 'later';

async function expectSteps(page: Page, ...standings: readonly StepState[]): Promise<void> {
  for (const [index, standing] of standings.entries())
    await expect(stepOf(page, STEPS[index] ?? '')).toHaveAttribute('data-step', standing);
}

/** Approves a step on the screen of its approver: the button is enabled, and then the approver's name is shown. */
async function approve(page: Page, srno: number, user: string, name: string, word: string): Promise<void> {
  await demo.open(page, user, `/requestdetail?srno=${srno}`);
  await stepsOf(page).getByRole('button', { name: word }).click();
  await page.getByRole('dialog').getByRole('button', { name: word }).click();
  await expect(stepsOf(page)).toContainText(name);
}

/** The number that the form shows after the first draft. */
async function draftedNumber(page: Page): Promise<number> {
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  return Number(new URL(page.url()).searchParams.get('srno'));
}

test("a request goes from the first field to the last approval, each step on its user's screen", async ({
  page,
}) => {
  // The journey is long.
  test.slow();
  await openNew(page);
  await fillBasic(page, uniqueName('Ravi'), passport());
  await addDollars(page);
  const srno = await draftedNumber(page);
  await addPayment(page, '53631');
  await button(page, 'Final').click();
  await page.waitForURL('/requestdetail');
  await expect(news(page, `Request ${srno}: The request is submitted.`)).toBeVisible();
  await expect(rowOf(page, srno)).toBeFocused();

  await page.keyboard.press('Enter');
  await expectSteps(page, 'due', 'later', 'later', 'later');
  await expect(stepsOf(page).getByRole('button')).toHaveCount(0);
  for (const said of ['The draft is saved.', 'The request is submitted.'])
    await expect(activity(page)).toContainText(said);

  await approve(page, srno, 'bm.mum', 'Bhavna Shah', 'Approve as BM');
  await expectSteps(page, 'done', 'due', 'later', 'later');
  await expect(stepOf(page, 'Corporate manager')).toContainText('The zonal manager has not approved yet.');
  await approve(page, srno, 'zm.west', 'Zubin Daruwala', 'Approve as ZM');
  await expectSteps(page, 'done', 'done', 'due', 'due');
  await approve(page, srno, 'cm.ho', 'Meera Nair', 'Approve as CM');
  await expectSteps(page, 'done', 'done', 'done', 'due');
  await approve(page, srno, 'fm.ho', 'Farhan Qureshi', 'Verify fund');
  await expectSteps(page, 'done', 'done', 'done', 'done');
  await expect(activity(page).getByRole('listitem').filter({ hasText: 'Approved as' })).toHaveText([
    /Approved as fund manager\.\s*Farhan Qureshi/,
    /Approved as corporate manager\.\s*Meera Nair/,
    /Approved as zonal manager\.\s*Zubin Daruwala/,
    /Approved as branch manager\.\s*Bhavna Shah/,
  ]);
});

test('a link is sent from the detail, paid at the gateway, and the approvals continue to the fund manager', async ({
  page,
}) => {
  // The journey is long.
  test.slow();
  const email = payerMail();
  await openNew(page);
  await fillBasic(page, uniqueName('Leela'), passport());
  await field(page, 'E-mail').fill(email);
  await addDollars(page);
  await page.getByRole('checkbox', { name: 'Payment by link' }).check();
  await pick(page, 'Remitter Bank', 'HDFC', /^HDFC/);
  await field(page, 'Account Number').fill(ACCOUNT);
  await field(page, 'IFSC').fill('hdfc0000001');
  await button(page, 'Final').click();
  await expectSubmitted(page);
  const srno = Number(await page.getByRole('status').getByRole('link').textContent());

  await demo.open(page, 'bm.mum', `/requestdetail?srno=${srno}`);
  await expect(stepOf(page, 'Branch manager')).toContainText(
    'The payment received is less than the grand total.',
  );
  await button(page, 'Send payment link').click();
  const question = page.getByRole('dialog', { name: 'Payment link' });
  await expect(question).toContainText('Are you sure to send payment link ?.');
  await question.getByRole('button', { name: 'Send' }).click();
  await expectMessage(page, 'Payment link has been sent successfully');
  await expect(button(page, 'Send payment link')).toHaveCount(0);
  await expect(activity(page)).toContainText('Payment link sent.');

  const payer = await openLink(page, { email });
  await payer.getByRole('button', { name: /^Pay ₹53,631/ }).click();
  await payer.waitForURL(`${BASE_URL}/cf/**`);
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(fact(payer, 'Order Id')).toHaveText(new RegExp(`^R${srno}-1-`));
  await payer.close();

  await page.reload();
  await expectSteps(page, 'due', 'later', 'later', 'later');
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('₹53,631.00');
  await expect(activity(page)).toContainText('Received by payment link');
  await approve(page, srno, 'bm.mum', 'Bhavna Shah', 'Approve as BM');
  await approve(page, srno, 'zm.west', 'Zubin Daruwala', 'Approve as ZM');
  await approve(page, srno, 'fm.ho', 'Farhan Qureshi', 'Verify fund');
  await expectSteps(page, 'done', 'done', 'due', 'done');
});

test('a request that the zonal manager unlocks is changed by its seller and approved again from the beginning', async ({
  page,
}) => {
  // The journey is long.
  test.slow();
  const srno = await demo.saved();
  await demo.approve(srno, 'BM', 'ZM');
  await demo.open(page, 'zm.west', `/requestdetail?srno=${srno}`);
  await button(page, 'Unlock').click();
  const question = page.getByRole('dialog', { name: 'Unlock this request?' });
  await question.getByRole('button', { name: 'Unlock' }).click();
  await expect(question).toContainText('Give a reason');
  await question.getByLabel(/^Reason/).fill('Another quantity');
  await question.getByRole('button', { name: 'Unlock' }).click();
  await expect(news(page, `Request ${srno}: The request is unlocked.`)).toBeVisible();
  await expect(rowOf(page, srno).getByText('PENDING', { exact: true })).toBeVisible();
  await expect(rowOf(page, srno).getByText('Draft', { exact: true })).toBeVisible();

  await demo.open(page, 'sales.mum', `/requestdetail?srno=${srno}`);
  await expectSteps(page, 'later', 'later', 'later', 'later');
  await page.getByRole('link', { name: 'Change details' }).click();
  await button(page, 'Change line 1').click();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('400');
  await button(page, 'Add product').click();
  await button(page, 'Final').click();
  await expectMessage(page, 'Payment does not tally.');
  await button(page, 'Remove payment 1').click();
  await pick(page, 'Payment Type', 'Special', 'Special Approval');
  await button(page, 'Add payment').click();
  await button(page, 'Final').click();
  await expect(news(page, `Request ${srno}: The request is submitted.`)).toBeVisible();

  await approve(page, srno, 'bm.mum', 'Bhavna Shah', 'Approve as BM');
  await approve(page, srno, 'zm.west', 'Zubin Daruwala', 'Approve as ZM');
  await expectSteps(page, 'done', 'done', 'due', 'due');
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('400');
  await expect(activity(page)).toContainText('Reason: Another quantity');
  await expect(activity(page).getByText('Approved as zonal manager.')).toHaveCount(2);
});

test('a user who may only view sees the whole request, and only the print buttons', async ({ page }) => {
  const srno = await demo.saved();
  await demo.open(page, 'dlv2.mum', '/requestdetail');
  await expect(rowOf(page, srno).getByRole('button')).toHaveCount(1);
  await expect(rowOf(page, srno).getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New Request' })).toHaveCount(0);
  await rowOf(page, srno).click();
  await expectSteps(page, 'due', 'later', 'later', 'later');
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('USD');
  await expect(stepsOf(page).getByRole('button')).toHaveCount(0);
  for (const absent of ['Unlock', 'Withdraw', 'Send payment link'])
    await expect(button(page, absent)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Change details' })).toHaveCount(0);
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents).toBeVisible();
  await expect(documents.getByRole('button', { name: 'Upload' })).toHaveCount(0);
  await expect(page.getByLabel('Choose files')).toHaveCount(0);
});

test('the place is asked of the browser only when it was chosen, goes along, and is taken back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'], { origin: BASE_URL });
  await context.setGeolocation({ latitude: 18.932245, longitude: 72.826439 });
  await openNew(page);
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await expect(page.getByText('You can add your location to the request.')).toBeVisible();
  const without = await draftedNumber(page);
  const placeOf = async (srno: number) => {
    const { detail } = await demo.ask('sales.mum', 'fxrequest_a.php', 'detail', String(srno));
    return [detail.req_latitude, detail.req_longitude].map(Number);
  };
  expect(await placeOf(without)).toEqual([0, 0]);

  await page.goto('/newfxrequest');
  await pick(page, 'Transaction Type', 'SP', 'SP Sales To Public');
  await button(page, 'Add my location').click();
  await expect(page.getByText('Your location is sent with this request.')).toBeVisible();
  const drafted = await draftedNumber(page);
  expect(await placeOf(drafted)).toEqual([18.932245, 72.826439]);

  // After withdrawal the location is no longer stored, whichever machine added it.
  await page.evaluate(() => localStorage.removeItem('bureau.sendsLocation'));
  await page.goto(`/newfxrequest?srno=${drafted}`);
  await button(page, 'Do not add my location').click();
  await expect(page.getByText('You can add your location to the request.')).toBeVisible();
  await draftedNumber(page);
  expect(await placeOf(drafted)).toEqual([0, 0]);
  await button(page, 'Add my location').click();
  await expect(page.getByText('Your location is sent with this request.')).toBeVisible();

  // The choice is stored on this machine until it is withdrawn.
  await page.goto('/newfxrequest');
  await expect(page.getByText('Your location is sent with this request.')).toBeVisible();
  await button(page, 'Do not add my location').click();
  await expect(page.getByText('You can add your location to the request.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You can add your location to the request.')).toBeVisible();
});

test('a browser that returns no location does not block the request', async ({ page, context }) => {
  await context.clearPermissions();
  await openNew(page);
  await button(page, 'Add my location').click();
  await expect(
    page.getByText('The browser gave no location. The request is saved without one.'),
  ).toBeVisible();
  expect(await draftedNumber(page)).toBeGreaterThan(0);
});
