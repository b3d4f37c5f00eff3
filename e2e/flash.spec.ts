import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pdfSample, pictureSample, sheetSample } from '../tools/testing/samples.ts';
import { fieldsBody, post } from '../tools/testing/world.ts';
import { ownBusiness } from './business.ts';
import { pick } from './rates.ts';
import { sessionFor } from './session.ts';
import { expect, expectMessage, test } from './support.ts';

/** A flash audit from both sides: the auditor counts and decides, the branch answers. */
const business = ownBusiness();
test.beforeEach(async () => {
  await business.database.admin.query('truncate flash.audit cascade');
});

const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const face = (page: Page, isd: string, value: string) =>
  page.getByRole('textbox', { name: `Notes of ${isd} ${value}`, exact: true });
const panel = (page: Page, isd: string) => page.getByRole('region', { name: `Count of ${isd}` });
const headSave = (page: Page) =>
  page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: /^Save/ });

async function chooseStatus(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** A call like from a script, with its HTTP status. */
async function ask(user: string, action: string, payload: object) {
  const { session } = JSON.parse(await sessionFor(user, business.url)) as { session: string };
  return post(business.url, 'flashaudit_a.php', fieldsBody([session, action, JSON.stringify(payload)]));
}

/** Adds a flash audit of today and fetches its currencies; returns its number. */
async function fetched(branch = 'DEL'): Promise<number> {
  const { json } = await ask('audit.ca', 'saveheaderdata', {
    branch,
    cashier: 'Leena Rao',
    remark: '',
    date: new Date(Date.now() + 19_800_000).toISOString().slice(0, 10),
  });
  const srno = json.srno as number;
  await ask('audit.ca', 'fetchcurrencydata', { hdrsrno: srno });
  return srno;
}

test('an auditor counts, the branch answers, the auditor decides and closes', async ({ page }) => {
  await business.open(page, 'audit.ca', '/flash');
  await expect(page.getByText('No record found.')).toBeVisible();
  await page.getByRole('button', { name: 'Add New' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectMessage(page, 'Please fill mandatory feilds.');
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toBeFocused();
  await pick(page, 'Branch', 'Delhi', 'Delhi Connaught Place');
  await page.getByRole('textbox', { name: 'Cashier' }).fill('Leena Rao');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Delhi Connaught Place')).toContainText('Pending');
  await page.getByRole('button', { name: /^Edit Delhi/ }).click();

  await page.getByRole('button', { name: 'Upload' }).click();
  await expectMessage(page, 'Please choose file!');
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect(page.getByText('currencies have been fetched.')).toBeVisible();
  const srno = Number(new URL(page.url()).searchParams.get('srno'));

  // INR is typed in its row.
  const stock = page.getByRole('textbox', { name: 'Stock value of INR' });
  await stock.fill('214500');
  await stock.press('Enter');
  await expect(page.getByText('The stock value of INR has been saved.')).toBeVisible();

  // Three currencies by keyboard: GBP is short by 50.
  await rowOf(page, 'AED').focus();
  await page.keyboard.press('Enter');
  await expect(face(page, 'AED', '1000')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The count of AED has been saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await rowOf(page, 'GBP').focus();
  await page.keyboard.press('Enter');
  await expect(face(page, 'GBP', '50')).toBeFocused();
  await page.keyboard.type('59');
  await expect(panel(page, 'GBP')).toContainText('50.00 short');
  for (const quantity of ['', '', '']) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(quantity);
  }
  await page.keyboard.press('Enter');
  // AED comes next in the order of trade.
  await expect(face(page, 'AED', '1000')).toBeFocused();
  await page.keyboard.press('Escape');
  await rowOf(page, 'JPY').focus();
  await page.keyboard.press('Enter');
  await expect(face(page, 'JPY', '10000')).toBeFocused();
  await page.keyboard.type('9');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The count of JPY has been saved.')).toBeVisible();
  await page.reload();
  await expect(face(page, 'JPY', '10000')).toHaveValue('9');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'GBP')).toContainText('2,950.00');

  // K and D decide a currency from its row; a choice is saved at once.
  await rowOf(page, 'GBP').focus();
  await page.keyboard.press('d');
  await expect(page.getByText('GBP is now Descripancy.')).toBeVisible();
  await rowOf(page, 'AED').focus();
  await page.keyboard.press('k');
  await expect(page.getByText('AED is now Ok.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status of JPY' }).selectOption('Ok');
  await expect(page.getByText('JPY is now Ok.')).toBeVisible();

  await page.getByRole('tab', { name: /^Transactions/ }).click();
  const add = page.getByRole('form', { name: 'Add a transaction' });
  await add.getByRole('button', { name: 'Add' }).click();
  await expectMessage(page, 'Please fill mendatory field.');
  await pick(page, 'Type', 'Sales to public');
  await add.getByRole('textbox', { name: 'Transaction Number' }).fill('12345678901');
  await expect(add.getByRole('textbox', { name: 'Transaction Number' })).toHaveValue('1234567890');
  await add.getByRole('textbox', { name: 'Transaction Number' }).fill('4711');
  await add.getByRole('textbox', { name: 'Document Name' }).fill('Passport copy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('SP 4711 has been added.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Status of SP 4711' })).toHaveValue('D');
  await page.keyboard.type('4712');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Status of SP 4712' })).toHaveValue('O');
  await page.getByRole('button', { name: 'Remove SP 4712' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('SP 4712 has been removed.')).toBeVisible();

  await chooseStatus(page, 'Review');
  await headSave(page).click();
  await expect(page.getByText('The status is now Review.')).toBeVisible();

  // The branch answers with a photo.
  await business.open(page, 'staff.del', '/home');
  await expect(page).toHaveTitle(/^\(2\)/);
  await page.getByRole('link', { name: /Flash currencies to answer\s*1/ }).click();
  await page.getByRole('table', { name: 'Flash Discrepancy' }).getByRole('row').nth(1).click();
  const view = page.getByRole('region', { name: 'Discrepancy of GBP' });
  await expect(view).toContainText('50.00 short');
  await view.getByLabel(/^Remark/).fill('One note is with the executive.');
  await view
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: await pictureSample('jpeg') });
  await view.getByRole('button', { name: 'Submit Response' }).click();
  await expect(view.getByText('The response has been submitted.')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Submit Response' })).toHaveCount(0);
  await expect(view.getByRole('combobox')).toHaveCount(0);

  // Staff find nothing that changes the audit, and a direct call is refused.
  await page.goto(`${business.url}/flash`);
  await expect(rowOf(page, 'Delhi Connaught Place')).toContainText('Review');
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  for (const tab of ['currency', 'transactions']) {
    await page.goto(`${business.url}/flash?srno=${srno}&tab=${tab}`);
    await expect(rowOf(page, tab === 'currency' ? 'GBP' : '4711')).toContainText('Discrepancy');
    await expect(page.getByRole('columnheader', { name: 'Action', exact: true })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
    await expect(
      page.getByRole('main').getByRole('button', { name: /Save|Fetch|Upload|Remove|^Add/ }),
    ).toHaveCount(0);
  }
  await page.goto(`${business.url}/flash?srno=${srno}&count=GBP`);
  await expect(panel(page, 'GBP')).toContainText('59');
  await expect(panel(page, 'GBP').getByRole('textbox')).toHaveCount(0);
  for (const [action, payload] of [
    ['headerstatus', { hdrsrno: srno, status: 'P' }],
    ['statusupdate', { status: 'O', cnsrno: 1 }],
    ['fetchcurrencydata', { hdrsrno: srno }],
  ] as const)
    expect((await ask('staff.del', action, payload)).status).toBe(403);

  // The auditor decides, and closes for good.
  await business.open(page, 'audit.ca', '/home');
  await page.getByRole('link', { name: /Flash currencies to review\s*1/ }).click();
  await page.getByRole('table', { name: 'Flash Discrepancy' }).getByRole('row').nth(1).click();
  await view.getByRole('button', { name: 'Show note.jpg' }).click();
  await expect(view.getByRole('img', { name: 'note.jpg' })).toBeVisible();
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'OK' }).click();
  await view.getByRole('button', { name: 'Update Status' }).click();
  await expect(view.getByText('The status is now OK.')).toBeVisible();

  await page.goto(`${business.url}/flash?srno=${srno}`);
  await chooseStatus(page, 'Closed');
  await headSave(page).click();
  const question = page.getByRole('dialog', { name: 'Close this flash audit?' });
  await expect(question).toContainText('1 discrepancy is not OK.');
  await question.getByRole('button', { name: 'Close the audit' }).click();
  await expect(page.getByText('This audit is closed.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
  await expect(headSave(page)).toHaveCount(0);
  const { json } = await ask('audit.ca', 'headerstatus', { hdrsrno: srno, status: 'P' });
  expect(json.err).toBe('This audit is closed.');
});

/** Nineteen currencies; the line for INR is the twentieth. */
const UPLOADED = 'USD EUR GBP AED SAR QAR KWD BHD OMR SGD AUD CAD NZD CHF JPY CNY HKD THB MYR'.split(' ');

const COUNTED = UPLOADED.length + 1;

test('twenty currencies are counted by keyboard alone, and the difference follows every key', async ({
  page,
}) => {
  const { json } = await ask('audit.ca', 'saveheaderdata', {
    branch: 'DEL',
    cashier: 'Leena Rao',
    remark: '',
    date: '2026-01-15',
  });
  await business.open(page, 'audit.ca', `/flash?srno=${json.srno as number}`);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer });
  const heads = ['Currency', 'Name', 'Report Value'];
  const upload = () => page.getByRole('button', { name: 'Upload' }).click();
  await choose('currencies.pdf', pdfSample());
  await upload();
  await expectMessage(page, 'Invalid file extension. Please use (Xlsx/Xls) file.');
  await choose('wrong.xlsx', sheetSample([heads, ['QQQ', 'Nowhere', '100']]));
  await upload();
  await expectMessage(page, 'Incorrect file format.');
  await choose('currencies.xlsx', sheetSample([heads, ...UPLOADED.map((isd) => [isd, isd, '3000'])]));
  await upload();
  await expect(page.getByText('File successfully uploaded.')).toBeVisible();
  await expect(page.getByText('0 of 20 counted')).toBeVisible();

  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  const counted = page.getByRole('region', { name: /^Count of / });
  await expect(counted.getByRole('textbox').first()).toBeFocused();
  for (let place = 1; place <= COUNTED; place += 1) {
    await expect(counted).toContainText(`${place} of 20`);
    const fields = await counted.locator('input[data-face]').count();
    await page.keyboard.type('7');
    for (let each = 0; each < fields; each += 1) await page.keyboard.press('Enter');
  }
  await expect(counted).toHaveCount(0);
  await expect(page.getByText('20 of 20 counted')).toBeVisible();
  await expect(page.locator('tr[data-index]:focus')).toHaveCount(1);
  await page.reload();
  await expect(page.getByText('20 of 20 counted')).toBeVisible();
  const { rows } = await business.database.admin.query<{ wrong: number; counted: number }>(
    `select count(*) filter (where c.actual <> d.sum)::integer as wrong, count(*)::integer as counted
     from flash.currency c join (select currency, sum(face * quantity) from flash.denomination group by currency) d
       on d.currency = c.srno`,
  );
  expect(rows).toEqual([{ wrong: 0, counted: 20 }]);

  // From the key to the new difference on the page.
  await page.goto(`${business.url}/flash?srno=${json.srno as number}&count=USD`);
  await expect(face(page, 'USD', '100')).toBeFocused();
  const times: number[] = [];
  for (const quantity of ['1', '2', '3', '4', '5', '6', '8', '9']) {
    await face(page, 'USD', '50').fill('');
    times.push(
      await page.evaluate<number>(`new Promise((done) => {
        const shown = document.querySelector('[data-difference] dd');
        const field = document.querySelector('input[data-face="50"]');
        let begun = 0;
        new MutationObserver((_, watch) => { watch.disconnect(); done(performance.now() - begun); })
          .observe(shown, { childList: true, subtree: true, characterData: true });
        begun = performance.now();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${quantity}');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      })`),
    );
  }
  const sorted = times.toSorted((one, other) => one - other);
  test
    .info()
    .annotations.push({ type: 'difference', description: sorted.map((time) => time.toFixed(1)).join(' ') });
});

test('an audit made on paper is kept with its file; one per branch and day', async ({ page }) => {
  await business.open(page, 'audit.ca', '/flash?view=new');
  await pick(page, 'Audit Type', 'Old');
  await pick(page, 'Branch', 'Delhi', 'Delhi Connaught Place');
  await page.getByRole('textbox', { name: 'Cashier' }).fill('Leena Rao');
  const add = () => page.getByRole('button', { name: 'Add', exact: true }).click();
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await add();
  await expectMessage(page, 'Please select a file to upload.');
  await choose('two.dots.pdf', pdfSample());
  await add();
  await expectMessage(page, '(.) not allowed in file name.');
  await page.getByRole('button', { name: 'Remove two.dots.pdf' }).click();
  await choose('large.pdf', Buffer.alloc(10_485_761));
  await add();
  await expectMessage(page, 'Please select a file with in 10 MB size.');
  await page.getByRole('button', { name: 'Remove large.pdf' }).click();
  await choose('paper.pdf', pdfSample());
  await add();
  await expect(rowOf(page, 'Delhi Connaught Place')).toContainText('Closed');
  await expect(rowOf(page, 'Delhi Connaught Place')).toContainText('Old');

  await page.getByRole('button', { name: /^Show the file of Delhi/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(/^[A-Z ,/0-9]+ paper\.pdf$/);
  await expect(dialog.locator('iframe[title="paper.pdf"]')).toBeVisible();
  await page.keyboard.press('Escape');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the file of Delhi/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('paper.pdf');

  await page.getByRole('button', { name: 'Add New' }).click();
  await pick(page, 'Branch', 'Delhi', 'Delhi Connaught Place');
  await page.getByRole('textbox', { name: 'Cashier' }).fill('Leena Rao');
  await add();
  const dialogText = page.getByRole('dialog', { name: 'Please check' });
  await expect(dialogText).toContainText(/Audit Already exists for \d{2}\/\d{2}\/\d{4}/);
});

test('the report is on paper and a PDF; user number 1 alone sees serial numbers', async ({ page }) => {
  const srno = await fetched();
  await business.open(page, 'audit.ca', '/flash');
  await page.getByRole('button', { name: /^Report of Delhi/ }).click();
  const paper = page.getByRole('article', { name: 'Flash Audit Report' });
  await expect(paper).toContainText('Anita Deshmukh');
  await expect(paper.getByRole('table', { name: 'Books against count' })).toContainText('GBP');
  await expect(paper).toContainText('Nothing was counted.');
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  // Print prints the PDF itself. A browser that shows none, as this one, saves it.
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(pdf.suggestedFilename());
  await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('iframe[aria-hidden][src^="blob:"]')).toBeAttached();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: /^Flash audit, Delhi/ })).toBeVisible();

  for (const [user, count] of [
    ['audit.ca', 0],
    ['admin', 1],
  ] as const) {
    await business.open(page, user, '/flash');
    await expect(rowOf(page, 'Delhi Connaught Place')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Ref.' })).toHaveCount(count);
    await page.goto(`${business.url}/flash?srno=${srno}`);
    await expect(rowOf(page, 'GBP')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Ref.' })).toHaveCount(count);
  }
});
