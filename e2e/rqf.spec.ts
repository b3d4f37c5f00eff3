import { signIn, test } from './support.ts';
test('look', async ({ page }) => {
  await signIn(page, 'sales.mum');
  await page.goto('/newfxrequest');
  await page.getByRole('combobox', { name: 'Transaction Type' }).waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/rqf/a.png' });
  await page.keyboard.type('SP');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/rqf/b.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/rqf/c.png', fullPage: true });
});
