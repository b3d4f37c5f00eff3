import type { Browser, BrowserContext, Page, TestInfo } from '@playwright/test';
import { BASE_URL } from './addresses.ts';

/**
 * One browser context for all journeys of a worker. The state of the context is reset for each journey, except for the
 * scripts and styles of the application, which a new context would load and compile again. A session is stored per tab,
 * and each journey has its own tabs.
 */
let shared: { readonly context: BrowserContext; readonly idle: Page } | undefined;

/** The shared context, with a tab that stays open so that its process stays as well. */
export async function sharedContext(browser: Browser): Promise<BrowserContext> {
  if (shared === undefined) {
    const context = await browser.newContext();
    const idle = await context.newPage();
    // A page of the same origin on which no script runs.
    await idle.goto(`${BASE_URL}/icon.svg`);
    shared = { context, idle };
  }
  return shared.context;
}

/** Clears the storage that a page shares with others of its origin, before the page closes. */
const FORGET = `try { localStorage.clear() } catch { /* A page without an origin stores nothing. */ }`;
const MAX_FORGET_MS = 3000;

async function forget(page: Page): Promise<void> {
  // A page that shows a dialog of the browser runs no script.
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, MAX_FORGET_MS).unref());
  await Promise.race([page.evaluate(FORGET).catch(() => undefined), tooLate]);
  await page.close();
}

/** Resets the shared context to its state before the journey. */
export async function clearShared(context: BrowserContext): Promise<void> {
  const pages = context.pages().filter((page) => page !== shared?.idle);
  await Promise.all(pages.map((page) => forget(page)));
  context.removeAllListeners('request');
  await context.unrouteAll();
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setGeolocation(null)]);
}

/**
 * Takes pictures of failed journeys only. Playwright would take one of every page before it knows whether the journey
 * fails.
 */
export async function keepPictures(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  for (const [index, page] of context.pages().entries()) {
    if (page === shared?.idle) continue;
    const path = testInfo.outputPath(`failed-${index}.png`);
    await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
  }
}
