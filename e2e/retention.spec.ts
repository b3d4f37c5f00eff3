import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { expect, test, typeChoice } from './support.ts';

const business = ownBusiness();
const EMAIL = 'asked@customer.example';
const PHONE = { width: 390, height: 844 };

const found = (page: Page) => page.getByRole('table', { name: 'Requests of this person' });

async function findPerson(page: Page): Promise<void> {
  // A dialog closes after the lists behind it have been loaded again.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Known by' }).focus();
  await typeChoice(page, 'e-m', 'E-mail');
  await page.getByLabel(/^Number or address/).fill(EMAIL);
  await page.keyboard.press('Enter');
  await expect(found(page)).toBeVisible();
}

test('an administrator sees the rules, holds a person, and erases what no law keeps', async ({ page }) => {
  const deal = await business.saved({ reqEmail: EMAIL, reqTravName: 'Dealt Person' });
  const draft = await business.saved({ reqEmail: EMAIL, reqTravName: 'Drafted Person', reqDraftFinal: 'D' });
  await business.open(page, 'admin', '/retention');
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText('5 years');
  await expect(page.getByText('Nothing has been old enough to be removed.')).toBeVisible();
  await expectAccessible(page);

  await findPerson(page);
  const rowOf = (srno: number) => found(page).getByRole('row', { name: new RegExp(`^${srno} `) });
  await expect(rowOf(deal)).toContainText('Kept by law');
  await expect(rowOf(draft)).toContainText('May be erased');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const holding = page.getByRole('dialog', { name: 'Hold the data of this person?' });
  await holding.getByLabel(/^Reason/).fill('A dispute');
  await holding.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The hold is in force.' })).toBeVisible();
  await findPerson(page);
  await expect(rowOf(draft)).toContainText('On hold');
  await page.getByRole('button', { name: `End hold: ${EMAIL}` }).click();
  await page
    .getByRole('dialog', { name: 'End this hold?' })
    .getByRole('button', { name: 'End hold' })
    .click();
  await expect(page.getByText('No person is on hold.')).toBeVisible();

  await findPerson(page);
  await expect(rowOf(draft)).toContainText('May be erased');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await file).suggestedFilename()).toBe('person.json');
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Erase the data of this person?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 request erased, 1 is kept.' })).toBeVisible();
  await expect(found(page)).not.toContainText('Drafted Person');
  await expect(found(page)).toContainText('Dealt Person');

  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    PHONE.width,
  );
});

test('a request stays on hold when its number is taken out, and the list of holds names it', async ({
  page,
}) => {
  const email = 'held@customer.example';
  const draft = await business.saved({ reqEmail: email, reqDraftFinal: 'D' });
  const hold = { kind: 'email', value: email, reason: 'A dispute' };
  expect((await business.ask('admin', 'retention_a.php', 'hold', JSON.stringify(hold))).err).toBe('');
  await business.saved({ reqEmail: 'other@customer.example', reqSrNo: draft, reqDraftFinal: 'D' });
  await business.open(page, 'admin', '/retention');
  const row = page.getByRole('table', { name: 'Holds' }).getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText(`Taken out of request ${draft}; still on hold`);
  await expectAccessible(page);
});

test('an administrator decides a rule, and is told what a shorter one removes', async ({ page }) => {
  await business.open(page, 'admin', '/retention');
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('combobox', { name: 'Records' }).focus();
  await typeChoice(page, 'drafts of', 'Drafts of requests that nobody has touched');
  await expect(dialog).toContainText('Now 180 days; at least 1 day.');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog.getByText('Please fill this in.')).toHaveCount(2);
  await expect(dialog.getByLabel(/^Days/)).toBeFocused();
  await dialog.getByLabel(/^Days/).fill('90');
  await expect(dialog).toContainText('A longer rule later does not bring them back.');
  await dialog.getByLabel(/^From/).fill('31/12/2099');
  await dialog.getByLabel(/^Reason/).fill('Decided by the board');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The rule is saved.' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: /^Drafts of/ }),
  ).toContainText('90 days from 31/12/2099');
});
