import type { Page } from '@playwright/test';
import { addTransactions, startAudit, type StartedAudit } from '../tools/testing/audits.ts';
import { addDiscrepancies } from '../tools/testing/discrepancies.ts';
import { pdfSample } from '../tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { expect, expectMessage, test } from './support.ts';

/** The transactions of the monthly audit and their discrepancies: marked by the auditor, answered by the branch. */
const business = ownBusiness();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const HELD = 500;

/** Months that the demo business has no audit of. */
let month = 0;
async function audit(year = 2024): Promise<StartedAudit> {
  month += 1;
  return startAudit(business.database.admin, { branch: 'MUM', year, month });
}

const openTransactions = (page: Page, { srno }: StartedAudit, user = 'audit.ca') =>
  business.open(page, user, `/assessment?srno=${srno}&tab=transactions`);
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Transactions', exact: true }).locator('tbody tr[data-index]');
const counts = (page: Page) => page.getByRole('group', { name: 'Transactions by mark' });
const focusedRow = (page: Page) => page.locator('tr[data-index]:focus');

async function tally({ srno }: StartedAudit): Promise<Record<string, number>> {
  const { rows: found } = await business.database.admin.query<{ status: string; n: number }>(
    'select status, count(*)::integer as n from audit.transaction where audit = $1 group by status',
    [srno],
  );
  return Object.fromEntries(found.map(({ status, n }) => [status, n]));
}

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    PHONE.width,
  );
  await page.setViewportSize(DESKTOP);
}

/**
 * Holds O: a stroke for each frame, and the next one when another row has the focus or the list has loaded no further.
 * Returns how long each row took to get the focus, in milliseconds.
 */
const HOLD = `async (rows) => {
  const wait = (ms) => new Promise((wake) => setTimeout(wake, ms));
  const at = () => Number(document.activeElement?.dataset?.index ?? -1);
  const times = [];
  while (at() < rows) {
    const before = at();
    const from = performance.now();
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'o', code: 'KeyO', bubbles: true, cancelable: true, repeat: before > 0 }),
    );
    for (let tries = 0; at() === before && tries < 20; tries += 1) await wait(tries);
    if (at() !== before) times.push(performance.now() - from);
    await wait(16);
  }
  return times;
}`;

test('500 transactions by holding O: none lost or doubled, and the focus does not wait for the server', async ({
  page,
}) => {
  const made = await audit();
  await addTransactions(business.database.admin, made, HELD + 1);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('changestatusaudittran'))
      sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await openTransactions(page, made);
  await expect(focusedRow(page)).toHaveAttribute('data-index', '0');

  // While the server does not answer, the focus goes on and four marks are under way.
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/audit_a.php', async (route) => {
    if (route.request().postData()?.includes('changestatusaudittran')) await released;
    await route.continue();
  });
  await page.keyboard.press('o');
  for (let stroke = 1; stroke < 6; stroke += 1) await page.keyboard.press('o');
  await expect(focusedRow(page)).toHaveAttribute('data-index', '6');
  await expect(page.getByText('6 marks on their way')).toBeVisible();
  // The browser tells of a call a little after the screen does.
  await expect.poll(() => sent.length).toBe(4);
  release();
  await expect(page.getByText('All marks saved')).toBeVisible();
  await page.unroute('**/api/audit_a.php');
  await page.locator('tr[data-index="6"]').focus();

  const times = await page.evaluate<number[]>(`(${HOLD})(${HELD})`);
  await expect(page.getByText('All marks saved')).toBeVisible({ timeout: 60_000 });
  await expect(counts(page)).toContainText('PEN 1');
  expect(await tally(made)).toEqual({ OK: HELD, PEN: 1 });
  expect([sent.length, new Set(sent).size]).toEqual([HELD, HELD]);
  // How long a stroke takes depends on what else the machine does, so the times are noted and not gated.
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Infinity).toFixed(1);
  test
    .info()
    .annotations.push({ type: 'focus', description: `median ${share(0.5)} ms, 99 % ${share(0.99)} ms` });
});

test('an auditor marks, reverses and adds discrepancies by keyboard; staff only look', async ({ page }) => {
  const made = await audit();
  await addTransactions(business.database.admin, made, 4, { first: 100 });
  await addTransactions(business.database.admin, made, 2, {
    type: 'PB',
    first: 200,
    traveller: 'Nilgiri Money Changers',
  });
  await openTransactions(page, made);
  await expect(focusedRow(page)).toHaveAttribute('data-index', '0');
  await page.keyboard.press('Enter');
  const first = page.getByRole('region', { name: /^Transaction / });
  await expect(first.getByRole('table', { name: 'Lines of the transaction' })).toContainText('USD');
  await expectWhole(page);
  await page.keyboard.press('Escape');

  const firstPurchase = rows(page).filter({ hasText: 'PB' }).first();
  await firstPurchase.click();
  await firstPurchase.focus();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await page.keyboard.type('Memo is not signed');
  await expectWhole(page);
  await page.keyboard.press('Control+Enter');
  await expect(firstPurchase).toContainText('DIS');
  await expect(page.getByText('All marks saved')).toBeVisible();
  await page.keyboard.press('Escape');

  await rows(page).nth(0).focus();
  await page.keyboard.press('r');
  await expect(page.getByText(/This transaction is not marked/)).toBeVisible();
  await firstPurchase.focus();
  await page.keyboard.press('r');
  await expect(firstPurchase).toContainText('PEN');
  await page.keyboard.press('d');
  await expect(page.getByRole('textbox', { name: 'Discrepancy' })).toHaveValue('Memo is not signed');
  await page.keyboard.press('Control+Enter');
  await expect(firstPurchase).toContainText('DIS');
  await expect(page.getByText('All marks saved')).toBeVisible();
  expect(await tally(made)).toEqual({ DIS: 1, PEN: 5 });

  await rows(page).nth(0).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('o');
  const question = page.getByRole('dialog', { name: 'Mark 5 transactions OK?' });
  await question.getByRole('button', { name: 'Mark OK' }).click();
  await expect(counts(page)).toContainText('OK 5');
  await expect(page.getByText('All marks saved')).toBeVisible();
  expect(await tally(made)).toEqual({ DIS: 1, OK: 5 });

  await page.getByRole('button', { name: 'Add discrepancy' }).click();
  const form = page.getByRole('region', { name: 'Add discrepancy' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expectMessage(page, 'Please fill mandatory feilds.');
  await form.getByRole('combobox', { name: 'Type' }).fill('Money');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Partner' }).fill('WU');
  await page.keyboard.press('Enter');
  await form.getByLabel(/^Transaction number/).fill('311');
  await form.getByRole('textbox', { name: 'Discrepancy' }).fill('ID of the receiver has expired');
  await expectWhole(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The discrepancy of MT 311 has been added.')).toBeVisible();
  await page.getByRole('tab', { name: /^Discrepancies 2/ }).click();
  await page.getByRole('row', { name: /ID of the receiver/ }).click();
  await expect(page.getByRole('region', { name: 'Discrepancy of MT WU 311' })).toContainText(
    'raised the discrepancy',
  );
  await expectWhole(page);

  await page.goto(`${business.url}/assessment?srno=${made.srno}&tab=masters`);
  await page.getByRole('button', { name: 'Add discrepancy' }).click();
  const master = page.getByRole('region', { name: 'Add discrepancy' });
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Please fill mandatory feilds.');
  await master.getByRole('combobox', { name: 'Master type' }).fill('Corporate');
  await page.keyboard.press('Enter');
  await expect(master.getByLabel('Master document')).toHaveCount(0);
  await master.getByLabel(/^Party name/).fill('Orient Exports');
  await master.getByRole('textbox', { name: 'Discrepancy' }).fill('Board resolution is missing');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The discrepancy of Orient Exports has been added.')).toBeVisible();
  await expectWhole(page);

  await openTransactions(page, made, 'staff.mum');
  await page.getByRole('button', { name: 'Show all marks' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Add discrepancy' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
  await rows(page).nth(0).focus();
  await page.keyboard.press('r');
  await page.getByRole('tab', { name: /^Discrepancies 2/ }).click();
  await page.getByRole('row', { name: /ID of the receiver/ }).click();
  const looked = page.getByRole('region', { name: 'Discrepancy of MT WU 311' });
  await expect(looked.getByRole('textbox')).toHaveCount(0);
  await expect(looked.getByRole('button', { name: 'Submit Response' })).toHaveCount(0);
  expect(await tally(made)).toEqual({ DIS: 1, OK: 5 });
});

test('the branch answers with a proof; the auditor clears one and returns another', async ({ page }) => {
  const made = await audit();
  await business.database.admin.query('delete from audit.discrepancy');
  await addDiscrepancies(business.database.admin, made, 1, { words: 'A2 form missing', day: '2024-01-05' });
  await addDiscrepancies(business.database.admin, made, 1, {
    words: 'Ticket is dated after the sale',
    day: '2024-01-06',
  });
  await business.open(page, 'staff.mum', '/home');
  await expect(page.getByRole('link', { name: /Transaction discrepancies to answer\s*2/ })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\)/);
  await page.getByRole('link', { name: /Transaction discrepancies to answer/ }).click();

  const list = page.getByRole('table', { name: 'Discrepancy' });
  await expect(list.locator('tbody tr[data-index]')).toHaveCount(2);
  await expect(list.locator('tbody tr[data-index]').first()).toContainText('A2 form missing');
  await expectWhole(page);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const view = page.getByRole('region', { name: /^Discrepancy of PP / });
  await expect(view).toContainText('Anita Deshmukh');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Please Enter remark.');
  await expect(view.getByLabel(/^Remark/)).toBeFocused();
  await page.keyboard.type('A2 form is attached.');
  await view
    .locator('input[type=file]')
    .setInputFiles({ name: 'two.dots.pdf', mimeType: '', buffer: pdfSample() });
  await expectMessage(page, '(.) not allowed in file name.');
  await view
    .locator('input[type=file]')
    .setInputFiles({ name: 'A2-form.pdf', mimeType: '', buffer: pdfSample() });
  await expectWhole(page);
  await view.getByRole('button', { name: 'Submit Response' }).click();
  await expect(view.getByText('The response has been submitted.')).toBeVisible();
  await expect(view.getByRole('list', { name: 'What happened' })).toContainText('A2 form is attached.');
  await view.getByRole('button', { name: 'Show A2-form.pdf' }).click();
  await expect(view.locator('iframe[title="A2-form.pdf"]')).toBeVisible();
  await expectWhole(page);
  await expect(view.getByRole('button', { name: 'Submit Response' })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(view).toContainText('Ticket is dated after the sale');
  await page.keyboard.press('c');
  await page.keyboard.type('The ticket was changed later.');
  await view.getByRole('button', { name: 'Reply' }).click();
  await expect(view.getByText('The reply has been added.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('The response has been submitted.')).toBeVisible();

  await business.open(page, 'audit.ca', '/home');
  await page.getByRole('link', { name: /Transaction discrepancies to review\s*2/ }).click();
  await expect(list.locator('tbody tr[data-index]')).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(view).toContainText('A2 form missing');
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'OK' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('The status is now OK.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(view).toContainText('Ticket is dated after the sale');
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'Pending' }).click();
  // The answer goes back with words.
  await expect(view.getByLabel(/^Remark/)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Please Enter remark.');
  await expect(view.getByLabel(/^Remark/)).toBeFocused();
  await page.keyboard.type('The changed ticket itself is missing.');
  await expectWhole(page);
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('The status is now Pending.')).toBeVisible();
  const thread = view.getByRole('list', { name: 'What happened' });
  await expect(thread).toContainText('The changed ticket itself is missing.');
  await expect(thread).toContainText('returned it to Pending');

  await page.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'List', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  await business.open(page, 'staff.mum', '/discrepancy?type=M');
  await expect(page.getByText('Nothing in list.')).toBeVisible();
});
