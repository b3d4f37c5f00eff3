import type { Page } from '@playwright/test';
import { PATHS } from '../web/app/paths.ts';
import { FORMS, WITHOUT_FORM } from './forms.ts';
import { expect, openSession, test } from './support.ts';

/**
 * Tabs through the fields of every screen at two sizes, there and back. It fails if anything covers the focused field, or
 * if the focus is lost.
 */

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** A tree of rights or a list of rates repeats the same field; this many of them are enough. */
const MAX_STOPS = 60;

interface Stop {
  /** The name of the focused element; empty if nothing has the focus. */
  readonly name: string;
  /** What covers it, or how it is outside of the window; empty if it is visible. */
  readonly coveredBy: string;
  /** Whether it is within the form. */
  readonly isInside: boolean;
}

/** Looks at the focused element: each corner and the middle must show the element or its own parts. */
const LOOK = `(() => {
  const field = document.activeElement;
  if (field === null || field === document.body) return { name: '', coveredBy: '', isInside: false };
  const name = field.getAttribute('aria-label') || field.labels?.[0]?.innerText || field.innerText?.slice(0, 40)
    || field.placeholder || field.id || field.tagName;
  const isInside = field.closest('[data-walked]') !== null;
  // A radio button, a switch or a file input can be invisible; its label is what a person sees.
  const isSeen = (element) => { const box = element.getBoundingClientRect(); return box.width > 2 && box.height > 2; };
  const own = !isSeen(field) || getComputedStyle(field).opacity === '0' ? field.labels?.[0] ?? field.parentElement : field;
  const box = own.getBoundingClientRect();
  if (!isSeen(own) || box.height > innerHeight / 2) return { name, coveredBy: '', isInside };
  const whole = own.closest('.mantine-Input-wrapper, label, tr') ?? own;
  const inset = 4;
  const points = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + inset, box.top + inset], [box.right - inset, box.top + inset],
    [box.left + inset, box.bottom - inset], [box.right - inset, box.bottom - inset],
  ];
  for (const [x, y] of points) {
    if (y < 0 || y > innerHeight) return { name, coveredBy: 'outside of the window', isInside };
    const hit = x < 0 || x > innerWidth ? null : document.elementFromPoint(x, y);
    if (hit === null || whole.contains(hit) || own.parentElement.contains(hit) || hit.contains(own)) continue;
    return { name, coveredBy: hit.tagName + ' ' + (hit.className || hit.innerText.slice(0, 40)), isInside };
  }
  return { name, coveredBy: '', isInside };
})()`;

/**
 * Begins at the form with the most fields, or at the whole content of a screen without a form. Returns whether it stayed
 * there, because a form that changes with the size of the window is rendered anew, and whether anything scrolls.
 */
const START = `(async () => {
  const forms = [...document.querySelectorAll('main form, dialog[open]')]
    .map((form) => ({ form, fields: [...form.querySelectorAll('input, textarea')].filter((field) => field.checkVisibility()).length }))
    .toSorted((a, b) => b.fields - a.fields);
  const begin = forms[0]?.fields > 0 ? forms[0].form : document.querySelector('main');
  scrollTo(0, 0);
  begin.dataset.walked = '';
  begin.setAttribute('tabindex', '-1');
  begin.focus();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(element).overflowY);
  const page = document.documentElement;
  return {
    isThere: begin.isConnected && document.activeElement === begin,
    scrolls: page.scrollHeight > innerHeight || [...begin.querySelectorAll('*')].some(scrolls),
  };
})()`;

/** After the last element the browser itself has the focus, and one of the next keys begins at the other end. */
async function findsOtherEnd(page: Page, key: string): Promise<boolean> {
  const MAX_KEYS = 3;
  for (let pressed = 0; pressed < MAX_KEYS; pressed += 1) {
    await page.keyboard.press(key);
    if ((await page.evaluate<Stop>(LOOK)).name !== '') return true;
  }
  return false;
}

/** A list that opens is drawn over its field for a moment, before it has its place below. What stays covered is a fault. */
async function lookUntilSettled(page: Page): Promise<Stop> {
  const SETTLE_MS = 500;
  const first = await page.evaluate<Stop>(LOOK);
  if (first.coveredBy === '') return first;
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate<Stop>(LOOK);
}

/** Presses the key until the focus leaves the form; returns what was covered, and where the focus was lost. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; faults: string[] }> {
  const faults: string[] = [];
  let stops = 0;
  let last = '';
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key);
    const { name, coveredBy, isInside } = await lookUntilSettled(page);
    if (name === '') {
      if (!(await findsOtherEnd(page, key))) faults.push(`after ${last}: the focus is lost`);
      break;
    }
    if (!isInside) break;
    if (coveredBy !== '') faults.push(`${name}: ${coveredBy}`);
    last = name;
  }
  return { stops, faults };
}

test('every path has a form here or none at all', () => {
  expect([...Object.keys(FORMS), ...WITHOUT_FORM].toSorted()).toEqual(Object.keys(PATHS).toSorted());
});

/**
 * Starts at the form and walks. A screen that still loads renders its form anew, and then there is nothing to walk
 * through yet, so it starts again until there is a field.
 */
async function walkForm(page: Page, where: string): Promise<{ scrolls: boolean; faults: string[] }> {
  let scrolls = false;
  let walked = { stops: 0, faults: [] as string[] };
  await expect(async () => {
    const started = await page.evaluate<{ isThere: boolean; scrolls: boolean }>(START);
    expect(started.isThere).toBe(true);
    ({ scrolls } = started);
    walked = await walk(page, 'Tab');
    expect(walked.stops).toBeGreaterThan(0);
  }, where).toPass({ timeout: 30_000 });
  return { scrolls, faults: walked.faults };
}

async function walkAt(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const where = `${address} at ${size.width}`;
    const there = await walkForm(page, where);
    // Back again: from where the way there has ended.
    const back = there.scrolls ? await walk(page, 'Shift+Tab') : { faults: [] };
    faults.push(...there.faults.map((fault) => `${where}, Tab: ${fault}`));
    faults.push(...back.faults.map((fault) => `${where}, Shift+Tab: ${fault}`));
  }
  return faults;
}

const byUser = Map.groupBy(Object.values(FORMS), ([, user = 'admin']) => user);

for (const [user, forms] of byUser)
  test(`nothing covers the focused field in the forms of ${user}`, async ({ page }) => {
    await openSession(page, user);
    const faults: string[] = [];
    for (const [address] of forms) {
      await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 });
      await page.goto(address);
      await expect(
        page.locator('main').locator('input, button, textarea').filter({ visible: true }).first(),
      ).toBeVisible();
      faults.push(...(await walkAt(page, address)));
    }
    expect(faults).toEqual([]);
  });
