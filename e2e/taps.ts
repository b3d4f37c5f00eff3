import type { Page } from '@playwright/test';

/** A delivery takes at most this many taps after sign-in. */
export const MOST_TAPS = 4;

/** Counts from now on how often the screen is touched or pressed. Returns the count so far. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.taps = 0;
    window.addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) window.taps += 1; }, true);
  }`);
  return () => page.evaluate<number>('window.taps');
}
