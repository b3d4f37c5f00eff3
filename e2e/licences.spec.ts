import type { Page } from '@playwright/test';
import type { CaughtMail } from '../tools/catcher/caught.ts';
import {
  addFranchisee,
  addKey,
  addLicenceDocuments,
  type TestFranchisee,
} from '../tools/testing/licences.ts';
import { pdfSample, pictureSample } from '../tools/testing/samples.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { BASE_URL, expect, expectMessage, MAILS_URL, openSession, test } from './support.ts';

/** Franchise licences: the renewal page without a session, and the decisions of head office. */
const business = ownBusiness();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.beforeAll(async () => {
  // The documents of the demo business are in nobody's way here.
  await business.database.admin.query('update masters.entity_document set removed_at = now()');
});

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const rows = (page: Page) =>
  page.getByRole('table', { name: 'KYC Approval' }).locator('tbody tr[data-index]');
const rowOf = (page: Page, document: string) => rows(page).filter({ hasText: document });
const pdf = (name = 'paper.pdf') => ({ name, mimeType: 'application/pdf', buffer: pdfSample() });

async function choose(page: Page, document: string, file = pdf()): Promise<void> {
  await card(page, document).getByLabel(`Choose a file for ${document}`).last().setInputFiles(file);
}
async function send(page: Page, document: string, file = pdf()): Promise<void> {
  await choose(page, document, file);
  await card(page, document)
    .getByRole('button', { name: `Upload ${document}` })
    .click();
  await expect(page.getByText(`${document} is uploaded.`)).toBeVisible();
}
const noOverflow = async (page: Page, width: number) =>
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

/** Approves or rejects the open document by keyboard, as the question asks. */
async function approve(page: Page): Promise<void> {
  await page.keyboard.press('a');
  const ask = page.getByRole('dialog', { name: 'Approve this document?' });
  await ask.getByRole('button', { name: 'Yes' }).click();
  await expect(ask).toHaveCount(0);
}

test('the renewal mail of Goa is opened on a phone, and its link opens the page', async ({
  page,
  request,
}) => {
  // The demo itself runs a worker, which mails the link.
  await openSession(page, 'cm.ho');
  await page.goto('/entity?type=F&open=GOA');
  const panel = page.getByRole('region', { name: 'Licence renewal' });
  await panel.getByRole('button', { name: /^Send/ }).click();
  await page
    .getByRole('dialog', { name: 'Send a new link?' })
    .getByRole('button', { name: 'Send a new link' })
    .click();
  await expect(panel.getByText('The link is on its way.')).toBeVisible();
  const link = async () => {
    const mails = (await (await request.get(MAILS_URL)).json()) as CaughtMail[];
    const mail = mails.find(
      ({ to, text }) => to.includes('goa@panjimforex.example') && text.includes('/renewal-documents/'),
    );
    return /http\S+\/renewal-documents\/[\w-]{32}/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(link).toMatch(/^http/);
  await expect(panel.getByText(/^Sent .* by Meera Nair\./)).toBeVisible();
  await page.setViewportSize(PHONE);
  const response = await page.goto((await link()).replace(/^https?:\/\/[^/]+/, BASE_URL));
  expect(response?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  await expect(page.getByRole('heading', { name: 'Upload Documents' })).toBeVisible();
  await expect(page.getByText('Goa Panjim Forex')).toBeVisible();
  await expect(page).toHaveTitle(/Licence Renewal/);

  // Ending the link ends the page at once.
  await page.setViewportSize(DESKTOP);
  await page.goto('/entity?type=F&open=GOA');
  await panel.getByRole('button', { name: 'End the link' }).click();
  await page
    .getByRole('dialog', { name: 'End this link?' })
    .getByRole('button', { name: 'End the link' })
    .click();
  await expect(panel.getByText('No link is active.')).toBeVisible();
  await page.goto((await link()).replace(/^https?:\/\/[^/]+/, BASE_URL));
  await expect(page.getByText('This link is not valid. Please ask for a new one.')).toBeVisible();
});

test('four documents are sent on a phone, one is removed; head office approves two and rejects one, which is sent again', async ({
  page,
}) => {
  const { admin } = business.database;
  const franchisee = await addFranchisee(admin, { email: 'f@f.example' });
  const address = `${business.url}/renewal-documents/${await addKey(admin, franchisee.srno)}`;
  await page.setViewportSize(PHONE);
  await page.goto(address);
  await expect(page.getByText('0 of 6 approved.')).toBeVisible();
  await expect(page.getByText('6 are still needed.')).toBeVisible();
  await expectAccessible(page);
  await noOverflow(page, PHONE.width);

  // Wrong first: the browser says what is wrong and sends nothing.
  await choose(page, 'PAN card', pdf('pan.card.pdf'));
  await expectMessage(page, '(.) not allowed in file name.');
  await expect(card(page, 'PAN card')).toBeFocused();
  await expect(card(page, 'PAN card').getByRole('alert')).toHaveText('(.) not allowed in file name.');
  await choose(page, 'PAN card', { ...pdf(), buffer: Buffer.alloc(10_485_761) });
  await expectMessage(page, 'Please select a file with in 10 MB size.');
  await expect(card(page, 'PAN card').getByRole('alert')).toHaveText(
    'Please select a file with in 10 MB size.',
  );

  const photo = { name: 'IMG_2041.png', mimeType: 'image/png', buffer: await pictureSample('png') };
  await send(page, 'RBI licence');
  await send(page, 'PAN card', photo);
  await send(page, 'GST registration');
  await send(page, 'Address proof of the premises');
  await expect(card(page, 'PAN card')).toContainText('Already Uploaded');
  const address6 = card(page, 'Address proof of the premises');
  await expect(address6).toBeFocused();
  await address6.getByRole('button', { name: 'REMOVE' }).click();
  await expect(address6.getByRole('button', { name: 'No' })).toBeFocused();
  await address6.getByRole('button', { name: 'Yes' }).click();
  await expect(address6).toContainText('Missing');
  await expect(address6).toBeFocused();

  await page.setViewportSize(DESKTOP);
  await business.open(page, 'cm.ho', `/franchise-licensedoc?entity=${franchisee.id}`);
  await expect(rows(page)).toHaveCount(3);
  const panel = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} of`) });
  await expect(panel('RBI licence')).toBeVisible();
  await expect(panel('RBI licence').locator('iframe')).toBeVisible();
  // Requests wait for this user too, and the title counts everything.
  const waiting = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
  await expect(page.getByRole('link', { name: 'KYC Approval 3' })).toBeVisible();
  const all = await waiting();
  await approve(page);
  await expect(rowOf(page, 'RBI licence')).toContainText('Approved');
  // The next pending document is open, and its row has the focus.
  await expect(panel('PAN card').locator('img')).toBeVisible();
  await expect(rowOf(page, 'PAN card')).toBeFocused();
  await page.keyboard.press('r');
  const ask = page.getByRole('dialog', { name: 'Reject this document?' });
  await ask.getByRole('button', { name: 'Yes' }).click();
  await expect(ask).toContainText('Please fill rejection reason.');
  await ask.getByLabel('Reason for rejection').fill('The number cannot be read.');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'PAN card')).toContainText('Rejected');
  await expect(panel('GST registration')).toBeVisible();
  await panel('GST registration').getByLabel('Valid until').fill('31/12/2099');
  await panel('GST registration').getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Nothing is pending any more.')).toBeVisible();
  await expect(rowOf(page, 'GST registration')).toBeFocused();
  await expect.poll(waiting).toBe(all - 3);

  await page.setViewportSize(PHONE);
  await page.goto(address);
  await expect(card(page, 'RBI licence')).toContainText('APPROVED');
  await expect(card(page, 'RBI licence').getByRole('button')).toHaveCount(0);
  await expect(card(page, 'GST registration')).toContainText('Valid until 31/12/2099.');
  // What needs the franchisee comes first.
  await expect(
    page.getByRole('list', { name: 'Required documents' }).getByRole('listitem').first(),
  ).toContainText('The number cannot be read.');
  await send(page, 'PAN card', photo);
  await expect(card(page, 'PAN card')).toContainText('Already Uploaded. Being checked.');
  await expect(card(page, 'PAN card').getByRole('button', { name: 'REMOVE' })).toBeVisible();
  await expectAccessible(page);
});

test('a decision that came too late shows how the document stands', async ({ page }) => {
  const { admin } = business.database;
  const franchisee = await addFranchisee(admin);
  const [lineno = 0] = await addLicenceDocuments(admin, franchisee.srno, [1]);
  await business.open(page, 'cm.ho', `/franchise-licensedoc?entity=${franchisee.id}`);
  await expect(rows(page)).toHaveCount(1);
  const decision = {
    lineno,
    status: 'R',
    entity: franchisee.id,
    franchiseFilter: '',
    statusFilter: '',
    rejectionReason: 'No',
  };
  expect(
    (await business.ask('admin', 'franchise_a.php', 'confirmapprove', JSON.stringify(decision))).err,
  ).toBe('');
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  const message = page.getByRole('dialog', { name: 'Please check' });
  await expect(message).toContainText('This record was changed by Asha Rao meanwhile.');
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(rowOf(page, 'RBI licence')).toContainText('Rejected');
});

test('who may only look finds neither Approve nor Reject, and ids are for user number 1', async ({
  page,
}) => {
  const { admin } = business.database;
  await admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'FRANCHISEDOC', true, false, false from access.right_group where name = 'Branch manager'`,
  );
  const franchisee: TestFranchisee = await addFranchisee(admin);
  await addLicenceDocuments(admin, franchisee.srno, [1]);
  await business.open(page, 'bm.mum', `/franchise-licensedoc?entity=${franchisee.id}`);
  await rows(page).first().click();
  await expect(page.getByRole('region', { name: /^RBI licence of/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Entity Id' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeFocused();
  await page.goto(`${business.url}/entity?type=F&open=${franchisee.id}`);
  await expect(
    page
      .getByRole('region', { name: 'Public card' })
      .or(page.getByRole('heading', { name: 'Documents' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Licence renewal' })).toHaveCount(0);
  await business.open(page, 'admin', `/franchise-licensedoc?entity=${franchisee.id}`);
  const id = page.getByRole('columnheader', { name: 'Entity Id' });
  await expect(id).toBeVisible();
  await rows(page).first().click();
  await expect(page).toHaveURL(/lineno=/);
  await expect(id).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expect(id).toBeVisible();
  await page.setViewportSize(DESKTOP);
});

test('the approval screen works by keyboard alone, on a desktop and on a phone, and axe finds nothing', async ({
  page,
}) => {
  const { admin } = business.database;
  const franchisee = await addFranchisee(admin);
  await addLicenceDocuments(admin, franchisee.srno, [1, 2]);
  await business.open(page, 'cm.ho', `/franchise-licensedoc?entity=${franchisee.id}`);
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('region', { name: /^Franchise agreement of/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await noOverflow(page, PHONE.width);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
});

test('required documents are changed for one entity, and the page asks for them', async ({ page }) => {
  const { admin } = business.database;
  const franchisee = await addFranchisee(admin, { email: 'f@f.example' });
  const key = await addKey(admin, franchisee.srno);
  await business.open(page, 'admin', `/entity?type=F&open=${franchisee.id}`);
  const panel = page.getByRole('region', { name: 'Licence renewal' });
  await panel.getByText('Required documents').click();
  await panel.getByRole('checkbox', { name: 'Police verification' }).check();
  await expect(panel.getByText('Police verification is required now.')).toBeVisible();
  await panel.getByRole('checkbox', { name: 'RBI licence' }).uncheck();
  await expect(panel.getByText('RBI licence is no longer required.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${business.url}/renewal-documents/${key}`);
  await expect(card(page, 'Police verification')).toBeVisible();
  await expect(card(page, 'RBI licence')).toHaveCount(0);
});

test('a link that does not work says so, alike for every reason', async ({ page }) => {
  const { admin } = business.database;
  const { srno } = await addFranchisee(admin);
  const { rows } = await admin.query<{ contact1: string }>('select contact1 from masters.company');
  const contact = rows[0]?.contact1 ?? '';
  expect(contact).not.toBe('');
  for (const key of [
    'x',
    'A'.repeat(32),
    await addKey(admin, srno, 'expired'),
    await addKey(admin, srno, 'revoked'),
  ]) {
    await page.goto(`${business.url}/renewal-documents/${key}`);
    await expect(page.getByRole('alert')).toHaveText('This link is not valid. Please ask for a new one.');
    await expect(page.getByRole('contentinfo', { name: 'Contact' })).toContainText(contact);
  }
  await expectAccessible(page);
});
