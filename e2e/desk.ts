import type { Page } from '@playwright/test';

/** Locators of the list and the detail of requests. */
export const table = (page: Page) => page.getByRole('table', { name: 'Request Detail' });
export const rowOf = (page: Page, srno: number) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(srno), exact: true }) });
export const news = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
export const stepsOf = (page: Page) => page.getByRole('region', { name: 'Approvals' });
/** One step of the approvals, by the name of its approver. */
export const stepOf = (page: Page, who: string) =>
  stepsOf(page)
    .locator('[data-step]')
    .filter({ has: page.getByText(new RegExp(`^${who} `)) });
export const activity = (page: Page) => page.getByRole('list', { name: 'Activity' });
