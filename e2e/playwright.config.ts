import { defineConfig } from '@playwright/test';
import { BASE_URL, PORT } from './support.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Journeys through the demo business in a real browser; `npm run build` comes first. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  // A second attempt is told by the guard, and only a few are let pass (docs/decisions/0018).
  retries: process.env['CI'] === '1' ? 1 : 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: `../test-results/e2e-${PORT}`,
  reporter: 'list',
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    // Every step is drawn for it, which costs a third of the time: asked for when a journey is looked into.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'npm run --silent demo',
    cwd: '..',
    env: { PORT: String(PORT) },
    url: `${BASE_URL}/readyz`,
    timeout: 60_000,
    // The demo puts its database away when it is asked to stop.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
  },
});
