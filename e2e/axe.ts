import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';

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
 * inherit a colour. Infinite animations are ignored.
 */
const SETTLED = `(async () => {
  const running = () => document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  for (let some = running(); some.length > 0; some = running())
    await Promise.all(some.map((animation) => animation.finished.catch(() => null)));
})()`;

/**
 * Marks texts whose contrast follows from others, because most of the time of axe is spent on contrast, and the cells of a
 * list repeat the same few combinations. Contrast depends on the size, weight and colour of a text and on what is painted
 * behind it. Several texts of each combination are checked, because axe does not judge a text that something covers.
 */
const MARK_KNOWN = `(() => {
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
  const seen = new Map();
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    element.removeAttribute('data-contrast-known');
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')) continue;
    const style = getComputedStyle(element);
    const text = [style.color, style.fontSize, style.fontWeight, style.textShadow, style.webkitTextFillColor];
    const combination = text.join(' ') + paintedBy(element);
    const count = (seen.get(combination) ?? 0) + 1;
    seen.set(combination, count);
    if (count > CHECKED) element.setAttribute('data-contrast-known', '');
  }
})()`;

async function runAxe(page: Page, scheme: (typeof SCHEMES)[number]): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(RUNS[scheme])})`);
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** Checks the current page in light and in dark colours, and leaves it in light ones. */
export async function findViolations(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await loadAxe(page);
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    // A page outside the application, such as the gateway's, follows the scheme only by its style sheets.
    const other = scheme === 'light' ? 'dark' : 'light';
    await expect(page.locator(`html[data-mantine-color-scheme=${other}]`)).toHaveCount(0);
    await Promise.all(page.frames().map((frame) => frame.evaluate(SETTLED)));
    await Promise.all(page.frames().map((frame) => frame.evaluate(MARK_KNOWN)));
    found[scheme] = await runAxe(page, scheme);
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
