import { defineConfig } from '@playwright/test';
import { BASE_URL, PORT } from './addresses.ts';
import { filesOf } from './parts.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

const files = filesOf(process.env['PART'], process.env['PICTURES'] !== undefined);

/** Journeys through the demo business in a real browser; run `npm run build` first. */
export default defineConfig({
  testDir: '.',
  testMatch: [...files],
  workers: 1,
  // CI reports each second attempt and accepts only a few (docs/decisions/0018).
  retries: process.env['CI'] === '1' ? 1 : 0,
  forbidOnly: true,
  // A busy machine can stand still for many seconds.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  outputDir: `../test-results/e2e-${PORT}`,
  reporter: 'list',
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    // A service worker answers some requests before a journey can see them; offline.spec.ts has one.
    serviceWorkers: 'block',
    // A dialog that fades in has neither its final contrast nor its final position, and every journey would wait for
    // it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 90_000,
    launchOptions: {
      executablePath: CHROMIUM,
      // Pages of one site share a process, so that each uses the scripts that an earlier one has compiled.
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--process-per-site'],
    },
    // A trace records every step, which costs a third of the time, so it is enabled only to debug a journey.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    // browser.ts takes pictures of failed journeys only.
    screenshot: 'off',
  },
  webServer: {
    command: 'npm run --silent demo',
    cwd: '..',
    env: { PORT: String(PORT) },
    url: `${BASE_URL}/readyz`,
    timeout: 300_000,
    // The demo drops its database when it is asked to stop.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
  },
});
