import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCHEMES = ['light', 'dark'] as const;

/** The frame of a sandboxed report has its own origin, so axe may communicate with any origin. */
const CONFIGURATION = `axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;
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
