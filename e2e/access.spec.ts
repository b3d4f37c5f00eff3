import type { CaughtMail } from '#tools/catcher/caught.ts';
import { MESSAGES } from '#domain/messages.ts';
import { homeText } from '../web/texts/home.ts';
import { publish } from './rates.ts';
import {
  expect,
  expectMessage,
  fillSignIn,
  MAILS_URL,
  PASSWORD,
  sessionOf,
  signInOnScreen,
  test,
} from './support.ts';

const MENU = [
  ['Home'],
  [
    'Masters',
    'Area',
    'Country',
    'State',
    'City',
    'Currency',
    'Right',
    'User',
    'Entity',
    'KYC Approval',
    'IBR',
    'Budget',
    'Purpose',
    'Bank',
    'Gateway Bank',
    'Employee',
  ],
  [
    'Transactions',
    'New Request',
    'Request Detail',
    'CN Out',
    'CN Accept',
    'CN Return',
    'Special Approvals',
    'Money to Return',
    'Vault Stock',
  ],
  ['Rate Card'],
  ['Dashboard', 'MIS Budget', 'Tasksheet'],
  ['Audit', 'Assessment', 'Discrepancy', 'Flash Audit', 'Flash Discrepancy'],
  [
    'Report',
    'In Hand',
    'In Out',
    'Rate Card (LCD) Both',
    'Rate Card (LCD) We Buy',
    'Rate Card (LCD) We Sell',
    'Upload Data',
    'Guidelines',
  ],
  ['System', 'Company Profile', 'Tax Scheme', 'Trail', 'Jobs', 'Retention'],
  ['Log Out'],
];

test('the administrator sees the whole menu in its order', async ({ page }) => {
  await signInOnScreen(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: /for you, Asha$/ })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('4 branches');
  await expect(page.getByRole('banner')).toContainText(/FY \d{4}-\d{2}/);
  await expect(page.getByRole('contentinfo')).toContainText('2023');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (let closed = await menu.getByRole('button', { expanded: false }).count(); closed > 0; closed -= 1)
    await menu.getByRole('button', { expanded: false }).first().click();
  const words = await menu.getByRole('button').or(menu.getByRole('link')).allInnerTexts();
  // The number of waiting items may follow an entry, and below it a line for each kind of them.
  const entries = words.map((word) => word.trim().replace(/\s\d+\+?$/, ''));
  const kinds: readonly string[] = Object.values(homeText.waiting.inMenu);
  expect(entries.filter((entry) => !kinds.includes(entry))).toEqual(MENU.flat());
});

test('a branch user sees only their own branch and their own screens', async ({ page }) => {
  await signInOnScreen(page, 'sales.mum');
  await expect(page.getByRole('banner')).toContainText('Mumbai Fort');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('button', { name: 'Transactions' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Masters' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('combobox').fill('country');
  await expect(palette.getByRole('option')).toHaveCount(0);
  await palette.getByRole('combobox').fill('new req');
  await page.keyboard.press('Enter');
  await page.waitForURL('/newfxrequest');
});

test.describe('sign-in is refused', () => {
  const cases = [
    ['wrong password', 'admin', 'Wrong12345', MESSAGES.MSG0001],
    ['unknown user', 'nobody', PASSWORD, MESSAGES.MSG0001],
    ['inactive', 'gone', PASSWORD, MESSAGES.MSG0003],
    ['blocked', 'blocked', PASSWORD, MESSAGES.MSG0004],
    ['inactive with a wrong password', 'gone', 'Wrong12345', MESSAGES.MSG0001],
    ['nothing typed', '', '', MESSAGES.MSG0001],
  ] as const;
  for (const [name, username, password, text] of cases) {
    test(name, async ({ page }) => {
      await page.goto('/');
      await fillSignIn(page, username, password);
      await expectMessage(page, text);
      await expect(page.getByLabel(username === '' ? /^Username/ : /^Password/)).toBeFocused();
      expect(await sessionOf(page)).toBe('');
    });
  }
});

test('a user who must change the password can do nothing else first', async ({ page }) => {
  await page.goto('/');
  await fillSignIn(page, 'newjoin');
  await page.waitForURL('/changepassword');
  for (const path of ['/home', '/country-list', '/newfxrequest']) {
    await page.goto(path);
    await page.waitForURL('/changepassword');
  }
  await expect(page.getByRole('navigation')).toHaveCount(0);

  const rules = page.getByRole('region', { name: 'The password must have' }).getByRole('listitem');
  await page.getByLabel(/^New password/).fill('abc');
  await expect(rules.filter({ hasText: ', met' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectMessage(page, MESSAGES.MSG0005);
  await expect(page.getByLabel(/^New password/)).toBeFocused();

  await page.getByLabel(/^New password/).fill('Fresh2026x');
  await expect(rules.filter({ hasText: ', met' })).toHaveCount(4);
  await page.getByLabel(/^Confirm password/).fill('Fresh2026y');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectMessage(page, MESSAGES.MSG0009);

  await page.getByLabel(/^Confirm password/).fill('Fresh2026x');
  await page.getByLabel(/^Old password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('/newfxrequest');
  await page.goto('/home');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a forgotten password is replaced by a mailed link', async ({ page, request }) => {
  // A user whom no other journey signs in: their password is another one from here on.
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectMessage(page, 'Invalid User Id or Email Id');
  await page.getByLabel(/^Username/).fill('dlv.del');
  await page.getByLabel(/^E-mail/).fill('someone.else@bureau.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectMessage(page, 'Invalid User Id or Email Id');
  await page.getByLabel(/^E-mail/).fill('dlv.del@bureau.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectMessage(page, 'A link for choosing a new password');

  let link = '';
  await expect(async () => {
    const mails = (await (await request.get(MAILS_URL)).json()) as CaughtMail[];
    const mail = mails.find(({ to }) => to.includes('dlv.del@bureau.example'));
    link = /http\S+#reset=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  expect(page.url()).not.toContain('reset');
  await page.getByLabel(/^New password/).fill('Again2026x');
  await page.getByLabel(/^Confirm password/).fill('Again2026x');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectMessage(page, 'Your password has been changed');
  await fillSignIn(page, 'dlv.del', 'Again2026x');
  await page.waitForURL('/home');

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel(/^New password/).fill('Third2026x');
  await page.getByLabel(/^Confirm password/).fill('Third2026x');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectMessage(page, 'This link has been used or is too old');
});

test('a session that ended elsewhere redirects to sign-in with a message', async ({ page, request }) => {
  await signInOnScreen(page, 'sales.del');
  await request.post('/api/login_a.php', { form: { '1': await sessionOf(page), '2': 'logout' } });
  await page.waitForURL('/');
  await expectMessage(page, MESSAGES.MSG0002);
  expect(await sessionOf(page)).toBe('');
  await page.goBack();
  await page.waitForURL('/');
});

test('an unknown path shows sign-in, a known one needs a session', async ({ page }) => {
  await page.goto('/no/such/path');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/country-list');
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signing out ends the session in the browser and on the server', async ({ page, request }) => {
  await signInOnScreen(page, 'cm.ho');
  const session = await sessionOf(page);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => sessionOf(page)).toBe('');
  await expect
    .poll(async () => {
      const form = { '1': session, '2': 'all', '3': 'ENTITY' };
      return (await request.post('/api/right_a.php', { form })).status();
    })
    .toBe(401);
  await page.goto('/home');
  await page.waitForURL('/');
});

test('a franchise user sees the rate card and Logout at every address', async ({ page, request }) => {
  await publish(request, 'USD', '88.00');
  await signInOnScreen(page, 'fran.goa', '/rate-card');
  for (const path of ['/home', '/country-list', '/newfxrequest', '/changepassword', '/ibr']) {
    await page.goto(path);
    await page.waitForURL('/rate-card');
    await expect(page.getByRole('heading', { name: 'Rate Card' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'Rate Card' })).toContainText('Goa Panjim Forex');
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Logout', 'Print']);
  }
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
});
