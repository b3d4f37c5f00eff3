import type { Page } from '@playwright/test';
import { unreturned } from '../tools/testing/payments.ts';
import type { GivenRequest } from '../tools/testing/requests.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { activity, news, rowOf, stepsOf, table } from './desk.ts';
import { button, field } from './requestform.ts';
import { expect, expectMessage, test, uniqueName } from './support.ts';

const business = ownBusiness();
const saved: typeof business.saved = (...given) => business.saved(...given);
const openAs = (page: Page, user: string, address = '/requestdetail') => business.open(page, user, address);

const DELHI: GivenRequest = {
  reqBran: 'DEL',
  reqSalesExecutive: 'E201',
  reqDeliveryExecutive: 'E211',
};

test('a waiting request is approved from the row', async ({ page }) => {
  const srno = await saved();
  const other = await saved();
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

  // Another user approves while the question is open, so the request no longer waits.
  await page.getByRole('button', { name: `BM: approve request ${other} as branch manager` }).click();
  await business.approve(other, 'BM');
  await question.getByRole('button', { name: 'Approve as BM' }).click();
  await expectMessage(page, 'The branch manager has approved already.');
  await expect(rowOf(page, other)).toHaveCount(0);
});

test('/in-progress shows executives their current requests', async ({ page }) => {
  const own = await saved();
  const others = await saved({ reqDeliveryExecutive: 'E112' });
  await openAs(page, 'dlv1.mum', '/in-progress');
  await expect(page).toHaveURL(/status=INPROGRESS/);
  await expect(rowOf(page, own)).toBeVisible();
  await expect(rowOf(page, others)).toHaveCount(0);
  await openAs(page, 'sales.mum', '/in-progress');
  await expect(rowOf(page, own)).toBeVisible();
  await expect(rowOf(page, others)).toBeVisible();
});

test('what waits is found although the rights did not come at first', async ({ page }) => {
  let isDown = true;
  await page.route('**/right_a.php', (route) => {
    const isAccess = (route.request().postData() ?? '').endsWith('2=own');
    return isDown && isAccess ? route.abort() : route.fallback();
  });
  await openAs(page, 'bm.mum', '/in-progress');
  await expect(page.getByText('Your rights could not be loaded')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/status=APRBM/);
});

test('the documents of a purchase are its memo and its certificate, whoever sold it', async ({ page }) => {
  for (const type of ['PP', 'PB'] as const) {
    const srno = await saved({}, type);
    await openAs(page, 'sales.mum', `/requestdetail?srno=${srno}`);
    await page.getByRole('button', { name: 'Papers' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Purchase memo', 'Encashment certificate']);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Encashment certificate' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  }
  const sold = await saved();
  await openAs(page, 'sales.mum', `/requestdetail?srno=${sold}`);
  await expect(page.getByRole('button', { name: 'Cash memo' })).toBeVisible();
});

test('after a change of a draft the list is as before, at the same row', async ({ page }) => {
  const srno = await saved({ reqDraftFinal: 'D' });
  await openAs(page, 'sales.mum', '/requestdetail?status=DRAFT&type=SP');
  await page.getByRole('link', { name: `Change details of request ${srno}` }).click();
  await expect(page.getByRole('heading', { name: `Transaction Request ${srno}` })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/requestdetail\?status=DRAFT&type=SP$/);
  await expect(rowOf(page, srno)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Change details', exact: true }).click();
  await page.getByRole('button', { name: 'Final' }).click();
  await expect(page).toHaveURL(/requestdetail\?status=DRAFT&type=SP$/);
  await expect(news(page, `Request ${srno}: The request is submitted.`)).toBeVisible();
});

test('the fund manager works through a queue by keyboard alone', async ({ page }) => {
  const numbers = [await saved(), await saved(), await saved()];
  for (const srno of numbers) await business.approve(srno, 'BM', 'ZM');
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

test('an action that is not possible shows the reason', async ({ page }) => {
  const draft = await saved({ reqDraftFinal: 'D' });
  const short = await saved({ reqPaymentLink: 1, reqPaymentData: [] });
  const fresh = await saved();
  await openAs(page, 'admin', `/requestdetail?srno=${draft}`);
  await expect(stepsOf(page)).toContainText('Not yet. The request is not submitted.');
  await page.goto(`${business.url}/requestdetail?srno=${short}`);
  await expect(stepsOf(page)).toContainText('The payment received is less than the grand total.');
  await page.goto(`${business.url}/requestdetail?srno=${fresh}`);
  await expect(stepsOf(page)).toContainText('The branch manager has not approved yet.');

  // Another user approves while the question is open.
  await stepsOf(page).getByRole('button', { name: 'Approve as BM' }).click();
  await business.approve(fresh, 'BM');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as BM' }).click();
  await expectMessage(page, 'The branch manager has approved already.');
  await expect(stepsOf(page).getByRole('button', { name: 'Approve as BM' })).toHaveCount(0);

  // Other users unlock and save the request, so the approval would be of another version than the one that was read.
  await stepsOf(page).getByRole('button', { name: 'Approve as ZM' }).click();
  await business.ask('bm.mum', 'fxrequest_a.php', 'UNLOCK', String(fresh));
  await saved({ reqSrNo: fresh });
  await business.approve(fresh, 'BM');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve as ZM' }).click();
  const stale = page.getByRole('dialog', { name: 'This request has changed' });
  await expect(stale).toContainText('was changed by');
  await stale.getByRole('button', { name: 'Load it again' }).click();
  await expect(activity(page)).toContainText('Unlocked');

  // The branch manager cannot unlock a request that the corporate manager has approved.
  await business.approve(fresh, 'ZM', 'CM');
  await openAs(page, 'bm.mum', `/requestdetail?srno=${fresh}`);
  await page.getByRole('button', { name: /^Unlock/ }).hover();
  await expect(
    page.getByText('The corporate manager has approved; only a corporate manager can unlock.'),
  ).toBeVisible();
  await page.goto(`${business.url}/newfxrequest?srno=${fresh}`);
  await expect(page.getByText('The request is submitted; it must be unlocked first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Final' })).toHaveCount(0);
});

test('a request that does not exist shows a link to the list', async ({ page }) => {
  for (const [address, back] of [
    ['/requestdetail?srno=999999', 'Back to the list'],
    ['/newfxrequest?srno=999999', 'Back'],
  ] as const) {
    await openAs(page, 'admin', address);
    await expect(page.getByText('There is no such record.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('button', { name: back, exact: true }).last().click();
    await expect(page).toHaveURL(`${business.url}/requestdetail`);
    await expect(table(page)).toBeVisible();
  }
});

test('a refused action reloads the record', async ({ page }) => {
  const approved = await saved();
  await business.approve(approved, 'BM', 'ZM');
  await openAs(page, 'bm.mum', `/requestdetail?srno=${approved}`);
  await page.getByRole('button', { name: 'Unlock' }).click();
  const question = page.getByRole('dialog', { name: 'Unlock this request?' });
  await question.getByLabel(/^Reason/).fill('Another quantity');
  await business.approve(approved, 'CM');
  await question.getByRole('button', { name: 'Unlock' }).click();
  const why = 'The corporate manager has approved; only a corporate manager can unlock.';
  await expectMessage(page, why);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveAccessibleDescription(why);

  const draft = await saved({ reqDraftFinal: 'D', reqPaymentLink: 1, reqPaymentData: [] });
  await openAs(page, 'bm.mum', `/requestdetail?srno=${draft}`);
  await page.getByRole('button', { name: 'Send payment link' }).click();
  await saved({ reqSrNo: draft, reqDraftFinal: 'D' });
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expectMessage(page, 'No payment link is requested.');
  await expect(page.getByRole('button', { name: 'Send payment link' })).toHaveCount(0);
});

test("the form gives a draft the user's only branch, and is read-only with the add right alone", async ({
  page,
}) => {
  const srno = await saved({
    reqDraftFinal: 'D',
    reqBran: '',
    reqSalesExecutive: '',
    reqHandOver: 'IN',
    reqDeliveryExecutive: '',
  });
  await openAs(page, 'sales.mum', `/newfxrequest?srno=${srno}`);
  await expect(field(page, 'Branch')).toHaveValue('Mumbai Fort');
  await expect(field(page, 'Branch')).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`The draft is saved as request ${srno}.`)).toBeVisible();

  await business.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'NEWTRANREQUEST', true, true, false from access.right_group where name = 'Delivery executive'`,
  );
  await openAs(page, 'dlv1.mum', '/newfxrequest');
  await field(page, 'Traveller Name').fill('Kavya Iyer');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The draft is saved as request \d+\./)).toBeVisible();
  await expect(page.getByText('You do not have the right to change requests.')).toBeVisible();
  await expect(field(page, 'Traveller Name')).toBeDisabled();
  await expect(field(page, 'Traveller Name')).toHaveValue('Kavya Iyer');
  for (const name of ['Draft', 'Final']) await expect(button(page, name)).toHaveCount(0);
});

test('the detail masks private data, shows the calculation, and prints with the letterhead', async ({
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
  await page.getByRole('button', { name: /^Show \d+ more fields$/ }).click();
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
  await expect(main).toContainText('Sahyadri Forex Private Limited');
  await expect(main.locator('svg')).toHaveCount(0);
  await expect(main.getByRole('row').filter({ hasText: 'USD' })).toContainText('500.00');
});

test('a viewer is shown the numbers after asking, and another rider not at all', async ({ page }) => {
  const srno = await saved({ reqRemitterAcctNo: '50100012345678', reqDob: '1987-03-29' });
  await business.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'TRANREQUESTDETAIL', true, false, false from access.right_group where name = 'Branch staff'`,
  );
  await openAs(page, 'staff.mum', `/requestdetail?srno=${srno}`);
  const main = page.getByRole('article');
  await page.getByRole('button', { name: /^Show \d+ more fields$/ }).click();
  for (const masked of ['XXXX4567', 'XXXXXX234K', 'XXXXXXXXXX5678', 'XXXX-XX-XX'])
    await expect(main).toContainText(masked);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the Date of birth' }).click();
  await expect(main).toContainText('29/03/1987');
  await expect(main).not.toContainText('AAAPK1234K');
  // The numbers came together, so the others are shown without another call.
  await page.route('**/fxrequest_a.php', (route) => route.abort());
  await page.getByRole('button', { name: 'Show the PAN' }).focus();
  await page.keyboard.press('Enter');
  await expect(main).toContainText('AAAPK1234K');
  await expect(page.getByRole('button', { name: 'Hide the PAN' })).toBeFocused();
  await page.unroute('**/fxrequest_a.php');
  const trail = await business.database.admin.query(
    `select 1 from platform.trail where action = 'show numbers' and record_id = $1`,
    [String(srno)],
  );
  expect(trail.rowCount).toBe(1);

  // Another journey lets riders enter requests.
  await business.database.admin.query(
    `delete from access.group_right where right_key = 'NEWTRANREQUEST'
       and right_group = (select srno from access.right_group where name = 'Delivery executive')`,
  );
  await openAs(page, 'dlv2.mum', `/requestdetail?srno=${srno}`);
  await expect(main).toContainText('XXXXXX234K');
  await expect(page.getByRole('button', { name: 'Show the PAN' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cash memo' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Papers' })).toHaveAttribute('aria-disabled', 'true');
  await openAs(page, 'dlv1.mum', `/requestdetail?srno=${srno}`);
  await page.getByRole('button', { name: 'Show the PAN' }).click();
  await expect(main).toContainText('AAAPK1234K');
});

test('filters are in the address, saved as views, and exported', async ({ page }) => {
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
  // The dialog closes when the view is stored.
  await expect(page.getByLabel(/^Name of the view/)).toHaveCount(0);
  await page.goto(`${business.url}/requestdetail`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page).toHaveURL(/type=PP/);

  // An invalid day finds nothing instead of everything.
  const from = page.getByRole('textbox', { name: 'From Date', exact: true });
  await from.fill('31/02/2026');
  await from.press('Enter');
  await expect(from).toHaveAccessibleDescription('Enter a date as dd/mm/yyyy');
  await expect(page).toHaveURL(/type=PP$/);
  await from.fill('');

  const number = page.getByLabel('Serial Number');
  await number.fill('');
  await number.pressSequentially(`a${sale}b`);
  await expect(number).toHaveValue(String(sale));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`number=${sale}`));

  await page.goto(`${business.url}/requestdetail?from=2020-01-01&to=2020-01-31`);
  await expect(page.getByText('No request that you can see matches this search.')).toBeVisible();
  await expect(page.getByLabel('From Date')).toHaveValue('01/01/2020');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Verify Fund' }).click();
  await expect(page.getByLabel('From Date')).toHaveCount(0);
  await page.goto(`${business.url}/requestdetail?branch=PUN&from=2020-01-01&to=2020-01-31`);
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue('Pune Camp');
  await page.getByRole('button', { name: 'Show all requests' }).click();
  await expect(rowOf(page, sale)).toBeVisible();
  await expect(table(page).locator('tfoot')).toContainText('₹');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('the palette opens a request by its number, and only for users who may see requests', async ({
  page,
}) => {
  const srno = await saved();
  await openAs(page, 'bm.mum', '/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Customer, request number, action, screen or help' });
  await palette.fill(String(srno));
  await expect(page.getByRole('option').first()).toHaveText(`Request ${srno}Request Detail`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Request ${srno}`, level: 1 })).toBeVisible();
  await openAs(page, 'audit.ca', '/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.fill(`request ${srno}`);
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a manager sees only the requests of their own branch', async ({ page }) => {
  const mumbai = await saved();
  const delhi = await saved(DELHI, 'SP', 'sales.del');
  await openAs(page, 'bm.del');
  await expect(rowOf(page, delhi)).toBeVisible();
  await expect(rowOf(page, mumbai)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveCount(0);
  await page.goto(`${business.url}/requestdetail?srno=${mumbai}`);
  await expect(page.getByText('There is no such record.')).toBeVisible();
});

test('a tax scheme for a future day is compared, added and removed', async ({ page }) => {
  await openAs(page, 'admin', '/tax-scheme');
  const starts = page.getByRole('table', { name: 'Schemes by start date' });
  await expect(starts).toContainText('In force');
  await page.getByRole('button', { name: 'Add a start date' }).click();
  const dialog = page.getByRole('dialog', { name: 'A scheme from a future day' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Please fill mandatory feilds: Start day');
  const day = dialog.getByRole('textbox', { name: /^Start day/ });
  await day.fill('01/04/2150');
  // The calendar opens over the dialog, and Escape closes only the calendar; the same applies to a drop-down.
  const second = dialog.getByRole('button', { name: '2 April 2150', exact: true });
  await day.press('F2');
  await second.click();
  await expect(day).toHaveValue('02/04/2150');
  await day.press('F2');
  await expect(second).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(second).toHaveCount(0);
  await dialog.getByRole('combobox', { name: /^Scheme/ }).click();
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await expect(day).toHaveValue('02/04/2150');
  await day.fill('01/04/2150');
  await dialog.getByRole('combobox', { name: /^Scheme/ }).click();
  await dialog.getByRole('option', { name: 'CGST rule 32(2)(b)' }).click();
  const changes = dialog.getByRole('table', { name: 'What changes' });
  await expect(changes).toContainText('₹1,00,000.00');
  await expect(changes).toContainText('₹18,180.00');
  await expect(changes).toContainText('₹180.00');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(news(page, 'From 01/04/2150 requests are priced by this scheme.')).toBeVisible();
  await expect(starts).toContainText('To come');
  await page.getByRole('button', { name: 'Remove the start date 01/04/2150' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(news(page, 'The start of 01/04/2150 is taken back.')).toBeVisible();
  await expect(starts).not.toContainText('01/04/2150');
});

/** Each screen or state to check, and the steps to it from the list with a new request in it. */
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
  'money to return': async (page) => {
    await unreturned(business.database.admin);
    await page.goto(`${business.url}/money-to-return`);
    await page
      .getByRole('button', { name: /^Note that the money/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'special approvals': async (page) => {
    await page.goto(`${business.url}/special-approvals`);
    await expect(page.getByRole('table', { name: 'Special Approvals' })).toBeVisible();
  },
  'a tax scheme added': async (page) => {
    await page.goto(`${business.url}/tax-scheme`);
    await page.getByRole('button', { name: 'Add a start date' }).click();
    await page.getByLabel(/^Start day/).fill('01/04/2150');
    await page.getByRole('combobox', { name: /^Scheme/ }).click();
    await page.getByRole('option', { name: 'CGST rule 32(2)(b)' }).click();
    await expect(page.getByRole('table', { name: 'What changes' })).toBeVisible();
  },
};
for (const [state, goTo] of Object.entries(STATES))
  test(`axe finds no violation: ${state}`, async ({ page }) => {
    const srno = await saved();
    await openAs(page, 'admin');
    await expect(rowOf(page, srno)).toBeVisible();
    await goTo(page, srno);
    await expectAccessible(page);
  });
