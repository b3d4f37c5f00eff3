import type { Locator, Page } from '@playwright/test';
import { pickersText } from '../web/texts/pickers.ts';
import { DEMO_RENEWAL_KEY } from '../tools/demo/business.ts';
import { expectAccessible, findViolations } from './axe.ts';
import { FORMS, WITHOUT_FORM } from './forms.ts';
import {
  expect,
  expectMessage,
  nameField,
  openSession,
  PASSWORD,
  pressCreate,
  signIn,
  test,
  uniqueName,
} from './support.ts';

/** Each screen or state to check, and the steps to it from the start page. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'sign-in': async (page) => {
    await page.goto('/');
    await expect(page.getByLabel(/^Username/)).toBeFocused();
  },
  'sign-in refused': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  reset: async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  },
  'reset link': async (page) => {
    await page.goto('/#reset=abc');
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  },
  'change password': async (page) => {
    await openSession(page, 'admin');
    await page.goto('/changepassword');
    await page.getByLabel(/^New password/).fill('Abc');
  },
  home: async (page) => {
    await signIn(page, 'admin');
  },
  'country list': async (page) => {
    await openSession(page, 'admin');
    await page.goto('/country-list');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  },
  'country form, marked': async (page) => {
    await openSession(page, 'admin');
    await page.goto('/country-list?open=new');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Please fill mandatory feilds');
  },
  library: async (page) => {
    await openSession(page, 'cm.ho');
    await page.goto('/guidelines');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  },
  'library form, marked': async (page) => {
    await openSession(page, 'cm.ho');
    await page.goto('/guidelines?form=new');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectMessage(page, 'Please fill mendatory fields.');
  },
  trail: async (page) => {
    await openSession(page, 'admin');
    await page.goto('/trail');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  'trail entry': async (page) => {
    await openSession(page, 'admin');
    await page.goto('/trail?action=sign-in');
    await page.getByRole('row').nth(1).click();
    await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible();
  },
  import: async (page) => {
    await openSession(page, 'admin');
    await page.goto('/country-list');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Import: Country' })).toBeVisible();
  },
  uploads: async (page) => {
    await openSession(page, 'fm.ho');
    await page.goto('/uploaddata');
    await page.getByRole('row', { name: /Refused, 4 errors/ }).click();
    await expect(page.getByRole('table', { name: 'Rows to correct' })).toBeVisible();
  },
  'renewal page': async (page) => {
    await page.goto(`/renewal-documents/${DEMO_RENEWAL_KEY}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'KYC approval': async (page) => {
    await openSession(page, 'admin');
    await page.goto('/franchise-licensedoc');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  'flash audits': async (page) => {
    await openSession(page, 'audit.ca');
    await page.goto('/flash');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  'flash discrepancies': async (page) => {
    await openSession(page, 'audit.ca');
    await page.goto('/flash-discrepancy');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(STATES)) {
  test(`${name}: axe finds no violation`, async ({ page }) => {
    await reach(page);
    await expectAccessible(page);
  });
}

/** Opens a drop-down, marks its first entry as the arrow keys do, and lets axe look at it alone. */
async function checkDropDown(page: Page, control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const list = `[id="${await control.getAttribute('aria-controls')}"]`;
  await expect(page.locator(list)).toBeVisible();
  await expect(page.locator(list)).not.toContainText(pickersText.searching);
  // A list without entries has nothing to mark.
  if ((await page.locator(list).locator('[role=option], [role^=menuitem]').count()) === 0) return;
  expect(await findViolations(page, list), await control.innerText()).toEqual({ light: [], dark: [] });
}

const CUSTOMER_BOX = 'request-customer';
const DROP_DOWNS = '[role="combobox"]:not([disabled]), [aria-haspopup]:not([disabled], [role="combobox"])';

/** The menus that were opened: those of the lists are the same on every screen. */
const opened = new Set<string>();

/** Opens every drop-down of a part of a screen once. */
async function checkDropDowns(page: Page, part: string): Promise<void> {
  const controls = page.locator(part).locator(DROP_DOWNS);
  for (let at = 0; at < (await controls.count()); at += 1) {
    const control = controls.nth(at);
    // A list of matches opens when something is typed.
    if (!(await control.isVisible()) || (await control.getAttribute('id')) === CUSTOMER_BOX) continue;
    const menu = await control.innerText();
    if (opened.has(menu)) continue;
    if (menu !== '') opened.add(menu);
    await control.click();
    await checkDropDown(page, control);
    await page.keyboard.press('Escape');
    // A menu without an entry that can be chosen never had the focus.
    if ((await control.getAttribute('aria-expanded')) === 'true') await control.click();
    await expect(control).not.toHaveAttribute('aria-expanded', 'true');
  }
}

for (const [address, user = 'admin'] of Object.values(FORMS)) {
  test(`drop-downs of ${address}: axe finds no violation`, async ({ page }) => {
    await openSession(page, user);
    await page.goto(address);
    await expect(
      page.locator('main').locator('input, button').filter({ visible: true }).first(),
    ).toBeVisible();
    await checkDropDowns(page, 'main');
  });
}

for (const address of WITHOUT_FORM.filter((path) => !path.includes(':'))) {
  test(`drop-downs of ${address}: axe finds no violation`, async ({ page }) => {
    await signIn(page, 'admin', address);
    // Those of the frame are the same everywhere.
    await checkDropDowns(page, address === '/home' ? 'body' : 'main');
  });
}

test('drop-down of customers: axe finds no violation', async ({ page }) => {
  await openSession(page, 'sales.mum');
  await page.goto('/newfxrequest');
  const box = page.locator(`#${CUSTOMER_BOX}`);
  // A customer of the demo.
  await box.fill('omkar');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkDropDown(page, box);
});

test('axe reports a violation in the page, in dark colours and in a frame', async ({ page }) => {
  const document = (inner: string) =>
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A heading</h1>${inner}</main></html>`;
  // Only some of the texts that look the same are checked, so a text that looks different comes after many of them.
  const afterMany = (item: string) => `<ul>${'<li>Same</li>'.repeat(20)}${item}</ul>`;
  const faults: readonly (readonly [fault: string, inner: string])[] = [
    ['light: critical image-alt', '<img src="data:,">'],
    [
      'dark: serious color-contrast',
      '<style>@media (prefers-color-scheme: dark) { p { color: #bbb } }</style><p>Pale</p>',
    ],
    [
      'light: critical button-name',
      `<iframe title="Inner" sandbox="allow-scripts" srcdoc='${document('<button></button>')}'></iframe>`,
    ],
    ['light: serious color-contrast: <li style="color', afterMany('<li style="color: #ccc">Pale</li>')],
    ['light: serious color-contrast: <li style="opacity', afterMany('<li style="opacity: 0.3">Pale</li>')],
    [
      'light: serious color-contrast: <b id="on-dark',
      afterMany(
        '<li style="background: #444"><b id="on-dark" style="font-weight: 400">Dark on dark</b></li>',
      ),
    ],
  ];
  for (const [fault, inner] of faults) {
    await page.goto('about:blank');
    await page.setContent(document(inner));
    const found = await findViolations(page);
    expect(
      Object.entries(found).flatMap(([scheme, all]) => all.map((one) => `${scheme}: ${one}`)),
    ).toContainEqual(expect.stringContaining(fault));
  }
  await page.goto('about:blank');
  await page.setContent(document('<p>Nothing wrong</p>'));
  expect(await findViolations(page)).toEqual({ light: [], dark: [] });
});

/** Presses Tab until the named control has the focus; fails if a full round does not reach it. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const MAX_STOPS = 80;
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate<string>(
      "(() => { const e = document.activeElement; return e?.getAttribute('aria-label') ?? e?.labels?.[0]?.innerText ?? e?.innerText ?? ''; })()",
    );
    if (name.test(here)) return;
  }
  throw new Error(`no way by Tab to ${String(name)}`);
}

test('a user signs in and resets a password by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel(/^Username/)).toBeFocused();
  await tabTo(page, /Forgot password/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Username/)).toBeFocused();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Tab');
  await page.keyboard.type('nobody@bureau.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Invalid User Id or Email Id');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel(/^Username/)).toBeFocused();
  await tabTo(page, /Back to sign in/);
  await page.keyboard.press('Enter');

  await expect(page.getByLabel(/^Username/)).toBeFocused();
  await page.keyboard.type('audit.ca');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel(/^Password/)).toHaveAttribute('type', 'text');
  await tabTo(page, /^Sign in$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('/home');
});

test('a user changes the password by keyboard alone', async ({ page }) => {
  await signIn(page, 'bm.del');
  await tabTo(page, /Account of Balbir Singh/);
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Change Password' });
  await expect(entry).toBeVisible();
  // A menu opened by a key may already have its first entry focused.
  await page.keyboard.press('ArrowUp');
  while (!(await entry.evaluate((element) => element.matches(':focus'))))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('/changepassword');
  await expect(page.getByLabel(/^New password/)).toBeFocused();
  await page.keyboard.type('Other2026x');
  await tabTo(page, /^Confirm password/);
  await page.keyboard.type('Other2026x');
  await tabTo(page, /^Old password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('/newfxrequest');
});

test('a user gets from home to a saved country by keyboard alone', async ({ page }) => {
  const name = uniqueName('Sokovia');
  await signIn(page, 'admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Alt+g');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('country');
  await expect(page.getByRole('option', { name: /Country/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('/country-list');
  await expect(page.getByRole('row').nth(5)).toBeVisible();

  await pressCreate(page);
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sokovian');
  await page.keyboard.press('Tab');
  await page.keyboard.type('SK');
  await page.keyboard.press('Tab');
  await page.keyboard.press('n');
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form')).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(page).toHaveURL(/q=Sokovia/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toHaveValue(name);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toContainText('Filter the list');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Alt+g');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('home');
  await page.keyboard.press('Enter');
  await page.waitForURL('/home');
});
