import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectMessage, openSession, test, uniqueName } from './support.ts';

const today = dateInIndia(Date.now());

test('a task is written, listed with its time, and seen by nobody else', async ({ page }) => {
  const task = uniqueName('Ring the bank');
  await openSession(page, 'sales.mum');
  await page.goto('/tasksheet');
  await expect(page.getByRole('columnheader')).toHaveText(['Task', 'Timestamp']);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Write Your Task!' });
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Please fill mandatory feilds: Task');
  await expect(field).toBeFocused();
  await field.fill(`${task}\nand the second line`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The task is saved.')).toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(task);
  await expect(row).toContainText(formatDate(today));

  await row.click();
  await expect(page.getByRole('dialog')).toContainText('and the second line');
  await page.keyboard.press('Escape');

  await openSession(page, 'admin');
  await page.goto('/tasksheet');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText(task)).toHaveCount(0);
});

test('days filter the list, and an empty result shows a message', async ({ page }) => {
  await openSession(page, 'bm.mum');
  await page.goto('/tasksheet');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('textbox', { name: 'From Date' }).fill(formatDate(addDays(today, 1)));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Record Found')).toBeVisible();
  await page.getByRole('textbox', { name: 'To Date' }).fill(formatDate(today));
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('The last day is before the first day.')).toBeVisible();
  await page.getByRole('textbox', { name: 'From Date' }).fill(formatDate(addDays(today, -30)));
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a typed task survives a reload, asks before it is lost, and is saved by the keyboard', async ({
  page,
}) => {
  const task = uniqueName('Count the vault');
  await openSession(page, 'bm.mum');
  await page.goto('/tasksheet');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Alt+c');
  const field = page.getByRole('textbox', { name: 'Write Your Task!' });
  await expect(field).toBeFocused();
  await page.keyboard.type(task);
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(field).toHaveValue(task);
  await field.focus();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(field).toHaveValue(task);
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The task is saved.')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(task);
});

test('the task list is accessible', async ({ page }) => {
  await openSession(page, 'admin');
  for (const width of [1440, 390])
    for (const path of ['/tasksheet', '/tasksheet?open=new']) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await expect(
        page
          .getByRole('row')
          .nth(1)
          .or(page.getByRole('textbox', { name: 'Write Your Task!' })),
      ).toBeVisible();
      await expectAccessible(page);
    }
});
