/**
 * How soon a screen answers a key or a click: the production build in a real browser whose processor is slowed down four
 * times, so that this machine stands for an old one. An interaction lasts from the key to the next paint, as the browser
 * itself measures it.
 */
import type { Page } from '@playwright/test';
import { pricedRequest } from '#tools/testing/requests.ts';
import { fieldsBody, post } from '#tools/testing/world.ts';
import { withBuiltWeb, withPage, type BuiltWeb } from './built-web.ts';
import { measuredHere, type Duration } from './page.ts';

const SLOWDOWN = 4;
/** Between two keys of a quick typist. */
const TYPING_MS = 60;
/** After the last key the browser needs a moment to report the paint. */
const REPORT_MS = 1_500;
const approvalsOf = (isBrief: boolean): number => (isBrief ? 2 : 10);

interface Scene {
  readonly name: string;
  readonly user: string;
  readonly path: string;
  /** A selector of what is there when the screen can be used. */
  readonly ready: string;
  readonly act: (page: Page, duration: Duration) => Promise<void>;
}

const type = (page: Page, text: string) => page.keyboard.type(text, { delay: TYPING_MS });
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(TYPING_MS);
  }
}
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const repeated = (key: string, times: number): string[] => Array.from({ length: times }, () => key);

async function useList(page: Page): Promise<void> {
  await press(page, ...repeated('ArrowDown', 20), ...repeated('ArrowUp', 10));
  await press(page, 'f');
  await type(page, 'kavya');
  await press(page, 'Enter', 'Escape');
  await page.getByRole('columnheader').nth(1).click();
  await press(page, ...repeated('ArrowDown', 5));
}

async function useForm(page: Page): Promise<void> {
  await press(page, 'Alt+1');
  await type(page, '9800000001');
  await press(page, 'Enter');
  await field(page, 'Traveller Name').fill('');
  await field(page, 'Traveller Name').focus();
  await type(page, 'Kavya Iyer');
  await press(page, 'Tab');
  await field(page, 'KYC Address').focus();
  await type(page, '65 Gandhi Road, Bandra');
  for (const [currency, quantity] of [
    ['usd', '1000'],
    ['eur', '500'],
  ] as const) {
    await field(page, 'ISD').focus();
    await type(page, currency);
    await press(page, 'Enter');
    await type(page, quantity);
    await press(page, 'Enter');
    await page.waitForTimeout(REPORT_MS);
    await press(page, 'Enter');
  }
}

async function approve(page: Page, { isBrief }: Duration): Promise<void> {
  for (let approved = 0; approved < approvalsOf(isBrief); approved += 1) {
    const shown = page.getByRole('region', { name: /^Preview of request/ });
    const before = await shown.getAttribute('aria-label');
    // A request with warnings is approved by a second key.
    for (let pressed = 0; pressed < 2 && (await shown.getAttribute('aria-label')) === before; pressed += 1) {
      await press(page, 'a');
      await page.waitForTimeout(REPORT_MS / 2);
    }
  }
}

const SCENES: readonly Scene[] = [
  {
    name: 'request list: rows, filter, order',
    user: 'bm.mum',
    path: '/requestdetail',
    ready: 'main tbody tr td',
    act: useList,
  },
  {
    name: 'request form: customer, address, two currencies',
    user: 'sales.mum',
    path: '/newfxrequest',
    ready: 'main form input',
    act: useForm,
  },
  {
    name: 'approvals, one after the other by key',
    user: 'bm.mum',
    path: '/requestdetail?status=APRBM',
    ready: 'main tbody tr td',
    act: approve,
  },
];

/** Runs in the page before anything else. Events of one interaction, such as the down and up of a key, share a number. */
const WATCH = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (interactionId === 0 || duration <= (interactions.get(interactionId)?.duration ?? 0)) continue;
      interactions.set(interactionId, { duration, name });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

interface Interaction {
  readonly duration: number;
  readonly name: string;
}

async function measure(
  web: BuiltWeb,
  { user, path, ready, act }: Scene,
  duration: Duration,
): Promise<readonly Interaction[]> {
  return withPage(web, await web.signIn(user), async (page) => {
    await page.addInitScript(WATCH);
    await page.goto(web.url + path);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(REPORT_MS);
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await act(page, duration);
    await page.waitForTimeout(REPORT_MS);
    return page.evaluate<readonly Interaction[]>('[...interactions.values()]');
  });
}

/** The share of interactions that took at most the answered time. */
function atMost(interactions: readonly Interaction[], share: number): number {
  const sorted = interactions.map(({ duration }) => duration).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function addRequests(web: BuiltWeb, count: number): Promise<void> {
  const { session } = JSON.parse(await web.signIn('sales.mum')) as { session: string };
  for (let made = 0; made < count; made += 1)
    await post(
      web.url,
      'newfxrequest_a.php',
      fieldsBody([session, 'save', JSON.stringify(pricedRequest('SP'))]),
    );
}

export const benchInteractions = (duration: Duration): Promise<string> =>
  withBuiltWeb(async (web) => {
    const { rounds, isBrief } = duration;
    await addRequests(web, (rounds + 1) * approvalsOf(isBrief));
    const lines: string[] = [];
    for (const scene of SCENES) {
      const all: Interaction[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(...(await measure(web, scene, duration)));
      const slowest = all.reduce((one, other) => (other.duration > one.duration ? other : one));
      lines.push(
        `| ${scene.name} | ${all.length} | ${atMost(all, 0.5)} | ${atMost(all, 0.98)} | ${slowest.duration} (${slowest.name}) |`,
      );
    }
    return [
      `${measuredHere()} ${rounds} rounds, processor of the browser slowed down ${SLOWDOWN} times.`,
      '',
      '| screen | interactions | median ms | 98th percentile ms | slowest ms |',
      '|---|---:|---:|---:|---:|',
      ...lines,
    ].join('\n');
  });
