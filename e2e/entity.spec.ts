import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { DEMO_DOCUMENTS } from '#tools/demo/documents.ts';
import {
  bitmapSample,
  documentSample,
  pdfSample,
  pictureSample,
  windowsProgramSample,
} from '#tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, openSession, pressCreate, test, typeChoice, uniqueName } from './support.ts';

const LARGEST_UPLOAD_BYTES = 10_485_760;

let made = 0;
/** An id that no other test and no earlier run has used. */
const uniqueId = () => `E${Date.now().toString(36).toUpperCase()}${(made += 1)}`;

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save' });
const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });

async function pick(page: Page, label: string, typed: string, entry = typed): Promise<void> {
  await field(page, label).fill(typed);
  await page.getByRole('option', { name: entry, exact: true }).click();
}

async function fillFranchise(page: Page, id: string, name: string): Promise<void> {
  await field(page, 'Entity id').fill(id);
  await field(page, 'Name').fill(name);
  await pick(page, 'Controlling branch', 'Mumbai', 'Mumbai Fort');
  await field(page, 'Address line 1').fill('5 Station Road');
  await pick(page, 'Country', 'India');
  await pick(page, 'State', 'Gujarat');
  await pick(page, 'City', 'Surat');
  await field(page, 'Buy percentage').fill('0.75');
}

async function addFranchise(page: Page, name: string): Promise<string> {
  const id = uniqueId();
  await page.goto('/entity?type=F&open=new');
  await fillFranchise(page, id, name);
  await saveButton(page).click();
  await expect(page.getByText(`${name} has been saved.`)).toBeVisible();
  return id;
}

async function open(page: Page, type: string, id: string): Promise<void> {
  await page.goto(`/entity?type=${type}&open=${id}`);
  await expect(field(page, 'Entity id')).toHaveValue(id);
}

test('a franchise is added, found in its list and changed', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/entity');
  await page.getByText('Franchisees', { exact: true }).click();
  await expect(page).toHaveURL(/type=F/);
  await page.getByRole('button', { name: 'Add New' }).click();
  const id = uniqueId();
  await fillFranchise(page, id, 'Surat Diamond Forex');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Surat Diamond Forex has been saved.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: id })).toBeFocused();

  await open(page, 'F', id);
  await expect(field(page, 'State')).toHaveValue('Gujarat');
  await expect(field(page, 'City')).toHaveValue('Surat');
  await expect(field(page, 'Entity id')).toHaveAttribute('readonly', '');
  await field(page, 'Licence to').fill('01012020');
  // Another franchise of the list has lapsed too.
  await expect(page.getByText(/^Lapsed \d{4} days ago$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Selective' }).check();
  await pick(page, 'Selected currencies', 'euro', 'EUR Euro');
  await saveButton(page).click();
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Lapsed');
});

test('an entity saved without an id gets the next free one', async ({ page }) => {
  await openSession(page, 'admin');
  const name = uniqueName('Unnamed');
  await page.goto('/entity?type=F&open=new');
  await fillFranchise(page, '', name);
  await saveButton(page).click();
  await expect(page.getByText(`${name} has been saved.`)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`F\\d{4}.*${name}`) })).toBeVisible();
});

test('missing fields are named, by type, and the first one has the focus', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/entity?type=F&open=new');
  await saveButton(page).click();
  await expectMessage(
    page,
    'Please fill mandatory feilds: Name, Address line 1, Country, State, Controlling branch, Buy percentage',
  );
  await expect(field(page, 'Name')).toBeFocused();
  await expect(page.getByText('Please fill this in')).toHaveCount(6);
  await fillFranchise(page, uniqueId(), 'Zero');
  await field(page, 'Buy percentage').fill('0.00');
  await saveButton(page).click();
  await expectMessage(page, 'Please fill mandatory feilds: Buy percentage');
  await expect(field(page, 'Buy percentage')).toBeFocused();

  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/entity?type=S&open=new');
  await saveButton(page).click();
  await expectMessage(
    page,
    'Please fill mandatory feilds: Name, Address line 1, Country, State, Sell percentage',
  );
});

test('a wrong PAN is cleared and the field says why', async ({ page }) => {
  await openSession(page, 'admin');
  await open(page, 'B', 'PUN');
  await field(page, 'PAN').fill('abcde1234f');
  await field(page, 'Name').focus();
  await expect(field(page, 'PAN')).toHaveValue('');
  await expect(page.getByText('The PAN was cleared: it must have 5 letters')).toBeVisible();
  await field(page, 'PAN').fill('aabcb4521k');
  await field(page, 'Name').focus();
  await expect(field(page, 'PAN')).toHaveValue('AABCB4521K');
  await expect(page.getByText('The PAN was cleared')).toHaveCount(0);
});

test('a state belongs to its country, and a city to its state', async ({ page }) => {
  await openSession(page, 'admin');
  await open(page, 'F', 'GOA');
  await pick(page, 'State', 'Kerala');
  await expect(field(page, 'City')).toHaveValue('');
  await field(page, 'City').fill('Koch');
  await expect(page.getByRole('option', { name: 'Kochi' })).toBeVisible();
  await field(page, 'City').fill('Panaji');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('the second of two concurrent editors of an entity sees who changed what, and keeps their input', async ({
  page,
  context,
}) => {
  await openSession(page, 'admin');
  const id = await addFranchise(page, 'Bharuch Forex');
  const other = await context.newPage();
  await openSession(other, 'admin');
  await open(page, 'F', id);
  await open(other, 'F', id);

  await field(page, 'Contact person').fill('First');
  await field(page, 'Buy percentage').fill('0.80');
  await pick(page, 'Controlling branch', 'Pune Camp');
  await saveButton(page).click();
  await expect(page.getByText('Bharuch Forex has been saved.')).toBeVisible();

  await field(other, 'Contact person').fill('Second');
  await pick(other, 'Controlling branch', 'Delhi Connaught Place');
  await saveButton(other).click();
  const dialog = other.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(dialog).toContainText('Asha Rao');
  const changed = (label: string) => dialog.getByRole('row').filter({ hasText: label });
  await expect(changed('Contact person').getByRole('cell')).toHaveText(['(empty)', 'First', 'Second']);
  await expect(changed('Buy percentage').getByRole('cell')).toHaveText(['0.75', '0.80', '']);
  await expect(changed('Controlling branch').getByRole('cell')).toHaveText([
    'Mumbai Fort',
    'Pune Camp',
    'Delhi Connaught Place',
  ]);
  await expect(dialog.getByRole('row')).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect(field(other, 'Contact person')).toHaveValue('First');
  await other.getByRole('button', { name: 'Bring back mine' }).click();
  await expect(field(other, 'Contact person')).toHaveValue('Second');
  await saveButton(other).click();
  await expect(other.getByText('Bharuch Forex has been saved.')).toBeVisible();
});

test('each kind of document is shown or downloaded, and every file comes back unchanged', async ({
  page,
}) => {
  await openSession(page, 'admin');
  const id = await addFranchise(page, 'Navsari Forex');
  await open(page, 'F', id);
  const region = documents(page);
  const put = async (name: string, buffer: Buffer) => {
    await region
      .getByLabel('Choose files', { exact: true })
      .last()
      .setInputFiles({ name, mimeType: '', buffer });
    await region.getByRole('combobox', { name: `Kind of document of ${name}` }).fill('PAN');
    await page.getByRole('option', { name: 'PAN card' }).click();
    await region.getByRole('button', { name: 'Upload' }).click();
    await expect(region.getByText(`${name} has been uploaded.`)).toBeVisible();
  };
  const pictures: Readonly<Record<string, Buffer>> = {
    'a.jpg': await pictureSample('jpeg'),
    'b.jpeg': await pictureSample('jpeg'),
    'c.png': await pictureSample('png'),
    'd.tif': await pictureSample('tiff'),
    'e.gif': await pictureSample('gif'),
    'f.bmp': bitmapSample(),
  };
  for (const [name, bytes] of Object.entries(pictures)) {
    await put(name, bytes);
    await region.getByRole('button', { name: `View ${name}` }).click();
    const picture = region.getByRole('img', { name });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((shown): unknown => Reflect.get(shown, 'naturalWidth')))
      .toBeGreaterThan(1);
  }
  await put('g.pdf', pdfSample());
  await region.getByRole('button', { name: 'View g.pdf' }).click();
  await expect(region.locator('iframe[title="g.pdf"]')).toBeVisible();

  const word = await documentSample();
  await put('h.docx', word);
  await expect(region.getByRole('button', { name: 'View h.docx' })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('button', { name: 'Download h.docx' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('h.docx');
  expect((await readFile(await file.path())).equals(word)).toBe(true);

  await region.getByRole('button', { name: 'Remove h.docx' }).click();
  const ask = page.getByRole('dialog', { name: 'Remove this document?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(region.getByText('h.docx', { exact: true })).toBeVisible();
  await region.getByRole('button', { name: 'Remove h.docx' }).click();
  await ask.getByRole('button', { name: 'Remove' }).click();
  await expect(region.getByText('h.docx has been removed.')).toBeVisible();
  await expect(region.getByRole('button', { name: 'Download h.docx' })).toHaveCount(0);
});

test('an invalid document is refused with its text', async ({ page }) => {
  await openSession(page, 'admin');
  await open(page, 'B', 'BLR');
  const region = documents(page);
  const tooLarge = Buffer.concat([
    pdfSample(),
    Buffer.alloc(LARGEST_UPLOAD_BYTES + 1 - pdfSample().length, '\n'),
  ]);
  const refused: readonly (readonly [string, Buffer, string])[] = [
    ['program.pdf', windowsProgramSample(), 'The file is damaged or is not what its name says.'],
    ['two.dots.pdf', pdfSample(), '(.) not allowed in file name.'],
    ['large.pdf', tooLarge, 'Please select a file with in 10 MB size.'],
  ];
  for (const [name, buffer, text] of refused) {
    await region
      .getByLabel('Choose files', { exact: true })
      .last()
      .setInputFiles({ name, mimeType: '', buffer });
    await region.getByRole('button', { name: 'Upload' }).click();
    await expectMessage(page, 'Please pick the kind of document');
    // The browser's own viewer takes the focus when it opens, which discards the text typed so far.
    await expect(async () => {
      await region.getByRole('combobox', { name: `Kind of document of ${name}` }).fill('Bank');
      await page.getByRole('option', { name: 'Bank reference' }).click({ timeout: 2_000 });
    }).toPass();
    await region.getByRole('button', { name: 'Upload' }).click();
    await expectMessage(page, text);
    await region.getByRole('button', { name: `Discard ${name}` }).click();
  }
  await expect(region.getByText('No documents yet')).toBeVisible();
});

test('a file is dropped, its upload shows progress and can be cancelled', async ({ page }) => {
  await openSession(page, 'admin');
  await open(page, 'B', 'BLR');
  const region = documents(page);
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${pdfSample().toString('base64')}'), (char) => char.charCodeAt(0));
    const moved = new DataTransfer();
    moved.items.add(new File([bytes], 'dropped.pdf', { type: 'application/pdf' }));
    return moved;
  })()`);
  await region.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(region.getByText('dropped.pdf')).toBeVisible();
  await region.getByRole('combobox', { name: 'Kind of document of dropped.pdf' }).fill('Other');
  await page.getByRole('option', { name: 'Other' }).click();
  await page.route('**/api/upload_a.php', () => undefined);
  await region.getByRole('button', { name: 'Upload' }).click();
  await expect(region.getByRole('progressbar', { name: /^Uploading dropped.pdf/ })).toBeAttached();
  await region.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect(region.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expect(region.getByText('No documents yet')).toBeVisible();
});

test('the pages of a TIFF can be browsed', async ({ page }) => {
  await openSession(page, 'admin');
  await open(page, 'F', 'GOA');
  const region = documents(page);
  await region.getByRole('button', { name: 'View premises-goa.tif' }).click();
  await expect(region.getByText('Page 1 of 2')).toBeVisible();
  await region.getByRole('button', { name: 'Next page' }).click();
  await expect(region.getByText('Page 2 of 2')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('button', { name: 'Download premises-goa.tif' }).click(),
  ]);
  const original = DEMO_DOCUMENTS.find(({ name }) => name === 'premises-goa.tif');
  expect((await readFile(await file.path())).equals(original!.bytes)).toBe(true);
});

test('with the query right alone a branch manager looks at what is in reach, and at nothing else', async ({
  page,
}) => {
  await openSession(page, 'bm.mum');
  await page.goto('/entity?type=F');
  await expect(page.getByRole('row').filter({ hasText: 'Goa Panjim Forex' })).toBeVisible();
  await expect(page.getByText('Jaipur Pink City Exchange')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await page.getByRole('row').filter({ hasText: 'Goa Panjim Forex' }).click();
  await expect(page.getByText('You can see this record but not change it.')).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
  await expect(documents(page).getByRole('button', { name: 'View agreement-goa.pdf' })).toBeVisible();
  await expect(documents(page).getByText('Choose files')).toHaveCount(0);
  await page.goto('/entity?type=F&open=JAI');
  await expect(page.getByText('There is no such record.')).toBeVisible();
  await page.goto('/contract?id=JAI');
  await expect(page.getByText('There is no such record.')).toBeVisible();
});

test('the export contains the rows of the shown type', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/entity?type=S');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('councilors.xlsx');
  const sheet = XLSX.read(await readFile(await file.path())).Sheets['Councilors'];
  const rows = XLSX.utils.sheet_to_json<Record<string, string>>(sheet!);
  expect(rows).toContainEqual(expect.objectContaining({ 'Entity id': 'COUN1', PAN: 'XXXXXX318D' }));
});

test('the agreement sheet of a franchise is chosen and printed on one page', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/contract');
  // A sheet with many documents has a second page.
  await pick(page, 'Franchise', 'Kochi', 'Kochi Marine Drive Forex');
  await expect(page).toHaveURL(/id=KOC/);
  const sheet = page.getByRole('article', { name: 'Agreement sheet' });
  for (const text of ['Sahyadri Forex', 'Kochi Marine Drive Forex', 'Bengaluru MG Road', 'FRN/BLR/KOC/0231'])
    await expect(sheet).toContainText(text);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('an entity is added by keyboard alone', async ({ page }) => {
  await openSession(page, 'admin');
  await page.goto('/entity?type=B');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await pressCreate(page);
  await expect(field(page, 'Entity id')).toBeFocused();
  const id = uniqueId();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  await type(id);
  await type('AABCB4521K');
  await type('Keyboard Branch');
  await page.keyboard.press('Tab');
  await type('1 Keyboard Lane');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  for (const [label, name] of [
    ['Country', 'India'],
    ['State', 'Goa'],
  ] as const) {
    await expect(field(page, label)).toBeFocused();
    await typeChoice(page, name, name);
    await expect(field(page, label)).toHaveValue(name);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Keyboard Branch has been saved.')).toBeVisible();
});

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  list: async (page) => {
    await page.goto('/entity?type=F');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
  },
  'form with a document shown': async (page) => {
    await open(page, 'F', 'GOA');
    await documents(page).getByRole('button', { name: 'View pan-card-goa.png' }).click();
    await expect(documents(page).locator('img')).toBeVisible();
  },
  'form, marked': async (page) => {
    await page.goto('/entity?type=F&open=new');
    await saveButton(page).click();
    await expectMessage(page, 'Please fill mandatory feilds');
  },
  'agreement sheet': async (page) => {
    await page.goto('/contract?id=GOA');
    await expect(page.getByRole('article')).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(STATES))
  test(`entity, ${name}: axe finds no violation`, async ({ page }) => {
    await openSession(page, 'admin');
    await reach(page);
    await expectAccessible(page);
  });
