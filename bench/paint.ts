/**
 * How soon a screen can be read: the production build in a real browser, once with an empty cache (cold) and once with
 * a full one (warm), over a line with a round trip of 150 ms and 1.6 Mbit/s, and over no line at all.
 */
import type { Page } from '@playwright/test';
import { withBuiltWeb, withPage, type BuiltWeb } from './built-web.ts';
import { measuredHere, median, type Duration } from './page.ts';

/** The values with which Lighthouse describes a slow mobile line. */
const SLOW_LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const NO_LINE = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** After this long without a new request, a screen has everything that it asks for. */
const QUIET_MS = 600;

interface Screen {
  readonly name: string;
  readonly user: string;
  readonly path: string;
  /** A selector for the content that the person came for. */
  readonly content: string;
}

const SCREENS: readonly Screen[] = [
  { name: 'home', user: 'bm.mum', path: '/home', content: 'main table tbody tr' },
  {
    name: 'request list',
    user: 'bm.mum',
    path: '/requestdetail',
    content: 'main [role="row"] a, main tbody tr td',
  },
  { name: 'request form', user: 'sales.mum', path: '/newfxrequest', content: 'main form input' },
];

interface Visit {
  readonly requests: number;
  readonly calls: number;
  readonly bytes: number;
  /** Largest contentful paint, in milliseconds from the navigation. */
  readonly paintMs: number;
  /** When the content was in the page. */
  readonly contentMs: number;
}

/** Runs in the page before anything else: remembers the last of the largest paints, and when the content came. */
const watchPaint = (content: string) => `
  window.largestPaint = 0;
  window.contentAt = 0;
  const look = () => {
    if (document.querySelector(${JSON.stringify(content)}) !== null) window.contentAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestPaint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });`;

async function visit(page: Page, url: string, { path, content }: Screen): Promise<Visit> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  let requests = 0;
  let calls = 0;
  let bytes = 0;
  let lastAt = performance.now();
  line.on('Network.requestWillBeSent', ({ request, type }) => {
    if (!request.url.startsWith('http') || type === 'Other') return;
    requests += 1;
    if (request.url.includes('/api/')) calls += 1;
    lastAt = performance.now();
  });
  line.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.locator(content).first().waitFor({ state: 'attached' });
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4);
  const [paintMs, contentMs] = await page.evaluate<[number, number]>(
    '[window.largestPaint, window.contentAt]',
  );
  await line.detach();
  return { requests, calls, bytes, paintMs, contentMs };
}

interface Opening {
  readonly cold: Visit;
  readonly warm: Visit;
}

const open = (web: BuiltWeb, screen: Screen, session: string, line: typeof NO_LINE): Promise<Opening> =>
  withPage(web, session, async (page) => {
    await page.addInitScript(watchPaint(screen.content));
    const throttle = await page.context().newCDPSession(page);
    await throttle.send('Network.emulateNetworkConditions', { offline: false, ...line });
    const cold = await visit(page, web.url, screen);
    // A page that is left too early is not in the cache as a whole.
    await page.waitForTimeout(QUIET_MS);
    return { cold, warm: await visit(page, web.url, screen) };
  });

async function tableLines(web: BuiltWeb, screen: Screen, rounds: number): Promise<string[]> {
  const session = await web.signIn(screen.user);
  const lines: string[] = [];
  for (const [name, line] of [
    ['150 ms, 1.6 Mbit/s', SLOW_LINE],
    ['none', NO_LINE],
  ] as const) {
    const openings: Opening[] = [];
    for (let round = 0; round < rounds; round += 1) openings.push(await open(web, screen, session, line));
    for (const cache of ['cold', 'warm'] as const) {
      const middle = (of: (visit: Visit) => number) => median(openings.map((opening) => of(opening[cache])));
      lines.push(
        `| ${screen.name} | ${name} | ${cache} | ${middle(({ requests }) => requests)} | ${middle(({ calls }) => calls)} | ${(middle(({ bytes }) => bytes) / 1000).toFixed(0)} | ${(middle(({ paintMs }) => paintMs) / 1000).toFixed(2)} | ${(middle(({ contentMs }) => contentMs) / 1000).toFixed(2)} |`,
      );
    }
  }
  return lines;
}

export const benchPaint = ({ rounds }: Duration): Promise<string> =>
  withBuiltWeb(async (web) => {
    const lines: string[] = [];
    for (const screen of SCREENS) lines.push(...(await tableLines(web, screen, rounds)));
    return [
      `${measuredHere()} Medians of ${rounds} openings.`,
      '',
      '| screen | line | cache | requests | calls | KB received | largest paint s | content s |',
      '|---|---|---|---:|---:|---:|---:|---:|',
      ...lines,
    ].join('\n');
  });
