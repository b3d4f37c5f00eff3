import type { Page } from '@playwright/test';
import { startCatcher } from '../tools/catcher/catcher.ts';
import { freePort } from '../tools/testing/free-port.ts';
import { expectAccessible } from './axe.ts';
import { ownBusiness } from './business.ts';
import { expect, test, typeChoice } from './support.ts';

let smtpPort: number;
/** Its mail server is down until a journey starts it. */
const business = ownBusiness(async () => {
  smtpPort = await freePort();
  return { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
});
test.beforeEach(() => business.database.admin.query('delete from graphile_worker._private_jobs'));

const jobRows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).getByRole('row');
const counts = (page: Page) => page.getByRole('list', { name: 'Jobs by task' });

const openJobs = (page: Page, user = 'admin') => business.open(page, user, '/jobs');

/** Queues mails with a single attempt each, while the mail server is down. */
async function failMails(count: number): Promise<void> {
  await business.database.admin.query(
    `select platform.add_jobs('access:reset', array(
       select json_build_object('account', srno) from access.account, generate_series(1, $1) where user_id = 'sales.mum'), 1)`,
    [count],
  );
  await expect
    .poll(async () => {
      const { rows } = await business.database.admin.query<{ n: number }>(
        `select count(*)::integer as n from platform.job where state = 'failed'`,
      );
      return rows[0]?.n;
    })
    .toBe(count);
}

test('a mail that the mail server refused shows the reason, is retried and succeeds', async ({ page }) => {
  await page.goto(business.url);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel(/^Username/).fill('sales.mum');
  await page.getByLabel(/^E-mail/).fill('sales.mum@bureau.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await openJobs(page);
  await expect(counts(page)).toContainText('Password mails');
  await expect(jobRows(page).nth(1)).toContainText('The mail server could not be reached');
  await jobRows(page).nth(1).click();
  const job = page.getByRole('dialog', { name: /^Password mails, no\. \d+$/ });
  await expect(job).toContainText('It will be retried automatically.');
  await expect(job.getByRole('group', { name: 'Error message' })).toContainText('ECONNREFUSED');
  await expect(job).not.toContainText('sales.mum');

  const catcher = await startCatcher({ smtpPort });
  try {
    await job.getByRole('button', { name: 'Retry now' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 job will be tried now.' })).toBeVisible();
    await catcher.waitFor(({ to }) => to.includes('sales.mum@bureau.example'), 60_000);
    await expect(page.getByText('No job is waiting, running or failed.')).toBeVisible();
    await expect(counts(page)).toHaveCount(0);
  } finally {
    await catcher.close();
  }
});

test('all failed jobs of a task are retried together', async ({ page }) => {
  await failMails(3);
  await openJobs(page);
  await expect(counts(page)).toContainText('3 failed');
  const catcher = await startCatcher({ smtpPort });
  try {
    await page.getByRole('button', { name: 'Retry all failed: Password mails' }).click();
    await expect(page.getByRole('status').filter({ hasText: '3 jobs will be tried now.' })).toBeVisible();
    await expect.poll(() => catcher.mails().length).toBe(3);
    await expect(page.getByText('No job is waiting, running or failed.')).toBeVisible();
  } finally {
    await catcher.close();
  }
});

test('a job is found by its state, opened and dropped after a question by keyboard alone', async ({
  page,
}) => {
  await failMails(1);
  await openJobs(page);
  await expect(jobRows(page).nth(1)).toContainText('Failed');
  await page.getByRole('combobox', { name: 'State' }).focus();
  await expect(page.getByRole('option', { name: 'Failed' })).toBeVisible();
  await typeChoice(page, 'fail', 'Failed');
  await expect(page).toHaveURL(/state=failed/);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State' }).blur();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const job = page.getByRole('dialog', { name: /^Password mails/ });
  await expect(job).toContainText('will not be retried automatically');
  const drop = job.getByRole('button', { name: 'Drop' });
  while (!(await drop.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Drop this job?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 job dropped.' })).toBeVisible();
  await expect(page.getByText('No job matches this search.')).toBeVisible();
});

test('axe finds no violation', async ({ page }) => {
  await openJobs(page);
  await expect(page.getByText('No job is waiting, running or failed.')).toBeVisible();
  await expectAccessible(page);
  await failMails(2);
  await page.reload();
  await expect(jobRows(page).nth(1)).toBeVisible();
  await expectAccessible(page);
  await jobRows(page).nth(1).click();
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await expectAccessible(page);
});
