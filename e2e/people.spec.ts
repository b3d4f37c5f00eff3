import type { Page } from '@playwright/test';
import { GRANT_TEXTS } from '#domain/access/grants.ts';
import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import { USER_TEXTS } from '#domain/access/user.ts';
import { MESSAGES } from '#domain/messages.ts';
import { expectAccessible } from './axe.ts';
import {
  expect,
  expectMessage,
  fillSignIn,
  MAILS_URL,
  openSession,
  pressCreate,
  sessionOf,
  test,
  typeChoice,
  uniqueName,
} from './support.ts';

/** A text field or a picker. */
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function expectSaved(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
}

/** Chooses from a picker by typing. */
async function pick(page: Page, label: string, typed: string): Promise<void> {
  // A record that comes meanwhile closes the list.
  await expect(async () => {
    await field(page, label).fill(typed);
    await page.getByRole('option').filter({ hasText: typed }).first().click({ timeout: 5_000 });
  }).toPass();
}

async function openBy(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${path}?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('form')).toBeVisible();
}
async function addUser(page: Page, name: string, id: string): Promise<void> {
  await page.goto('/user-list?open=new');
  await field(page, 'User name').fill(name);
  await field(page, 'User id').fill(id);
  await field(page, 'E-mail').fill(`${id}@bureau.example`);
  await pick(page, 'Master Head', 'Mumbai Fort');
  await pick(page, 'Right group', 'Sales executive');
}

const newId = () => uniqueName('u').replace(' ', '.');

test('a right group is added with its tree, compared, and lists its members', async ({ page }) => {
  const name = uniqueName('Counter');
  await openSession(page, 'admin');
  await page.goto('/right');
  await page.getByRole('button', { name: 'Add New' }).click();
  await field(page, 'Group').fill(name);
  await tick(page, 'Approve as branch manager: Edit').check();
  // An entry is useful only with its parents.
  await expect(tick(page, 'Request Detail: Query')).toBeChecked();
  await expect(tick(page, 'Transactions: Query')).toBeChecked();
  await tick(page, 'Audit: Query').check();
  await page.getByRole('button', { name: 'Also tick Query for the 4 under it' }).click();
  await expect(tick(page, 'Flash Discrepancy: Query')).toBeChecked();
  await tick(page, 'Assessment: Query').uncheck();
  await save(page);
  await expectSaved(page, name);

  await openBy(page, '/right', name);
  await expect(tick(page, 'Approve as branch manager: Edit')).toBeChecked();
  await expect(tick(page, 'Assessment: Query')).not.toBeChecked();
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with another group' });
  await dialog.getByRole('combobox', { name: 'Other group' }).fill('Auditor');
  await dialog.getByRole('option', { name: 'Auditor' }).click();
  await expect(dialog.getByRole('row').filter({ hasText: 'Assessment' })).toContainText('QAE');
  await expect(dialog.getByRole('row').filter({ hasText: 'Country' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await openBy(page, '/right', 'Delivery executive');
  await page.getByRole('button', { name: 'Who is in it' }).click();
  const members = page.getByRole('dialog', { name: 'Users of this group' });
  await expect(members.getByRole('row').filter({ hasText: 'Danish Shaikh' })).toContainText('Mumbai Fort');
});

test('a group without a name, a duplicate, and the loss of the last administrator are refused', async ({
  page,
}) => {
  await openSession(page, 'admin');
  await page.goto('/right?open=new');
  await save(page);
  await expectMessage(page, MESSAGES.MSG0006);
  await expect(field(page, 'Group')).toBeFocused();
  await field(page, 'Group').fill('administrator');
  await save(page);
  await expectMessage(page, 'This group is already in the list.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();

  await openBy(page, '/right', 'Administrator');
  await tick(page, 'User: Edit').uncheck();
  await save(page);
  await expectMessage(page, LAST_ADMINISTRATOR);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();

  await openBy(page, '/user-list', 'Asha Rao');
  await page.getByRole('radio', { name: 'Inactive' }).check();
  await save(page);
  await expectMessage(page, LAST_ADMINISTRATOR);
});

test('a user is added, sets a password by the mailed link, is blocked and enabled again', async ({
  page,
  context,
  request,
}) => {
  const name = uniqueName('Kavita');
  const id = newId();
  await openSession(page, 'admin');
  await addUser(page, name, id);
  await expect(page.getByRole('row', { name: /Mumbai Fort \(MUM\)/ })).toContainText('Yes');
  await save(page);
  await expectSaved(page, name);
  await expect(rowOf(page, name)).toContainText('Sales executive');

  const linkOf = async () => {
    const mails = (await (await request.get(MAILS_URL)).json()) as { to: string[]; text: string }[];
    const mail = mails.find(({ to }) => to.includes(`${id}@bureau.example`));
    return /#reset=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(linkOf).not.toBe('');
  const other = await context.newPage();
  await other.goto(`/${await linkOf()}`);
  await other.getByLabel(/^New password/).fill('Monsoon2027');
  await other.getByLabel(/^Confirm password/).fill('Monsoon2027');
  await other.keyboard.press('Enter');
  await expect(other.getByText('Your password has been changed.')).toBeVisible();
  await other.goto('/');
  await fillSignIn(other, id, 'Monsoon2027');
  await other.waitForURL('/home');

  await openBy(page, '/user-list', name);
  await expect(
    page
      .getByRole('form')
      .getByText(/\d\d\/\d\d\/\d{4} \d\d:\d\d IST/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  await expect(other.getByRole('dialog')).toContainText(MESSAGES.MSG0002);

  await page.getByRole('radiogroup', { name: 'Enabled' }).getByRole('radio', { name: 'No' }).check();
  await save(page);
  await expect(rowOf(page, name)).toContainText('Blocked');
  await other.goto('/');
  await fillSignIn(other, id, 'Monsoon2027');
  await expectMessage(other, MESSAGES.MSG0004);
});

test('the employee of a user is picked from the branch', async ({ page }) => {
  const name = uniqueName('Bindu');
  const employee = 'Executive (employee code)';
  await openSession(page, 'admin');
  await addUser(page, name, newId());
  await pick(page, 'Master Head', 'Bengaluru MG Road');
  await field(page, employee).fill('Sneha');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await pick(page, employee, 'Bindu Gowda');
  await expect(field(page, employee)).toHaveValue('Bindu Gowda (E401)');
  await save(page);
  await expectSaved(page, name);

  await openBy(page, '/user-list', name);
  await expect(field(page, employee)).toHaveValue('Bindu Gowda (E401)');
  await field(page, employee)
    .locator('xpath=ancestor::div[contains(@class, "mantine-Select-root")]')
    .locator('button[aria-label="Clear"]')
    .click();
  await expect(field(page, employee)).toHaveValue('');
  await save(page);
  await expectSaved(page, name);
  await openBy(page, '/user-list', name);
  await expect(field(page, employee)).toHaveValue('');
});

test('the reason why a user cannot be saved is a plain sentence', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/user-list?open=new');
  await save(page);
  await expectMessage(page, MESSAGES.MSG0006);
  await expect(field(page, 'User name')).toBeFocused();
  await expect(page.getByText('Please fill this in')).toHaveCount(4);
  await expect(field(page, 'User id')).toHaveAttribute('maxlength', '50');

  await addUser(page, 'Long Name', 'a.name.of.21.letters.');
  await save(page);
  await expectMessage(page, USER_TEXTS.idTooLong);
  await expect(field(page, 'User id')).toBeFocused();
  await field(page, 'User id').fill('ADMIN');
  await save(page);
  await expectMessage(page, 'This user id is already taken.');

  await page.getByRole('button', { name: 'Add branch' }).click();
  await expect(page.getByText(USER_TEXTS.branchMissing)).toBeVisible();
  await pick(page, 'Branch', 'Pune Camp');
  await page.getByRole('button', { name: 'Add branch' }).click();
  await tick(page, 'Allowed for Pune Camp').uncheck();
  await expect(page.getByRole('row', { name: /Pune Camp \(PUN\)/ })).toContainText('No');
  await page.getByRole('button', { name: 'Remove Pune Camp' }).click();
  await expect(page.getByRole('row', { name: /Pune Camp/ })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Franchise' }).check();
  await expect(page.getByRole('region', { name: 'Branch rights' })).toHaveCount(0);
  await expect(field(page, 'Master Head')).toHaveValue('');
});

test('without the rights there is no way in; with query alone, and of the own branch only', async ({
  page,
}) => {
  await openSession(page, 'sales.mum');
  for (const path of ['/right', '/user-list']) {
    await page.goto(path);
    await page.waitForURL('/');
  }

  // Creates a group that may only view users, and a Mumbai user in it.
  await openSession(page, 'admin');
  const name = uniqueName('Lookers');
  await page.goto('/right?open=new');
  await field(page, 'Group').fill(name);
  await tick(page, 'User: Query').check();
  await save(page);
  await expectSaved(page, name);
  await openBy(page, '/user-list', 'Dinesh Kadam');
  await pick(page, 'Right group', name);
  await save(page);
  await expectSaved(page, 'Dinesh Kadam');

  await openSession(page, 'dlv1.mum');
  await page.goto('/user-list');
  await expect(rowOf(page, 'Sneha Patil')).toBeVisible();
  await expect(rowOf(page, 'Sahil Kapoor')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await rowOf(page, 'Sneha Patil').click();
  await expect(page.getByText('You can see this record but not change it.')).toBeVisible();
  await expect(field(page, 'User name')).toHaveAttribute('readonly', '');
  await expect(tick(page, 'Allowed for Mumbai Fort')).toBeDisabled();
  for (const absent of ['Save', 'Add branch', 'End all sessions', 'Send set-password mail'])
    await expect(page.getByRole('button', { name: absent, exact: true })).toHaveCount(0);
  expect(await sessionOf(page)).not.toBe('');
});

test('a branch administrator is offered only the rights that they may grant, and sees the reason why others are fixed', async ({
  page,
}) => {
  // Creates a group for users and rights, and a Delhi user in it.
  await openSession(page, 'admin');
  const name = uniqueName('Desk');
  await page.goto('/right?open=new');
  await field(page, 'Group').fill(name);
  for (const right of ['User', 'Right'])
    for (const flag of ['Add', 'Edit']) await tick(page, `${right}: ${flag}`).check();
  await save(page);
  await expectSaved(page, name);
  await openBy(page, '/user-list', 'Simran Kaur');
  await pick(page, 'Right group', name);
  await save(page);
  await expectSaved(page, 'Simran Kaur');

  await openSession(page, 'staff.del');
  // A user with more rights is shown, and cannot be changed.
  await openBy(page, '/user-list', 'Balbir Singh');
  await expect(page.getByText(GRANT_TEXTS.user)).toBeVisible();
  await expect(field(page, 'E-mail')).toHaveAttribute('readonly', '');
  for (const absent of ['Save', 'Send set-password mail', 'End all sessions'])
    await expect(page.getByRole('button', { name: absent, exact: true })).toHaveCount(0);

  // On their own record the fields that decide about rights are fixed, and the others are not.
  await openBy(page, '/user-list', 'Simran Kaur');
  await expect(page.getByText(GRANT_TEXTS.own)).toBeVisible();
  await expect(field(page, 'Right group')).toHaveAttribute('readonly', '');
  await expect(tick(page, 'Allowed for Delhi Connaught Place')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add branch' })).toHaveCount(0);
  await field(page, 'Mobile').fill('98111 22333');
  await save(page);
  await expectSaved(page, 'Simran Kaur');

  // A new user can get only a group whose rights the administrator holds completely.
  await page.goto('/user-list?open=new');
  await field(page, 'Right group').fill('Administrator');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await pick(page, 'Right group', name);

  // The same applies to right groups: the administrator cannot grant more rights, nor change a group that has more.
  await page.goto('/right?open=new');
  await expect(tick(page, 'User: Edit')).toBeEnabled();
  await expect(tick(page, 'Country: Query')).toBeDisabled();
  await expect(page.getByText('You can only grant rights that you have yourself')).toBeVisible();
  await openBy(page, '/right', 'Administrator');
  await expect(page.getByText(GRANT_TEXTS.group)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);

  await openSession(page, 'admin');
  await openBy(page, '/user-list', 'Simran Kaur');
  await pick(page, 'Right group', 'Branch staff');
  await save(page);
  await expectSaved(page, 'Simran Kaur');
});

test('after a change of e-mail the set-password mail is delayed, except for user number 1', async ({
  page,
}) => {
  const name = uniqueName('Mailed');
  const id = newId();
  await openSession(page, 'admin');
  await addUser(page, name, id);
  await save(page);
  await expectSaved(page, name);
  const group = uniqueName('Mail desk');
  await page.goto('/right?open=new');
  await field(page, 'Group').fill(group);
  for (const right of ['Transactions', 'Dashboard', 'Report']) await tick(page, `${right}: Query`).check();
  await tick(page, 'User: Edit').check();
  await save(page);
  await expectSaved(page, group);
  await openBy(page, '/user-list', name);
  await pick(page, 'Right group', group);
  await field(page, 'E-mail').fill(`${id}.new@bureau.example`);
  await save(page);
  await expectSaved(page, name);
  await openBy(page, '/user-list', 'Simran Kaur');
  await pick(page, 'Right group', group);
  await pick(page, 'Branch', 'Mumbai Fort');
  await page.getByRole('button', { name: 'Add branch' }).click();
  await save(page);
  await expectSaved(page, 'Simran Kaur');

  await openSession(page, 'staff.del');
  await openBy(page, '/user-list', name);
  const button = page.getByRole('button', { name: 'Send set-password mail' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/less than 24 hours ago.* only user number 1/);

  await openSession(page, 'admin');
  await openBy(page, '/user-list', name);
  await button.click();
  await expect(
    page.getByText(`A set-password mail is on its way to ${id}.new@bureau.example.`),
  ).toBeVisible();
  await openBy(page, '/user-list', 'Simran Kaur');
  await pick(page, 'Right group', 'Branch staff');
  await page.getByRole('button', { name: 'Remove Mumbai Fort' }).click();
  await save(page);
  await expectSaved(page, 'Simran Kaur');
});

test('a right group is added by keyboard alone', async ({ page }) => {
  const name = uniqueName('Keyboard');
  await openSession(page, 'admin');
  await page.goto('/right');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await pressCreate(page);
  await expect(field(page, 'Group')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tick(page, 'Masters: Query')).toBeFocused();
  await page.keyboard.press('Space');
  const offer = page.getByRole('button', { name: /^Also tick Query/ });
  while (!(await offer.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tick(page, 'Trail: Query')).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expectSaved(page, name);
  await expect(rowOf(page, name)).toBeFocused();
});

test('a user is added by keyboard alone', async ({ page }) => {
  const name = uniqueName('Keyed');
  await openSession(page, 'admin');
  await page.goto('/user-list');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await pressCreate(page);
  await expect(field(page, 'User name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(newId());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keyed@bureau.example');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Branch' })).toBeFocused();
  for (const [label, typed] of [
    ['Master Head', 'Delhi'],
    ['Right group', 'Branch staff'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
    await typeChoice(page, typed, typed);
    await expect(field(page, label)).toHaveValue(new RegExp(typed));
  }
  await page.keyboard.press('Control+Enter');
  await expectSaved(page, name);
});

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'right group form': async (page) => {
    await openBy(page, '/right', 'Treasury');
    await tick(page, 'Audit: Query').check();
  },
  'right group comparison': async (page) => {
    await openBy(page, '/right', 'Treasury');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Other group' }).fill('Auditor');
    await page.getByRole('option', { name: 'Auditor' }).click();
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  },
  'right group users': async (page) => {
    await openBy(page, '/right', 'Treasury');
    await page.getByRole('button', { name: 'Who is in it' }).click();
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  },
  'user list': async (page) => {
    await page.goto('/user-list');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  },
  'user form': async (page) => {
    await openBy(page, '/user-list', 'Zubin Daruwala');
    await expect(page.getByText('Open sessions')).toBeVisible();
  },
  'user form, marked': async (page) => {
    await page.goto('/user-list?open=new');
    await save(page);
    await expectMessage(page, MESSAGES.MSG0006);
  },
};

for (const [name, reach] of Object.entries(STATES))
  test(`${name}: axe finds no violation`, async ({ page }) => {
    await openSession(page, 'admin');
    await reach(page);
    await expectAccessible(page);
  });
