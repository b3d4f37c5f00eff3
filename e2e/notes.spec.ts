import { activity, news } from './desk.ts';
import { choose, filter, moveTo, notesBusiness, PHONE, proceedWith, rowsOf, VAULT } from './notes.ts';
import { expect, expectMessage, test } from './support.ts';

/** The movements of notes, and the messages about them. */

const { business, openAs, changesIn, approved } = notesBusiness();

test('notes go out, are accepted and delivered', async ({ page }) => {
  const { srno, customer } = await approved({
    lines: [
      ['USD', 500],
      ['EUR', 200],
    ],
  });
  expect(
    await changesIn('USD', async () => {
      await openAs(page, 'bm.mum', '/cnout');
      await expect(page.getByRole('combobox', { name: 'Delivery Executive' })).toHaveValue(/\(VMUM\)$/);
      await proceedWith(page, customer);
      const summary = page.getByRole('table', { name: 'Summary' });
      await expect(summary.getByRole('row', { name: 'Currency USD US Dollar 1 500' })).toBeVisible();
      await expect(summary.getByRole('row', { name: 'Currency EUR Euro 1 200' })).toBeVisible();
      await page.getByText('Count USD by denominations').click();
      await page.getByRole('textbox', { name: 'Notes of USD 100' }).fill('4');
      await expect(page.getByText('100 short')).toBeVisible();
      await page.getByRole('textbox', { name: 'Notes of USD 50' }).fill('2');
      await expect(page.getByText('Comes to the quantity')).toBeVisible();
      await moveTo(page, 'Dinesh Kadam');
      await expect(news(page, 'The notes are on their way to Dinesh Kadam.')).toBeVisible();
    }),
  ).toEqual({ [VAULT]: -500, transit: 500 });

  await page.getByRole('link', { name: 'Print the hand-over slip' }).click();
  const slip = page.getByRole('article', { name: 'Hand-over slip' });
  await expect(slip).toContainText(customer);
  await expect(slip).toContainText('4 × 100, 2 × 50');
  await expect(slip).toContainText('Received by Dinesh Kadam');
  await expect(slip.getByRole('table', { name: 'Totals' })).toContainText('500');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize(PHONE);
  await openAs(page, 'dlv1.mum', '/cnaccept');
  const accepted = () =>
    changesIn('USD', async () => {
      await proceedWith(page, customer);
      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await expect(news(page, 'The notes are accepted.')).toBeVisible();
    });
  expect(await accepted()).toEqual({ transit: -500, E111: 500 });

  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  const delivery = page.getByRole('region', { name: 'Notes and delivery' });
  await expect(delivery.getByRole('list', { name: 'Where its notes are' })).toContainText(
    'USD 500 · Dinesh Kadam',
  );
  expect(
    await changesIn('USD', async () => {
      await delivery.getByRole('button', { name: 'Confirm delivery' }).click();
      const question = page.getByRole('dialog', { name: 'Notes delivered?' });
      await expect(question).toContainText(`USD 500, EUR 200 to ${customer}.`);
      await question.getByRole('button', { name: 'Confirm delivery' }).click();
      await expect(news(page, 'The request is delivered.')).toBeVisible();
    }),
  ).toEqual({ E111: -500 });
  await expect(page.getByRole('article')).toContainText('DELIVERED');
  await expect(delivery).toContainText('Its notes are with the customer.');
  await expect(delivery.getByRole('button')).toHaveCount(0);
});

test('notes go out, are rejected and return', async ({ page }) => {
  const { customer } = await approved({ lines: [['EUR', 300]] });
  await openAs(page, 'bm.mum', '/cnout');
  await proceedWith(page, customer);
  await moveTo(page, 'Dinesh Kadam');
  await expect(news(page, 'The notes are on their way')).toBeVisible();

  await openAs(page, 'dlv1.mum', '/cnaccept');
  await proceedWith(page, customer);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Reject these notes?' });
  await question.getByLabel('Reason (optional)').fill('Two are torn');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(news(page, 'The notes are rejected and go back to their sender.')).toBeVisible();

  await openAs(page, 'bm.mum', '/cnraccept');
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toContainText('Two are torn');
  const taken = () =>
    changesIn('EUR', async () => {
      await proceedWith(page, customer);
      await expect(page.getByRole('button', { name: 'Reject' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await expect(news(page, 'The notes are taken back.')).toBeVisible();
    });
  expect(await taken()).toEqual({ transit: -300, [VAULT]: 300 });
  await page.goto(`${business.url}/cnout`);
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toBeVisible();
});

test('the sender calls back notes that nobody has accepted', async ({ page }) => {
  const { srno, customer } = await approved({ lines: [['EUR', 150]] });
  await openAs(page, 'bm.mum', '/cnout');
  await proceedWith(page, customer);
  await moveTo(page, 'Dinesh Kadam');
  await expect(news(page, 'The notes are on their way')).toBeVisible();

  await page.getByRole('radiogroup', { name: 'Which notes' }).getByText('On their way').click();
  await expect(page).toHaveURL(/view=transit/);
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toContainText('Dinesh Kadam');
  const question = page.getByRole('dialog', { name: 'Call these notes back?' });
  const calledBack = () =>
    changesIn('EUR', async () => {
      await proceedWith(page, customer);
      await page.getByRole('button', { name: 'Call back', exact: true }).click();
      await expect(question).toContainText(/EUR 150 go back to Vault Mumbai Fort \(VMUM\) at once/);
      await question.getByLabel('Reason (optional)').fill('He is on leave');
      await question.getByRole('button', { name: 'Call back' }).click();
      await expect(news(page, 'The notes are called back.')).toBeVisible();
    });
  expect(await calledBack()).toEqual({ transit: -150, [VAULT]: 150 });
  await expect(rowsOf(page, customer)).toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'Which notes' }).getByText('To send out').click();
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toHaveCount(1);
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  await expect(activity(page)).toContainText(
    'Notes called back by their sender. All its notes are in the vault again. Reason: He is on leave',
  );
});

test('notes that the receiver has already accepted cannot be called back', async ({ page }) => {
  const { srno, customer } = await approved({ lines: [['EUR', 10]] });
  const lines = [{ srno, lno: 1 }];
  const move = JSON.stringify({ moveList: lines, fromemp: VAULT, toemp: 'E111' });
  expect((await business.ask('bm.mum', 'cnout_a.php', 'move', move)).err).toBe('');
  await openAs(page, 'bm.mum', '/cnout?view=transit');
  await proceedWith(page, customer);
  const accept = JSON.stringify({ acceptList: lines, flag: 'Y' });
  expect((await business.ask('dlv1.mum', 'cnaccept_a.php', 'accept', accept)).err).toBe('');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Call back' }).click();
  await expectMessage(page, 'Some of these notes have moved or changed meanwhile. Please list them again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(rowsOf(page, customer)).toHaveCount(0);
});

test('a purchase is planned, collected and returned to the vault', async ({ page }) => {
  const { srno, customer } = await approved({ type: 'PP', lines: [['GBP', 400]] });
  const delivery = page.getByRole('region', { name: 'Notes and delivery' });
  await openAs(page, 'bm.mum', `/requestdetail?srno=${srno}`);
  await expect(delivery).toContainText('Its notes are with the customer.');
  await delivery.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(news(page, 'The delivery is planned.')).toBeVisible();

  await openAs(page, 'dlv2.mum', `/requestdetail?srno=${srno}`);
  await expect(delivery.getByRole('button', { name: 'Confirm collection' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(delivery).toContainText('Only the delivery executive of the request can confirm.');

  await openAs(page, 'dlv1.mum', `/requestdetail?srno=${srno}`);
  const collected = () =>
    changesIn('GBP', async () => {
      await delivery.getByRole('button', { name: 'Confirm collection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm collection' }).click();
      await expect(delivery).toContainText('GBP 400 · Dinesh Kadam');
    });
  expect(await collected()).toEqual({ E111: 400 });

  await page.goto(`${business.url}/cnout?branch=MUM&executive=E111`);
  await proceedWith(page, customer);
  await moveTo(page, 'Vault');
  await expect(news(page, 'The notes are on their way')).toBeVisible();
  await openAs(page, 'bm.mum', '/cnaccept');
  await proceedWith(page, customer);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(news(page, 'The notes are accepted.')).toBeVisible();
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  await expect(delivery).toContainText('Its notes are in the vault.');
});

test('a handover in the branch is undone with a reason', async ({ page }) => {
  const { srno } = await approved({ handover: 'IN', lines: [['USD', 90]] });
  await openAs(page, 'bm.mum', `/requestdetail?srno=${srno}`);
  const delivery = page.getByRole('region', { name: 'Notes and delivery' });
  const handed = () =>
    changesIn('USD', async () => {
      await delivery.getByRole('button', { name: 'Hand over' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
      await expect(news(page, 'The request is handed over.')).toBeVisible();
    });
  expect(await handed()).toEqual({ [VAULT]: -90 });
  const undone = () =>
    changesIn('USD', async () => {
      await delivery.getByRole('button', { name: 'Undo the last step' }).click();
      const question = page.getByRole('dialog', { name: 'Undo the last step?' });
      await question.getByRole('button', { name: 'Undo the last step' }).click();
      await expect(question).toContainText('Give a reason');
      await question.getByLabel(/^Reason/).fill('The customer left');
      await question.getByRole('button', { name: 'Undo the last step' }).click();
      await expect(news(page, 'The last step is taken back.')).toBeVisible();
    });
  expect(await undone()).toEqual({ [VAULT]: 90 });
  await expect(activity(page)).toContainText('Reason: The customer left');
});

test('missing input is reported in the words of the specification', async ({ page }) => {
  // The receiver would be known if the request named its delivery executive.
  const { customer } = await approved({ deliveryExecutive: '' });
  await openAs(page, 'bm.mum', '/cnout');
  await expect(page.getByText('Nothing selected')).toBeVisible();
  const holder = page.getByRole('combobox', { name: 'Delivery Executive' });
  const list = page.getByRole('button', { name: 'List', exact: true });
  await choose(holder, 'Dinesh Kadam');
  // The address changes before the screen does. Only a screen that has shown the other holder can return from it.
  const listed = page.waitForResponse(/cnout_a\.php/);
  await list.click();
  await listed;
  await expect(page).toHaveURL(/executive=E111/);
  await expect(list).toBeFocused();
  await page.goBack();
  await expect(holder).toHaveValue(/\(VMUM\)$/);
  await expect(page.getByText('Nothing selected')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expectMessage(page, 'Please select some transactions.');
  // A summary that failed to load is loaded again.
  let isDown = true;
  await page.route('**/cnout_a.php', (route) =>
    isDown && (route.request().postData() ?? '').includes('summary') ? route.abort() : route.fallback(),
  );
  await filter(page).fill(customer);
  await rowsOf(page, customer).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByText('The summary could not be made')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Summary' })).toBeVisible();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expectMessage(page, 'Please select a valid executive');
  await expect(page.getByRole('combobox', { name: 'Move To Executive' })).toBeFocused();
  // After a return the selection is unchanged.
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 line selected')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed' }).click();
  // A double click moves the notes once.
  await choose(page.getByRole('combobox', { name: 'Move To Executive' }), 'Dinesh Kadam');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).dblclick();
  await expect(news(page, 'The notes are on their way')).toBeVisible();

  await openAs(page, 'dlv1.mum', '/cnaccept');
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toHaveCount(1);
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expectMessage(page, 'Please select some transactions.');
  await proceedWith(page, customer);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(news(page, 'The notes are rejected')).toBeVisible();

  await openAs(page, 'bm.mum', '/cnraccept');
  await expect(rowsOf(page, customer)).toBeVisible();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expectMessage(page, 'Please select some transactions.');
});

test('notes that another user has moved meanwhile are not moved again', async ({ page, context }) => {
  const { customer } = await approved();
  await openAs(page, 'bm.mum', '/cnout');
  await proceedWith(page, customer);
  const other = await context.newPage();
  await openAs(other, 'dlv2.mum', '/cnout?branch=MUM&executive=VMUM');
  await proceedWith(other, customer);
  await moveTo(other, 'Danish Shaikh');
  await expect(news(other, 'The notes are on their way')).toBeVisible();
  // The slip reloads data that failed to load, and links back to the same list.
  let isDown = true;
  await other.route('**/company_a.php', (route) => (isDown ? route.abort() : route.fallback()));
  await other.getByRole('link', { name: 'Print the hand-over slip' }).click();
  await expect(other.getByText('The slip could not be opened')).toBeVisible();
  isDown = false;
  await other.getByRole('button', { name: 'Try again' }).click();
  await expect(other.getByRole('article', { name: 'Hand-over slip' })).toContainText(customer);
  await other.keyboard.press('Escape');
  await expect(other).toHaveURL(/cnout\?branch=MUM&executive=VMUM$/);
  await moveTo(page, 'Dinesh Kadam');
  await expectMessage(page, 'Some of these notes have moved or changed meanwhile. Please list them again.');
  await page.getByRole('button', { name: 'Back' }).click();
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer)).toHaveCount(0);
});

test("the receiver's list shows arriving notes without a reload, and removes those that another user has accepted", async ({
  page,
}) => {
  const { srno, customer } = await approved();
  await openAs(page, 'bm.mum', '/cnaccept');
  await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
  await expect(rowsOf(page, customer)).toHaveCount(0);
  const moveList = [{ srno, lno: 1 }];
  const move = (user: string, fromemp: string, toemp: string) =>
    business.ask(user, 'cnout_a.php', 'move', JSON.stringify({ moveList, fromemp, toemp }));
  const accept = (user: string) =>
    business.ask(user, 'cnaccept_a.php', 'accept', JSON.stringify({ acceptList: moveList, flag: 'Y' }));
  await move('dlv1.mum', VAULT, 'E111');
  await accept('dlv1.mum');
  await move('dlv1.mum', 'E111', VAULT);
  await expect(rowsOf(page, customer)).toBeVisible();
  // Head office manages every vault.
  expect((await accept('admin')).err).toBe('');
  await expect(rowsOf(page, customer)).toHaveCount(0);
});
