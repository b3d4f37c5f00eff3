import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { confirmPassword, expect, test } from './support.ts';

const business = ownBusiness(async () => ({ MAKER_CHECKER: 'users' }));

test('a change of a user waits on home until a second administrator approves it', async ({ page }) => {
  await business.database.admin.query(
    `update access.account set right_group = (select right_group from access.account where user_id = 'admin')
     where user_id = 'cm.ho'`,
  );
  const { rows } = await business.database.admin.query<{ srno: number }>(
    `select srno from access.account where user_id = 'sales.mum'`,
  );
  await business.open(page, 'admin', `/user-list?open=${rows[0]?.srno}`);
  await page.getByLabel(/^Mobile/).fill('9876512345');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Another user must approve this change.')).toBeVisible();
  await expectAccessible(page);

  await business.open(page, 'cm.ho', '/home');
  await page.getByRole('link', { name: /Changes to approve/ }).click();
  await expect(page).toHaveURL(/\/proposals$/);
  const row = page.getByRole('table', { name: 'Changes to Approve' }).getByRole('row').nth(1);
  await expect(row).toContainText('User');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Mobile/ })).toContainText('9876512345');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await confirmPassword(page);
  await expect(page.getByText('Approved. The change is made.')).toBeVisible();
  const { rows: changed } = await business.database.admin.query<{ mobile: string }>(
    `select mobile from access.account where user_id = 'sales.mum'`,
  );
  expect(changed[0]?.mobile).toBe('9876512345');

  // A reset of second factors waits likewise, and says whose they are.
  await business.open(page, 'admin', `/user-list?open=${rows[0]?.srno}`);
  await page.getByRole('button', { name: 'Reset second factors' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await confirmPassword(page);
  await expect(page.getByText('Another user must approve this change.')).toBeVisible();
  await business.open(page, 'cm.ho', '/proposals');
  await row.filter({ hasText: '(sales.mum)' }).click();
  await expect(dialog.getByText('Reset second factor')).toBeVisible();
  await expect(dialog.getByText(/\(sales\.mum\)$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved. The change is made.')).toBeVisible();
});
