import { defineConfig } from 'vitest/config';
import { help } from './tools/build/help.ts';
import { LongestFirst } from './tools/testing/longest-first.ts';

/**
 * Three projects: `unit` needs nothing but Node; `web` draws the application into a document without a browser (see
 * docs/decisions/0026-component-tests.md); `api` runs against a real PostgreSQL, each test file in a
 * database of its own that is cloned from one migrated template (see tools/testing/).
 *
 * The files of `unit` and `api` that a worker runs share their modules (see docs/decisions/0030-quick-ci.md), so a test undoes
 * what it changes in a module or a global.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,server,web,tools,drills}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**'],
          // Static checks run beside these tests, and a child process then starts slowly.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        plugins: [help()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,drills,tools}/**/*.api.test.ts'],
          globalSetup: ['tools/testing/template.ts'],
          // Several times what the longest tests take, because a busy machine can stand still for many seconds.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 3,
          isolate: false,
        },
      },
    ],
  },
});
