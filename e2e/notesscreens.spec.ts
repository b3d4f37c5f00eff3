import type { Page } from '@playwright/test';
import { addApproved } from '../tools/testing/notes.ts';
import { expectAccessible } from './axe.ts';
import { news } from './desk.ts';
import { moveTo, notesBusiness, PHONE, proceedWith, rowsOf, VAULT } from './notes.ts';
import { expect, expectMessage, pressCreate, test, typeChoice, uniqueName } from './support.ts';

/** The screens of notes: keyboard use, rights and accessibility; and the stock of a vault. */

const { business, openAs, inHand, approved } = notesBusiness();

test('notes go out and are accepted by keyboard alone', async ({ page }) => {
  const customer = uniqueName('Keys of');
  await addApproved(business.database.admin, { customer, lines: [['USD', 10]] }, 3);
  await openAs(page, 'bm.mum', '/cnout');
  await expect(rowsOf(page, customer).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(customer);
  await expect(rowsOf(page, customer)).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(page.getByText('1 line selected')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ ');
  await expect(page.getByText('3 lines selected')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('combobox', { name: 'Move To Executive' })).toBeFocused();
  await typeChoice(page, 'Dinesh', 'Dinesh');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Move these notes?' })).toContainText('USD 30');
  await page.keyboard.press('Enter');
  await expect(news(page, 'The notes are on their way to Dinesh Kadam.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Print the hand-over slip' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Hand-over slip' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'CN Out', level: 1 })).toBeVisible();

  await openAs(page, 'dlv1.mum', '/cnaccept');
  await expect(rowsOf(page, customer).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(customer);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('Enter');
  await page.keyboard.press(' ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('table', { name: 'Summary' })).toContainText('10');
  await page.keyboard.press('Control+Enter');
  await expect(news(page, 'The notes are accepted.')).toBeVisible();
});

test('Enter takes the currency that was typed before the list was loaded', async ({ page }) => {
  let letCome = (): void => {};
  const hasCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/isd_a.php', async (route) => {
    await hasCome;
    await route.fallback();
  });
  await openAs(page, 'bm.mum', '/vaultstock');
  await pressCreate(page, 'Enter stock');
  const dialog = page.getByRole('dialog', { name: 'Enter stock' });
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toBeFocused();
  await page.keyboard.type('GBP');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  letCome();
  await typeChoice(page, '', 'GBP');
  await expect(dialog.getByText('Ledger now')).toBeVisible();
});

test('stock is entered by count, shown in its movements and reversed', async ({ page }) => {
  await openAs(page, 'bm.mum', '/vaultstock');
  await expect(page.getByRole('button', { name: 'Enter stock' })).toBeVisible();
  const { [VAULT]: known = 0 } = await inHand('GBP');
  await page.keyboard.press('Alt+c');
  const dialog = page.getByRole('dialog', { name: 'Enter stock' });
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toBeFocused();
  await typeChoice(page, 'GBP', 'GBP');
  await expect(dialog.getByText('Ledger now')).toBeVisible();
  await dialog.getByLabel(/^Counted quantity/).fill(String(known));
  await expect(dialog.getByText('The count matches the ledger. Nothing is posted.')).toBeVisible();
  await dialog.getByLabel(/^Counted quantity/).fill(String(known + 25));
  await expect(dialog.getByText('+25')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(dialog).toContainText('Give a reason');
  const reason = uniqueName('Counted');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await page.keyboard.press('Control+Enter');
  await expect(news(page, 'GBP: The stock is entered.')).toBeVisible();
  expect((await inHand('GBP'))[VAULT]).toBe(known + 25);

  await page.getByRole('button', { name: /Movements of GBP: Vault/ }).click();
  const movements = page.getByRole('complementary', { name: 'Movements of GBP' });
  const entry = movements.getByRole('row').filter({ hasText: reason });
  await expect(entry).toContainText('+25');
  await entry.getByRole('button', { name: /^Reverse/ }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Counted twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await expect(news(page, 'The entry is posted back.')).toBeVisible();
  await expect(movements.getByRole('row').nth(1)).toContainText('Counted twice');
  expect((await inHand('GBP'))[VAULT]).toBe(known);
  await page.keyboard.press('Escape');
  await expect(movements).toHaveCount(0);
});

test('a count is repeated if the ledger changes meanwhile, and never posted over the new figure', async ({
  page,
}) => {
  const { [VAULT]: first = 0 } = await inHand('EUR');
  /** An entry by a colleague that this page does not know yet. */
  const enterElsewhere = async (seen: number, counted: number) => {
    const record = {
      branch: 'MUM',
      isd: 'EUR',
      counted: String(counted),
      seen: String(seen),
      reason: 'Sent',
    };
    expect((await business.ask('admin', 'stock_a.php', 'enter', JSON.stringify(record))).err).toBe('');
  };
  await openAs(page, 'bm.mum', '/vaultstock');
  await pressCreate(page, 'Enter stock');
  const dialog = page.getByRole('dialog', { name: 'Enter stock' });
  const counted = dialog.getByLabel(/^Counted quantity/);
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toBeFocused();
  await typeChoice(page, 'EUR', 'EUR');
  await counted.fill(String(first));
  await dialog.getByLabel(/^Reason/).fill('Counted at closing');
  await expect(dialog.getByText('The count matches the ledger. Nothing is posted.')).toBeVisible();

  // The page reloads the stock when the window becomes visible.
  await enterElsewhere(first, first - 200);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await expect(dialog.getByText('The ledger has changed from')).toBeVisible();
  await expect(counted).toHaveValue('');

  // Before the reload the server refuses; then the page reloads.
  await counted.fill(String(first));
  await enterElsewhere(first - 200, first - 300);
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'The stock has changed since you looked at it. Please look again.');
  await expect(counted).toHaveValue('');
  await expect(counted).toBeFocused();

  await counted.fill(String(first - 290));
  await expect(dialog.getByText('+10', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(news(page, 'EUR: The stock is entered.')).toBeVisible();
  expect((await inHand('EUR'))[VAULT]).toBe(first - 290);
});

test('holders that failed to load are loaded again, and a branch without a vault shows a message', async ({
  page,
}) => {
  await business.database.admin.query(
    `insert into masters.entity (id, type, name) values ('NOV', 'B', 'Nashik without a vault')`,
  );
  let isDown = true;
  await page.route('**/employee_a.php', (route) => (isDown ? route.abort() : route.fallback()));
  await openAs(page, 'bm.mum', '/cnout');
  const failed = page.getByText('The holders of notes in this branch could not be loaded.');
  await expect(failed).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('combobox', { name: 'Delivery Executive' })).toHaveValue(/\(VMUM\)$/);
  await expect(failed).toHaveCount(0);
  await openAs(page, 'admin', '/cnout');
  await page.getByRole('combobox', { name: 'Branch' }).focus();
  await typeChoice(page, 'Nashik', 'Nashik');
  await expect(page.getByText('This branch has no vault.')).toBeVisible();
});

test('a phone shows the receivers of notes, and has space for a thumb', async ({ page }) => {
  const { customer } = await approved();
  await openAs(page, 'bm.mum', '/cnout');
  await proceedWith(page, customer);
  await moveTo(page, 'Danish Shaikh');
  await page.setViewportSize(PHONE);
  const view = page.locator('label').filter({ hasText: 'On their way' });
  expect((await view.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await view.click();
  const receiver = rowsOf(page, customer).getByRole('cell', { name: 'Danish Shaikh' });
  for (const width of [PHONE.width, 360]) {
    await page.setViewportSize({ ...PHONE, width });
    const { x, width: own } = (await receiver.boundingBox())!;
    expect(x + own).toBeLessThanOrEqual(width);
  }
});

test('who may only look enters nothing, and without the right there is no way in', async ({ page }) => {
  await openAs(page, 'zm.west', '/vaultstock?branch=MUM');
  await expect(page.getByRole('table', { name: 'Vault Stock' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter stock' })).toHaveCount(0);
  for (const path of ['/cnout', '/cnaccept', '/cnraccept', '/vaultstock']) {
    await openAs(page, 'sales.mum', path);
    await page.waitForURL(`${business.url}/`);
  }
});

/** Each screen or state to check, and the steps to it with notes of a customer in the vault. */
const STATES: Readonly<Record<string, (page: Page, customer: string, srno: number) => Promise<void>>> = {
  'notes to send out': async (page) => {
    await openAs(page, 'bm.mum', '/cnout');
    await page.getByRole('button', { name: /^USD/ }).click();
    await expect(page.getByRole('button', { name: /^USD/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('region', { name: 'Selected notes' })).toContainText('USD');
  },
  'the move': async (page, customer) => {
    await openAs(page, 'bm.mum', '/cnout');
    await proceedWith(page, customer);
    await page.getByText('Count USD by denominations').click();
    await page.getByRole('textbox', { name: 'Notes of USD 50' }).fill('1');
  },
  'notes on their way, on a phone': async (page, customer) => {
    await openAs(page, 'bm.mum', '/cnout');
    await proceedWith(page, customer);
    await moveTo(page, 'Danish Shaikh');
    await page.setViewportSize(PHONE);
    await page.getByText('On their way', { exact: true }).click();
    await expect(rowsOf(page, customer)).toBeVisible();
  },
  'the call back': async (page, customer) => {
    await openAs(page, 'bm.mum', '/cnout');
    await proceedWith(page, customer);
    await moveTo(page, 'Danish Shaikh');
    await page.getByText('On their way', { exact: true }).click();
    await proceedWith(page, customer);
    await page.getByRole('button', { name: 'Call back', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Call these notes back?' })).toBeVisible();
  },
  'a slip': async (page, customer) => {
    await openAs(page, 'bm.mum', '/cnout');
    await proceedWith(page, customer);
    await moveTo(page, 'Danish Shaikh');
    await page.getByRole('link', { name: 'Print the hand-over slip' }).click();
    await expect(page.getByRole('article', { name: 'Hand-over slip' })).toBeVisible();
  },
  'notes to accept, on a phone': async (page) => {
    await page.setViewportSize(PHONE);
    await openAs(page, 'dlv2.mum', '/cnaccept');
    await expect(page.getByRole('heading', { name: 'CN Accept', level: 1 })).toBeVisible();
    await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
  },
  'nothing to take back': async (page) => {
    await openAs(page, 'dlv2.mum', '/cnraccept');
    await expect(page.getByText('No returned notes')).toBeVisible();
  },
  'the stock with movements': async (page) => {
    await openAs(page, 'bm.mum', '/vaultstock');
    await page.getByRole('button', { name: /Movements of USD: Vault/ }).click();
    await expect(page.getByRole('table', { name: 'Movements of USD' })).toBeVisible();
  },
  'the entry of stock': async (page) => {
    await openAs(page, 'bm.mum', '/vaultstock');
    await page.getByRole('button', { name: 'Enter stock' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Counted quantity/)
      .fill('5');
  },
  'the last steps of a request, on a phone': async (page, _, srno) => {
    await page.setViewportSize(PHONE);
    await openAs(page, 'bm.mum', `/requestdetail?srno=${srno}`);
    await expect(page.getByRole('link', { name: 'Send the notes by CN Out' })).toBeVisible();
  },
};
for (const [state, goTo] of Object.entries(STATES))
  test(`axe finds no violation: ${state}`, async ({ page }) => {
    const { srno, customer } = await approved();
    await goTo(page, customer, srno);
    await expectAccessible(page);
  });
