import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { MONTHS, MONTH_NAMES, otherFinancialYear } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf, formatFinancialYear } from '#domain/dates.ts';
import { sheetSample } from '#tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { pick } from './rates.ts';
import { expect, expectMessage, openSession, pressCreate, test, typeChoice } from './support.ts';

const thisYear = financialYearOf(dateInIndia(Date.now()));
const nextYear = otherFinancialYear(thisYear, 1);
const nextYearName = formatFinancialYear(nextYear);
const yearName = formatFinancialYear(thisYear);

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page) => page.getByRole('search', { name: 'Which budgets' });
const form = (page: Page) => page.getByRole('form');
const month = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });

/** Removes the data of a year that another run has left. */
const forget = (finYear: string) => inDatabase('delete from budget.budget where fin_year = $1', [finYear]);

async function choose(
  page: Page,
  label: string,
  entry: string,
  within = page.locator('body'),
): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await within.getByRole('option', { name: entry, exact: true }).click();
}

test('a budget is listed, added with a running total, and changed', async ({ page }) => {
  await forget(nextYear);
  await openSession(page, 'cm.ho');
  await page.goto(`/budget?year=${nextYear}`);
  await expect(page.getByText('No Record Found')).toBeVisible();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Please fill mandatory feilds: Branch');
  await expect(form(page).getByRole('combobox', { name: 'Branch' })).toBeFocused();
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await month(page, 'April').fill('1,20,000');
  await month(page, 'May').fill('12.345');
  await expect(form(page).getByText('Total of the year')).toContainText('—');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'May is no amount in rupees.');
  await month(page, 'May').fill('80000.50');
  await expect(form(page).getByText('Total of the year')).toContainText('₹2,00,000.50');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'has been saved.' })).toBeVisible();
  await expect(rowOf(page, 'Mumbai Fort')).toContainText('2,00,000.50');
  await expect(rowOf(page, 'Mumbai Fort')).toBeFocused();
  await expect(page.getByText(`Mumbai Fort, ${nextYearName} has been saved.`)).toBeVisible();

  // The notice about a saved branch budget is not shown in the list of executives.
  await choose(page, 'Type', 'Executive', search(page));
  await search(page).getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('No Record Found')).toBeVisible();
  await expect(page.getByText('has been saved.')).toHaveCount(0);
  await choose(page, 'Type', 'Branch', search(page));
  await search(page).getByRole('button', { name: 'List' }).click();
  await rowOf(page, 'Mumbai Fort').focus();

  await page.keyboard.press('Enter');
  await expect(month(page, 'May')).toHaveValue('80,000.50');
  await expect(form(page).getByRole('combobox', { name: 'Branch' })).toBeDisabled();
  // 000 §5, 001 §5: digits and one point, ten characters; the field refuses text that does not fit.
  await month(page, 'March').pressSequentially('1o2,345..678.99');
  await expect(month(page, 'March')).toHaveValue('12345.6789');
  await month(page, 'March').fill('12345678901');
  await expect(month(page, 'March')).toHaveValue('12345.6789');
  await month(page, 'March').fill('500');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Mumbai Fort')).toContainText('2,00,500.50');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await pick(page, 'Branch', 'Mumbai', 'Mumbai Fort');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'There is a budget for this already. Please change that one.');
});

test('the list shows branches or executives, all or one', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/budget');
  await expect(rowOf(page, 'Pune Camp')).toBeVisible();
  await choose(page, 'Type', 'Executive', search(page));
  await search(page).getByRole('button', { name: 'List' }).click();
  await expect(rowOf(page, 'Sneha Patil')).toContainText('Mumbai Fort');
  await choose(page, 'All/One', 'One', search(page));
  await search(page).getByRole('button', { name: 'List' }).click();
  await expect(search(page).getByText('Please fill mandatory feilds: Executive')).toBeVisible();
  await search(page).getByRole('combobox', { name: 'Executive' }).fill('sahil');
  await page.getByRole('option', { name: 'Sahil Kapoor (E201)' }).click();
  await search(page).getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(rowOf(page, 'Sahil Kapoor')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Sahil Kapoor')).toBeVisible();
  await expect(rowOf(page, 'Sneha Patil')).toHaveCount(0);
});

test('000 §9: each month shows its amount with two decimals, none is truncated, and the name stays visible', async ({
  page,
}) => {
  await forget(nextYear);
  await inDatabase(
    `insert into budget.budget (fin_year, branch, executive, ${MONTHS.join(', ')})
     select $1, e.srno, x.srno, 4050, 99999, 123456.78, 9999999999, 98765432.21, 12345678, 0, 1, 2, 3, 4, 5
     from masters.entity e, (select srno from masters.employee where code = 'E101' union all select null) as x
     where e.id = 'MUM'`,
    [nextYear],
  );
  await openSession(page, 'admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const type of ['BRANCH', 'EXECUTIVE']) {
    await page.goto(`/budget?year=${nextYear}&type=${type}`);
    const cells = rowOf(page, 'Mumbai Fort').getByRole('cell');
    for (const amount of ['4,050.00', '1,23,456.78', '9,99,99,99,999.00', '0.00'])
      await expect(cells.getByText(amount, { exact: true })).toHaveCount(1);
    await expect(cells.filter({ hasText: '10,11,13,38,629.99' })).toHaveCount(1);
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td')]
        .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)`,
    );
    expect(cut).toEqual([]);
    const name = rowOf(page, 'Mumbai Fort').getByRole('cell').first();
    const before = await name.boundingBox();
    await cells.last().scrollIntoViewIfNeeded();
    await expect(cells.last()).toBeInViewport();
    expect((await name.boundingBox())?.x).toBe(before?.x);
  }
  await forget(nextYear);
});

test('last year is copied with a percentage added, and existing budgets stay', async ({ page }) => {
  await forget(nextYear);
  await openSession(page, 'admin');
  await page.goto(`/budget?year=${nextYear}`);
  await page.getByRole('button', { name: 'Copy last year' }).click();
  const dialog = page.getByRole('dialog', { name: /^Copy last year to/ });
  await expect(dialog).toContainText(yearName);
  const percent = dialog.getByRole('textbox', { name: 'Increase in per cent' });
  await percent.fill('5%');
  await expect(percent).toHaveValue('');
  await percent.fill('1.234');
  await percent.press('Enter');
  await expect(percent).toHaveAccessibleDescription(/digits after the point/);
  await expect(percent).toBeFocused();
  await percent.fill('10');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText(new RegExp(`budgets copied from ${yearName}`))).toBeVisible();
  await expect(rowOf(page, 'Pune Camp')).toBeVisible();
  await page.getByRole('button', { name: 'Copy last year' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText(/^0 budgets copied .* had one already\.$/)).toBeVisible();
});

test('budgets are imported from a sheet after a preview, and exported to a sheet', async ({ page }) => {
  await forget(nextYear);
  await openSession(page, 'admin');
  await page.goto(`/budget?year=${nextYear}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import: Budget Master' });
  const headings = [
    'Financial year',
    'Branch id',
    'Executive code',
    ...MONTHS.map((each) => MONTH_NAMES[each]),
  ];
  const sheet = (branch: string) => ({
    name: 'budgets.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheetSample([headings, [nextYear, branch, '', ...MONTHS.map(() => 1_000)]]),
  });
  const chooser = dialog.locator('input[type=file]');
  await chooser.setInputFiles(sheet('NOWHERE'));
  await expect(dialog).toContainText('There is no such record.');
  await chooser.setInputFiles(sheet('BLR'));
  await expect(dialog).toContainText('1 to add');
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported: 1 added, 0 changed.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rowOf(page, 'Bengaluru MG Road')).toContainText('12,000');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const book = XLSX.read(await readFile(await file.path()));
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Budgets']!);
  expect(rows).toEqual([expect.objectContaining({ 'Branch id': 'BLR', Total: 12_000 })]);
});

test('the dashboard goes from all branches down to a request, and up again', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/misbudget');
  const branches = page
    .getByRole('region', { name: 'By branch' })
    .or(page.getByRole('table', { name: 'By branch' }));
  await expect(branches.first()).toContainText('Pune Camp');
  await expect(page.getByRole('table', { name: 'By month' }).getByRole('row')).toHaveCount(15);
  await page.getByRole('link', { name: 'Mumbai Fort' }).click();
  await expect(page).toHaveURL(/which=ONE/);
  const path = page.getByRole('navigation', { name: 'Where you are' });
  await expect(path).toHaveText(/All branches.*Mumbai Fort$/);
  // List reloads even if the query has not changed.
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/misbudget_a.php')),
    page.getByRole('button', { name: 'List' }).click(),
  ]);
  // Until the figures of another branch are loaded, the shown figures keep their heading.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/misbudget_a.php', async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Sneha Patil' }).click();
  await expect(page).toHaveURL(/type=EXECUTIVE/);
  await expect(path).toHaveText(/All branches.*Mumbai Fort$/);
  letGo();
  await expect(path).toHaveText(/All branches.*Mumbai Fort.*Sneha Patil/);

  const shown = page.getByRole('button', { name: /^Requests of/ });
  const earned = page.getByRole('table', { name: 'By month' }).getByRole('row');
  const withMargin = earned.filter({ has: shown }).filter({ hasNotText: '₹0.00' }).first();
  const actual = (await withMargin.getByRole('cell').nth(1).textContent()) ?? '';
  await withMargin.getByRole('button').click();
  const requests = page.getByRole('table', { name: /^Requests behind/ });
  await expect(requests.getByRole('row').last()).toContainText(actual);
  await requests.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/requestdetail\?srno=\d+/);
  await page.goBack();
  await expect(requests).toBeVisible();
  await path.getByRole('link', { name: 'All branches' }).click();
  await expect(page.getByRole('link', { name: 'Pune Camp' })).toBeVisible();
});

test('an executive who worked in two branches is shown in both, each with its own details', async ({
  page,
}) => {
  const year = otherFinancialYear(thisYear, -2);
  await forget(year);
  await inDatabase(
    `insert into budget.budget (fin_year, branch, executive, apr)
     select $1, e.srno, x.srno, case e.id when 'MUM' then 1000 else 200 end
     from masters.entity e, masters.employee x where e.id in ('MUM', 'PUN') and x.code = 'E101'`,
    [year],
  );
  await openSession(page, 'admin');
  await page.goto(`/misbudget?year=${year}&type=EXECUTIVE&which=ONE&executive=E101`);
  const path = page.getByRole('navigation', { name: 'Where you are' });
  const april = page.getByRole('table', { name: 'By month' }).getByRole('row').nth(1);
  const branches = page.getByRole('table', { name: 'By branch' });
  await expect(path.getByRole('listitem')).toHaveText(['All branches', 'Sneha Patil']);
  await expect(april).toContainText('₹1,200.00');
  await expect(page.getByRole('button', { name: /^Requests of/ })).toHaveCount(0);
  await expect(branches.getByRole('row').filter({ hasText: 'Mumbai Fort' })).toContainText('₹1,000.00');
  await branches
    .getByRole('row')
    .filter({ hasText: 'Pune Camp' })
    .getByRole('link', { name: 'Sneha Patil' })
    .click();
  await expect(path.getByRole('listitem')).toHaveText(['All branches', 'Pune Camp', 'Sneha Patil']);
  await expect(april).toContainText('₹200.00');
  await page.getByRole('button', { name: /^Requests of Apr/ }).click();
  await expect(page.getByRole('table', { name: /^Requests behind Apr/ })).toBeVisible();
  await forget(year);
});

test('the dashboard is downloaded by its mode', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/misbudget');
  await choose(page, 'Mode', 'Download');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'List' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`budget-against-actual-${thisYear}.xlsx`);
  const book = XLSX.read(await readFile(await file.path()));
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Budget against actual']!);
  expect(rows.at(-1)).toMatchObject({ 'Branch id': 'Total' });
  expect(rows.at(-1)?.['Year budget']).toBeGreaterThan(0);
});

test('a user who may only view the dashboard sees their own branch and no budget master', async ({
  page,
}) => {
  await openSession(page, 'bm.mum');
  await page.goto('/misbudget');
  await expect(page.getByRole('link', { name: 'Mumbai Fort' })).toBeVisible();
  await expect(page.getByText('Delhi Connaught Place')).toHaveCount(0);
  await page.goto('/budget');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a user adds a budget and explores the chart by keyboard alone', async ({ page }) => {
  await forget(nextYear);
  await openSession(page, 'admin');
  await page.goto(`/budget?year=${nextYear}`);
  await expect(page.getByText('No Record Found')).toBeVisible();
  await pressCreate(page, 'Add');
  await form(page).getByRole('combobox', { name: 'Branch' }).focus();
  await typeChoice(page, 'Pune', 'Pune Camp');
  await page.keyboard.press('Tab');
  await expect(month(page, 'April')).toBeFocused();
  for (const amount of ['100', '200', '300']) {
    await page.keyboard.type(amount);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Pune Camp')).toContainText('600');

  await page.goto('/misbudget');
  const chart = page.getByRole('group', { name: /^Budget against actual by month/ });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('status')).toContainText(`Apr ${thisYear.slice(0, 4)}`);
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('status')).toContainText(`May ${thisYear.slice(0, 4)}`);
});

/** The states to check, and the steps to each. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'budget list': (page) => open(page, '/budget'),
  'budget form': (page) => open(page, '/budget?open=new&type=EXECUTIVE'),
  'copying a year': async (page) => {
    await open(page, '/budget');
    await page.getByRole('button', { name: 'Copy last year' }).click();
  },
  dashboard: async (page) => {
    await open(page, '/misbudget');
    await page.getByRole('group', { name: /^Budget against actual by month/ }).focus();
  },
  'requests behind a month': (page) => open(page, '/misbudget?which=ONE&branch=MUM&month=aug'),
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [name, way] of Object.entries(STATES))
  test(`${name}, is accessible on a desk and on a phone`, async ({ page }) => {
    await openSession(page, 'admin');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await way(page);
      await expectAccessible(page);
      expect(
        await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0);
    }
  });
