import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { documentSample, pdfSample, pictureSample, windowsProgramSample } from '../tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { activity } from './desk.ts';
import {
  addDollars,
  addPayment,
  button,
  expectSubmitted,
  field,
  fillBasic,
  passport,
} from './requestform.ts';
import { expect, expectMessage, test } from './support.ts';

const business = ownBusiness();
const saved: typeof business.saved = (...given) => business.saved(...given);

const panel = (page: Page) => page.getByRole('region', { name: 'Documents' });

/** Opens the form of a draft, or the detail of any request. */
async function open(page: Page, screen: 'newfxrequest' | 'requestdetail', srno: number): Promise<Locator> {
  await business.open(page, 'sales.mum', `/${screen}?srno=${srno}`);
  await expect(panel(page)).toBeVisible();
  return panel(page);
}

const choose = (region: Locator, ...files: readonly { readonly name: string; readonly buffer: Buffer }[]) =>
  region
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles(files.map((file) => ({ mimeType: '', ...file })));

async function setKind(region: Locator, file: string, kind: string): Promise<void> {
  await region.getByRole('combobox', { name: `Kind of document of ${file}` }).fill(kind);
  await region.getByRole('option', { name: kind }).click();
}

test('several documents are dropped, get their kinds, and are uploaded, viewed, downloaded and removed', async ({
  page,
}) => {
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  await expect(region.getByText('No documents yet')).toBeVisible();
  const picture = await pictureSample('png');
  const files = { 'passport.pdf': pdfSample(), 'visa.png': picture, 'letter.docx': await documentSample() };
  const written = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]);
  const transfer = await page.evaluateHandle(`(() => {
    const moved = new DataTransfer();
    for (const [name, base64] of ${JSON.stringify(written)})
      moved.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    return moved;
  })()`);
  await region.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(region.getByRole('list', { name: 'Documents to upload' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await setKind(region, 'passport.pdf', 'Passport');
  await setKind(region, 'visa.png', 'Visa');
  await setKind(region, 'letter.docx', 'Other');
  await region.getByRole('textbox', { name: 'Remark on visa.png' }).fill('Schengen');
  await region.getByRole('button', { name: 'Preview visa.png' }).click();
  await expect(region.getByRole('img', { name: 'visa.png' })).toBeVisible();
  await region.getByRole('button', { name: 'Upload 3 documents' }).click();
  await expect(region.getByText('3 documents have been uploaded.')).toBeVisible();

  const row = region.getByRole('row').filter({ hasText: 'visa.png' });
  for (const text of ['Visa', 'Schengen', 'Sneha Patil']) await expect(row).toContainText(text);
  await region.getByRole('button', { name: 'View visa.png' }).click();
  await expect(region.getByRole('img', { name: 'visa.png' })).toBeVisible();
  await region.getByRole('button', { name: 'View passport.pdf' }).click();
  await expect(region.locator('iframe[title="passport.pdf"]')).toBeVisible();
  await expect(region.getByRole('button', { name: 'View letter.docx' })).toHaveCount(0);
  const [file] = await Promise.all([
    // A browser without a viewer of PDFs downloads the one that is shown, perhaps as late as now.
    page.waitForEvent('download', (each) => each.suggestedFilename() === 'letter.docx'),
    region.getByRole('button', { name: 'Download letter.docx' }).click(),
  ]);
  expect((await readFile(await file.path())).equals(files['letter.docx'])).toBe(true);

  await region.getByRole('button', { name: 'Remove letter.docx' }).click();
  const ask = page.getByRole('dialog', { name: 'Remove this document?' });
  await ask.getByRole('button', { name: 'Remove' }).click();
  await expect(region.getByText('letter.docx has been removed.')).toBeVisible();
  await page.reload();
  await expect(region.getByRole('button', { name: 'Download visa.png' })).toBeVisible();
  await expect(region.getByText('letter.docx')).toHaveCount(0);
});

test('the specified refusals are shown before anything is sent', async ({ page }) => {
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  let sent = 0;
  await page.route('**/api/upload_a.php', (route) => {
    sent += 1;
    return route.continue();
  });
  const send = () => region.getByRole('button', { name: 'Upload', exact: true }).click();
  await send();
  await expectMessage(page, 'Please select a file to upload.');

  await choose(region, { name: 'two.dots.pdf', buffer: pdfSample() });
  await page.getByRole('link', { name: 'New Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click();
  await send();
  await expectMessage(page, 'Please fill document name.');
  await expect(region.getByRole('combobox', { name: 'Kind of document of two.dots.pdf' })).toBeFocused();
  await setKind(region, 'two.dots.pdf', 'Passport');
  await send();
  await expectMessage(page, '(.) not allowed in file name.');
  await region.getByRole('button', { name: 'Discard two.dots.pdf' }).click();

  await choose(region, { name: 'large.pdf', buffer: Buffer.alloc(10_485_761, 'x') });
  await setKind(region, 'large.pdf', 'Passport');
  await send();
  await expectMessage(page, 'Please select a file with in 10 MB size.');
  await region.getByRole('button', { name: 'Discard large.pdf' }).click();
  expect(sent).toBe(0);

  await choose(region, { name: 'program.pdf', buffer: windowsProgramSample() });
  await setKind(region, 'program.pdf', 'Passport');
  await send();
  await expectMessage(page, 'The file is damaged or is not what its name says.');
  expect(sent).toBe(1);
  await expect(region.getByText('No documents yet')).toBeVisible();
  await region.getByRole('button', { name: 'Discard program.pdf' }).click();

  // A refused file does not hold another back, and says why it stays.
  await choose(region, { name: 'good.pdf', buffer: pdfSample() });
  await setKind(region, 'good.pdf', 'Passport');
  await choose(region, { name: 'two.dots.pdf', buffer: pdfSample() });
  await setKind(region, 'two.dots.pdf', 'Visa');
  await region.getByRole('button', { name: 'Upload 2 documents' }).click();
  await expectMessage(page, '(.) not allowed in file name.');
  await expect(region.getByRole('button', { name: 'Discard two.dots.pdf' })).toBeFocused();
  await expect(region.getByRole('row').filter({ hasText: 'good.pdf' })).toContainText('Passport');
  await expect(region.getByText('(.) not allowed in file name.')).toBeVisible();
  expect(sent).toBe(2);
});

test('an upload shows its progress and can be cancelled', async ({ page }) => {
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  await choose(region, { name: 'slow.pdf', buffer: pdfSample() });
  await setKind(region, 'slow.pdf', 'Ticket');
  await page.route('**/api/upload_a.php', () => undefined);
  await region.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(region.getByRole('progressbar', { name: /^Uploading slow.pdf/ })).toBeAttached();
  await region.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect(region.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
  await expect(region.getByText('No documents yet')).toBeVisible();
});

test('an upload whose answer was lost is sent again and is there once', async ({ page }) => {
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  await choose(region, { name: 'lost.pdf', buffer: pdfSample() });
  await setKind(region, 'lost.pdf', 'Ticket');
  await page.route(
    '**/api/upload_a.php',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const send = region.getByRole('button', { name: 'Upload', exact: true });
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await send.click();
  await expect(region.getByText('lost.pdf has been uploaded.')).toBeVisible();
  await expect(region.getByRole('button', { name: 'View lost.pdf' })).toHaveCount(1);
});

test('documents of a submitted request are added and viewed in its detail, and cannot be removed', async ({
  page,
}) => {
  const region = await open(page, 'requestdetail', await saved());
  await choose(region, { name: 'receipt.png', buffer: await pictureSample('png') });
  await page.getByRole('link', { name: 'New Request' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay on this page' }).click();
  // A closing dialog restores the focus, which would close a list that is opened meanwhile.
  await expect(leaving).toBeHidden();
  await setKind(region, 'receipt.png', 'Bank proof of payment');
  await region.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(region.getByText('receipt.png has been uploaded.')).toBeVisible();
  await expect(region.getByRole('button', { name: 'View receipt.png' })).toBeVisible();
  await expect(region.getByRole('button', { name: 'Remove receipt.png' })).toHaveCount(0);
  // The document and the log line about its upload are one entry.
  await expect(activity(page).getByRole('listitem').filter({ hasText: 'receipt.png' })).toHaveCount(1);
});

test('a document is photographed on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  const camera = region.locator('input[capture="environment"]');
  await expect(region.getByRole('button', { name: 'Take a photo' })).toBeVisible();
  await camera.setInputFiles({
    name: 'image.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureSample('jpeg'),
  });
  await setKind(region, 'image.jpg', 'Passport');
  await region.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(region.getByText('image.jpg has been uploaded.')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('axe finds no violation with documents waiting, uploaded and viewed', async ({ page }) => {
  const region = await open(page, 'requestdetail', await saved({ reqDraftFinal: 'D' }));
  await choose(region, { name: 'scan.png', buffer: await pictureSample('png') });
  await region.getByRole('button', { name: 'Preview scan.png' }).click();
  await expectAccessible(page);
  await region.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectMessage(page, 'Please fill document name.');
  await setKind(region, 'scan.png', 'Visa');
  await region.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(region.getByText('scan.png has been uploaded.')).toBeVisible();
  await region.getByRole('button', { name: 'View scan.png' }).click();
  await expect(region.getByRole('img', { name: 'scan.png' })).toBeVisible();
  await expectAccessible(page);
});

/** Replies with a proxy's page, once, to the upload of one file. */
async function breakOnce(page: Page, fileName: string): Promise<void> {
  let isBroken = true;
  await page.route('**/api/upload_a.php', (route) => {
    if (!isBroken || !route.request().postDataBuffer()?.includes(fileName)) return route.continue();
    isBroken = false;
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });
}

/** Opens a new request with two documents, one of which still needs its kind. */
async function openNewWithDocuments(page: Page): Promise<Locator> {
  await business.open(page, 'sales.mum', '/newfxrequest');
  const region = panel(page);
  await choose(
    region,
    { name: 'passport.pdf', buffer: pdfSample() },
    { name: 'scan.png', buffer: await pictureSample('png') },
  );
  await expect(region.getByText('Documents chosen here are uploaded with Draft and Final.')).toBeVisible();
  await expect(region.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
  // The name of the first one suggests its kind.
  await expect(region.getByRole('combobox', { name: 'Kind of document of passport.pdf' })).toHaveValue(
    'Passport',
  );
  return region;
}

test('001 §2, 000 §7: documents chosen on a new request are uploaded with its first save, and a failed one is retried', async ({
  page,
}) => {
  const region = await openNewWithDocuments(page);
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/newfxrequest_a.php') && request.postData()?.includes('2=save')) saves += 1;
  });
  const draft = page.getByRole('button', { name: 'Draft', exact: true });
  await draft.click();
  await expectMessage(page, 'Please fill document name.');
  await expect(region.getByRole('combobox', { name: 'Kind of document of scan.png' })).toBeFocused();
  expect(saves).toBe(0);
  await setKind(region, 'scan.png', 'Visa');
  await breakOnce(page, 'passport.pdf');
  await draft.dblclick();
  await expectMessage(page, 'Upload error. Try again.');
  const retry = region.getByRole('button', { name: 'Try again to upload passport.pdf' });
  await expect(retry).toBeFocused();
  await expect(page).toHaveURL(/srno=\d+/);
  await expect(region.getByRole('button', { name: 'View scan.png' })).toBeVisible();
  await expect(region.getByRole('listitem')).toHaveCount(1);
  await expect(region.getByRole('listitem')).toContainText('passport.pdf');
  await expect(region.getByRole('listitem')).toContainText('Upload error. Try again.');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'New Request' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay on this page' }).click();
  await retry.click();
  await expect(region.getByText('passport.pdf has been uploaded.')).toBeVisible();
  await expect(region.getByRole('listitem')).toHaveCount(0);
  await page.reload();
  for (const name of ['passport.pdf', 'scan.png'])
    await expect(region.getByRole('button', { name: `View ${name}` })).toHaveCount(1);
  expect(saves).toBe(1);
});

test('001 §2: a request that is submitted at once keeps its form until every document is uploaded', async ({
  page,
}) => {
  const region = await openNewWithDocuments(page);
  await setKind(region, 'scan.png', 'Visa');
  await fillBasic(page, 'Meera Nair', passport());
  await addDollars(page);
  await addPayment(page, '53631');
  await breakOnce(page, 'scan.png');
  await button(page, 'Final').click();
  await expectMessage(page, 'Upload error. Try again.');
  const held = page.getByText(
    /^Request \d+ is submitted\. A document is not uploaded yet\. Upload it or discard it\.$/,
  );
  await expect(held).toBeVisible();
  await expect(field(page, 'Traveller Name')).toBeDisabled();
  await expect(button(page, 'Final')).toHaveCount(0);
  await region.getByRole('button', { name: 'Try again to upload scan.png' }).click();
  await expectSubmitted(page);
  await expect(page.getByText('2 documents have been uploaded.')).toBeVisible();
  await expect(field(page, 'Traveller Name')).toHaveValue('');
  await page.getByRole('status').getByRole('link').click();
  for (const name of ['passport.pdf', 'scan.png'])
    await expect(panel(page).getByRole('button', { name: `View ${name}` })).toHaveCount(1);
});

test('001 §2: Draft and Final upload the documents of a continued draft and of a request that was sent back', async ({
  page,
}) => {
  const srno = await saved({ reqDraftFinal: 'D' });
  const region = await open(page, 'newfxrequest', srno);
  const checklist = page.getByRole('region', { name: 'Document checklist' });
  await expect(checklist.getByRole('button', { name: 'Choose Passport' })).toBeVisible();
  await choose(region, { name: 'passport.pdf', buffer: pdfSample() });
  // It is in the list of documents, so that the checklist names it no more; no button uploads it by itself.
  await expect(checklist).not.toContainText('Passport');
  await expect(region.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
  await button(page, 'Draft').click();
  await expect(region.getByText('passport.pdf has been uploaded.')).toBeVisible();
  await expect(page.getByText(`The draft is saved as request ${srno}.`)).toBeVisible();
  // It is among the documents of the request at once, so that nobody uploads it again.
  await expect(region.getByRole('button', { name: 'View passport.pdf' })).toHaveCount(1);
  await expect(checklist).not.toContainText('Passport');

  await choose(region, { name: 'pan.pdf', buffer: pdfSample() });
  await setKind(region, 'pan.pdf', 'PAN card');
  await button(page, 'Final').click();
  await page.waitForURL(/requestdetail/);
  await expect(page.getByText(`Request ${srno}: The request is submitted.`)).toBeVisible();

  const reply = await business.ask(
    'bm.mum',
    'fxrequest_a.php',
    'UNLOCK',
    String(srno),
    JSON.stringify({ reason: 'The ticket is missing.' }),
  );
  expect(reply.err).toBe('');
  await open(page, 'newfxrequest', srno);
  await choose(region, { name: 'ticket.pdf', buffer: pdfSample() });
  await button(page, 'Final').click();
  await page.waitForURL(/requestdetail/);
  await page.goto(`${business.url}/requestdetail?srno=${srno}`);
  for (const name of ['passport.pdf', 'pan.pdf', 'ticket.pdf'])
    await expect(panel(page).getByRole('button', { name: `View ${name}` })).toHaveCount(1);
});
