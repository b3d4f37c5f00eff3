import { read, utils } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addApproved, tellTransfers } from '../tools/testing/notes.ts';
import { BureauProcess } from '../tools/testing/process.ts';
import { setup } from '../tools/testing/template.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '../tools/testing/world.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, fillSignIn, test, typeChoice } from './support.ts';

/** A business of its own, whose ledger holds this and nothing else. */
let database: TestDatabase;
let objectsDir: string;
let bureau: BureauProcess;
let request: number;

const HOSTILE = `Danish <img src=x onerror="alert(1)">`;

test.beforeAll(async () => {
  await setup();
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-reports-'));
  await database.admin.query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  [request = 0] = await addApproved(database.admin, { lines: [['USD', 300]], customer: 'Ravi Report' });
  const at = (time: string) => `2026-10-${time}+05:30`;
  await tellTransfers(database.admin, [
    { at: at('01T10:00:00'), kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 1_000 },
    { at: at('01T10:00:01'), kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 400, isd: 'EUR' },
    { at: at('02T11:00:00'), kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 300, request },
    { at: at('02T12:00:00'), kind: 'accept', from: 'TRANSIT', to: 'E111', quantity: 300, request },
    { at: at('03T09:30:00'), kind: 'stock', from: 'OUTSIDE', to: 'E112', quantity: 7, isd: 'GBP' },
  ]);
  await database.admin.query(`update masters.employee set name = $1 where code = 'E112'`, [HOSTILE]);
  bureau = await BureauProcess.start(settingsFor(database, objectsDir, { ROLE: 'both' }));
});
test.afterAll(async () => {
  await bureau.stop();
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

async function openAs(page: Page, user: string, address: string): Promise<void> {
  await page.goto(bureau.url);
  await fillSignIn(page, user);
  await page.waitForURL(/\/home$/);
  await page.goto(bureau.url + address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
const report = (page: Page, title: 'In Hand' | 'In Out') =>
  page.frameLocator(`iframe[title="Report: ${title}"]`);
const generate = (page: Page) => page.getByRole('button', { name: 'Generate' });
const executive = (page: Page) => page.getByRole('combobox', { name: 'Executive' });

test('an executive is required; each figure opens the movements behind it, and each movement its request', async ({
  page,
}) => {
  await openAs(page, 'bm.mum', '/inhandreport');
  await generate(page).click();
  await expectMessage(page, 'Please select a valid executive');
  await expect(executive(page)).toBeFocused();
  await executive(page).fill('E111');
  await page.getByRole('option', { name: 'Dinesh Kadam (E111)' }).click();
  await page.getByLabel(/^Till Date/).fill('31/10/2026');
  await generate(page).click();
  const inHand = report(page, 'In Hand');
  await expect(inHand.getByRole('row', { name: /USD/ })).toContainText('300.00');
  await expect(page).toHaveURL(/empcode=E111/);
  await inHand.getByRole('link', { name: '300.00' }).click();

  await page.waitForURL(/\/inoutreport\?/);
  const inOut = report(page, 'In Out');
  await expect(inOut.getByRole('row', { name: /CN Accept/ })).toContainText('300.00');
  await expect(page.getByLabel(/^From Date/)).toHaveValue('01/10/2026');
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/USD/);
  await inOut.getByRole('link', { name: String(request) }).click();
  await page.waitForURL(new RegExp(`/requestdetail\\?srno=${request}`));
  await page.goBack();
  await expect(report(page, 'In Out').getByRole('row', { name: /CN Accept/ })).toBeVisible();
});

test('by keyboard alone', async ({ page }) => {
  await openAs(page, 'bm.mum', '/inhandreport?tilldate=2026-10-31');
  await executive(page).focus();
  await typeChoice(page, 'VMUM', 'VMUM');
  await expect(executive(page)).toHaveValue('Vault Mumbai Fort (VMUM)');
  await generate(page).focus();
  await page.keyboard.press('Enter');
  const figure = report(page, 'In Hand').getByRole('link', { name: '700.00' });
  await expect(figure).toBeVisible();
  await figure.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/inoutreport\?empcode=VMUM&fromdate=2026-10-01&todate=2026-10-31&isd=USD$/);
  await expect(report(page, 'In Out').getByRole('row', { name: /CN Out/ })).toContainText('700.00');
});

test('a whole branch is told by holder; what people typed does nothing in the frame', async ({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`a report opened a dialog: ${dialog.message()}`);
  });
  await openAs(page, 'bm.mum', '/inhandreport?tilldate=2026-10-31');
  await page.getByRole('combobox', { name: 'About' }).click();
  await page.getByRole('option', { name: 'Whole branch' }).click();
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue('Mumbai Fort');
  await generate(page).click();
  const inHand = report(page, 'In Hand');
  await expect(inHand.getByRole('row', { name: /Dinesh Kadam/ })).toContainText('300.00');
  await expect(inHand.getByRole('row', { name: /Danish/ })).toContainText(HOSTILE);
  await expect(inHand.locator('img')).toHaveCount(0);
  // A file is fetched beside the report on view.
  await page.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option', { name: 'Download' }).click();
  await Promise.all([page.waitForEvent('download'), generate(page).click()]);
  await expect(inHand.getByRole('row', { name: /Dinesh Kadam/ })).toContainText('300.00');
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', /allow-same-origin/);
  await expect(frame).not.toHaveAttribute('sandbox', /allow-scripts/);
  // As wide as the frame, and the frame as high as the report: nothing scrolls within it.
  const [inner, outer] = await page.evaluate<[number, number]>(
    `(() => { const f = document.querySelector('iframe'); return [f.contentDocument.body.scrollHeight, f.clientHeight]; })()`,
  );
  expect(Math.abs(inner - outer)).toBeLessThanOrEqual(2);
});

test('Print prints the report alone', async ({ page }) => {
  await openAs(page, 'bm.mum', '/inhandreport?empcode=VMUM&tilldate=2026-10-31');
  await expect(report(page, 'In Hand').getByRole('row', { name: /USD/ })).toBeVisible();
  await page.evaluate(
    `document.querySelector('iframe').contentWindow.addEventListener('beforeprint', () => { window.printed = (window.printed ?? 0) + 1; });
     window.addEventListener('beforeprint', () => { window.whole = true; });`,
  );
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => page.evaluate<unknown>('[window.printed, window.whole]')).toEqual([1, undefined]);
});

test('Download gives the same as a spreadsheet', async ({ page }) => {
  await openAs(page, 'bm.mum', '/inoutreport?mode=Download&branch=MUM&fromdate=2026-10-01&todate=2026-10-31');
  await expect(page.getByText('No report yet')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), generate(page).click()]);
  expect(file.suggestedFilename()).toBe('in-out-MUM-2026-10-01-2026-10-31.xlsx');
  const book = read(await readFile(await file.path()));
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets['In Out']!, { header: 1 });
  expect(rows.map((row) => [row[1], row[3], row[11]])).toEqual([
    ['Movement', 'Currency', 'Balance'],
    ['Stock entry', 'USD', 1000],
    ['Stock entry', 'EUR', 400],
    ['Stock entry', 'GBP', 7],
    ['Closing', 'EUR', 400],
    ['Closing', 'GBP', 7],
    ['Closing', 'USD', 1000],
  ]);
  await expect(page.getByRole('status').filter({ hasText: 'in your downloads' })).toBeVisible();
});

test('a delivery executive sees his own notes, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'dlv1.mum', '/inhandreport');
  await expect(executive(page)).toHaveValue('Dinesh Kadam (E111)');
  await expect(executive(page)).toHaveAttribute('readonly');
  await expect(page.getByRole('combobox', { name: 'About' })).toHaveCount(0);
  await generate(page).click();
  const figure = report(page, 'In Hand').getByRole('link', { name: '300.00' });
  await expect(figure).toBeVisible();
  const widths = `[document.documentElement.scrollWidth, document.querySelector('iframe').contentDocument.documentElement.scrollWidth]`;
  for (const width of await page.evaluate<number[]>(widths)) expect(width).toBeLessThanOrEqual(390);
  // Somebody else's address tells him nothing.
  await page.goto(`${bureau.url}/inhandreport?empcode=VMUM`);
  await expect(page.getByText('There is no such record.')).toBeVisible();
});

/** Axe is a script, and nothing runs in the frame: for it alone the same report is shown in one where scripts may. */
async function letAxeIn(page: Page): Promise<void> {
  const row = page.frameLocator('iframe').getByRole('row').nth(2);
  await expect(row).toBeVisible();
  await page.evaluate(
    `(() => { const f = document.querySelector('iframe'); f.removeAttribute('sandbox'); f.srcdoc += ' '; })()`,
  );
  await page
    .locator('iframe')
    .evaluate('(frame) => new Promise((done) => frame.addEventListener("load", done))');
  await expect(row).toBeVisible();
}

const STATES = [
  ['empty', '/inhandreport'],
  ['in hand of a branch', '/inhandreport?branch=MUM&tilldate=2026-10-31'],
  ['in out', '/inoutreport?empcode=VMUM&fromdate=2026-10-01&todate=2026-10-31'],
] as const;
for (const scheme of ['light', 'dark'] as const)
  for (const [name, address] of STATES)
    test(`${name}, ${scheme}: nothing for axe to find`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await openAs(page, 'bm.mum', address);
      if (name === 'empty') await expect(page.getByText('No report yet')).toBeVisible();
      else await letAxeIn(page);
      await expectAccessible(page);
    });
