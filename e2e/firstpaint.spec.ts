import type { Page } from '@playwright/test';
import { expect, openSession, test } from './support.ts';

const MAX_REQUESTS = 25;
/** Answered calls; the one stream of the page is open besides them. */
const MAX_CALLS = 4;
const STREAM = '2=watch';
const QUIET_MS = 1_000;
/** Loaded when the screen is there and the browser has nothing else to do (docs/decisions/0042 and 0052). */
const AFTERWARDS = /^\/assets\/(?:Connection|unsent|keep|HomeTour|help-of)-/;

/** Everything that a screen asks for until it is complete, as lines to read when there is too much of it. */
async function requestsOf(page: Page, path: string, sign: string): Promise<string[]> {
  const lines: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.url().startsWith('http')) lines.push(`${pathname} ${request.postData()?.slice(2 + 1) ?? ''}`);
  });
  await page.goto(path);
  await expect(page.getByText(sign).first()).toBeVisible();
  // The stream stays open, so the network is never idle; a screen is complete when it asks for nothing new.
  for (let before = -1; before !== lines.length; await page.waitForTimeout(QUIET_MS)) before = lines.length;
  return lines.filter((line) => !AFTERWARDS.test(line));
}

const callsOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('/api/') && !line.endsWith(STREAM));

for (const { user, path, sign } of [
  { user: 'bm.mum', path: '/home', sign: 'Rates today' },
  { user: 'ho.rates', path: '/home', sign: 'Rates today' },
  { user: 'bm.mum', path: '/requestdetail', sign: 'Request Detail' },
  { user: 'sales.mum', path: '/newfxrequest', sign: 'Basic Details' },
])
  test(`${path} is complete for ${user} after few requests`, async ({ page }) => {
    await openSession(page, user);
    const lines = await requestsOf(page, path, sign);
    expect(callsOf(lines).length, lines.join('\n')).toBeLessThanOrEqual(MAX_CALLS);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  });
