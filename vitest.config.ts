import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` needs nothing but Node; `api` runs against a real PostgreSQL, each test file in a
 * database of its own that is cloned from one migrated template (see tools/testing/).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,server,web,tools}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,drills,tools}/**/*.api.test.ts'],
          globalSetup: ['tools/testing/template.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
