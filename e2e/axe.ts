import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Frame, type Locator, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCHEMES = ['light', 'dark'] as const;

/** The frame of a sandboxed report has its own origin, so axe may communicate with any origin. */
const CONFIGURATION = `axe.configure({
  allowedOrigins: ['<unsafe_all_origins>'],
  rules: [{ id: 'color-contrast', selector: '*:not([data-contrast-known])' }],
});`;
const OPTIONS = {
  resultTypes: ['violations'],
  // axe skips a frame that does not reply in this time; the default of half a second is too short on a busy machine.
  pingWaitTime: 10_000,
};
/** The colour scheme changes only colours, so the second run checks only the rules about colours. */
const RUNS = {
  light: { ...OPTIONS, runOnly: { type: 'tag', values: RULES } },
  dark: { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} as const;

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Loads axe into the page and its frames. The package for Playwright loads it for every run and merges the results on
 * another page, which takes five times as long.
 */
async function loadAxe(page: Page): Promise<void> {
  const source = `if (!('axe' in window)) { ${await axeSource}; ${CONFIGURATION} }`;
  await Promise.all(page.frames().map((frame) => frame.evaluate(source)));
}

/**
 * Waits for colour transitions, such as the labels of a switch. One transition can start another, because children
 * inherit a colour. Infinite animations are ignored, and after ten passes of a second at most the page is looked at as it
 * is, because an animation can stand still.
 */
const SETTLED = `(async () => {
  const running = () => document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  const second = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  for (let pass = 0, some = running(); some.length > 0 && pass < 10; pass += 1, some = running())
    await Promise.race([second(), Promise.all(some.map((animation) => animation.finished.catch(() => null)))]);
})()`;

/**
 * Marks texts whose contrast follows from others, because most of the time of axe is spent on contrast, and the texts of
 * the application repeat the same few combinations. Contrast depends on the size, weight and colour of a text and on what
 * is painted behind it; the style classes of the text itself are compared as well, because they decide where it is placed.
 * Several texts of each combination are checked, because axe does not judge a text that something covers. `checked` has
 * the number of checked texts by combination, on this page and on earlier ones. Returns it with those of this page.
 * Texts outside of `within` are not checked, so they are not counted.
 */
const MARK_KNOWN = `((checked, within) => {
  const CHECKED = 4;
  const painted = new Map();
  const paintedBy = (element) => {
    if (element === null) return '';
    let found = painted.get(element);
    if (found === undefined) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode];
      found = paintedBy(element.parentElement) + '\\n' + own.join(' ');
      painted.set(element, found);
    }
    return found;
  };
  const hash = (text) => {
    let number = 0x811c9dc5n;
    for (let at = 0; at < text.length; at += 1) number = BigInt.asUintN(64, (number ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
    return number.toString(36);
  };
  const hashes = new Map();
  const seen = new Map(Object.entries(checked));
  let unknown = 0;
  for (const element of document.querySelectorAll(within + ' *')) {
    element.removeAttribute('data-contrast-known');
    // axe does not look at what is hidden, so that proves nothing about a later page.
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')) continue;
    const style = getComputedStyle(element);
    const text = [style.color, style.fontSize, style.fontWeight, style.textShadow, style.webkitTextFillColor];
    const whole = [element.className, ...text].join(' ') + paintedBy(element);
    const combination = hashes.get(whole) ?? hash(whole);
    hashes.set(whole, combination);
    const count = seen.get(combination) ?? 0;
    seen.set(combination, count + 1);
    if (count >= CHECKED) element.setAttribute('data-contrast-known', '');
    else unknown += 1;
  }
  return { unknown, checked: Object.fromEntries(seen) };
})`;

/** The texts that were checked so far in each scheme, by combination: a worker checks each only a few times. */
const checked: Record<(typeof SCHEMES)[number], Record<string, number>> = { light: {}, dark: {} };

/** Marks the texts of a frame whose contrast is known. Returns how many are not. */
async function markKnown(frame: Frame, scheme: (typeof SCHEMES)[number], within: string): Promise<number> {
  const marked = await frame.evaluate<{ unknown: number; checked: Record<string, number> }>(
    `${MARK_KNOWN}(${JSON.stringify(checked[scheme])}, ${JSON.stringify(within)})`,
  );
  Object.assign(checked[scheme], marked.checked);
  return marked.unknown;
}

async function runAxe(page: Page, scheme: (typeof SCHEMES)[number], within: string): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(RUNS[scheme])})`,
  );
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** Checks the current page, or a part of it, in light and in dark colours, and leaves it in light ones. */
export async function findViolations(page: Page, within = 'html'): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await loadAxe(page);
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    // A page outside the application, such as the gateway's, follows the scheme only by its style sheets.
    const other = scheme === 'light' ? 'dark' : 'light';
    await expect(page.locator(`html[data-mantine-color-scheme=${other}]`)).toHaveCount(0);
    await Promise.all(page.frames().map((frame) => frame.evaluate(SETTLED)));
    const unknown = await Promise.all(page.frames().map((frame) => markKnown(frame, scheme, within)));
    // Dark colours are only about contrast, so there is nothing to do if every combination has been checked.
    const hasNews = scheme === 'light' || unknown.some((count) => count > 0);
    found[scheme] = hasNews ? await runAxe(page, scheme, within) : [];
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual({ light: [], dark: [] });
}

/**
 * axe is a script, and scripts are disabled in the frame of a report. For the check, the same report is shown in a frame
 * that allows scripts. `shown` is a part of the report.
 */
export async function letAxeIn(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  await page.evaluate(
    `(() => { const f = document.querySelector('iframe'); f.removeAttribute('sandbox'); f.srcdoc += ' '; })()`,
  );
  await page
    .locator('iframe')
    .evaluate('(frame) => new Promise((done) => frame.addEventListener("load", done))');
  await expect(shown).toBeVisible();
}
