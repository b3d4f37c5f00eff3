/** One file that breaks the import rules on purpose: its path, its imports, and the rule that must report it. */
interface Planted {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

const plant = (rule: string, file: string, imports: string): Planted => ({ rule, file, imports });

/** A small product that uses every allowed import; nothing in it may be reported. */
export const LAWFUL_FILES: Readonly<Record<string, readonly string[]>> = {
  'domain/money.ts': ['decimal.js'],
  'domain/money.test.ts': ['./money.ts', 'vitest', 'fast-check', 'node:fs'],
  'domain/plain.ts': [],
  'contract/define.ts': ['zod', '#domain/money.ts'],
  'contract/fields.ts': ['zod'],
  'contract/shared.ts': ['zod'],
  'contract/shared/paging.ts': ['zod'],
  'contract/requests.ts': ['./define.ts'],
  'contract/payments/calls.ts': ['../define.ts', '../fields.ts'],
  'contract/requests.test.ts': ['./requests.ts', 'vitest', 'node:path'],
  'server/main.ts': ['#server/modules/requests/index.ts', './platform/start.ts', 'fastify'],
  'server/platform/db.ts': ['pg'],
  'server/platform/start.ts': ['./db.ts', 'node:http'],
  'server/modules/requests/index.ts': ['./requests.service.ts'],
  'server/modules/requests/requests.service.ts': [
    './requests.sql.ts',
    '#contract/requests.ts',
    '#contract/define.ts',
  ],
  'server/modules/requests/requests.sql.ts': ['#server/platform/db.ts', 'pg'],
  'server/modules/requests/requests.api.test.ts': [
    '#tools/testing/client.ts',
    '#server/platform/db.ts',
    'vitest',
  ],
  'server/modules/payments/index.ts': [
    '#server/modules/requests/index.ts',
    '#contract/payments/calls.ts',
    '#contract/shared.ts',
    '#contract/shared/paging.ts',
  ],
  'tools/testing/client.ts': ['pg', '#contract/requests.ts'],
  'web/main.tsx': ['./app/App.tsx', 'react'],
  'web/app/App.tsx': ['../modules/requests/RequestList.tsx', '../modules/masters/CountryScreen.tsx'],
  'web/ui/DataTable.tsx': ['#domain/money.ts', 'react'],
  'web/wire/call.ts': ['#contract/define.ts'],
  'web/pickers/BranchPicker.tsx': ['#contract/fields.ts', '../ui/DataTable.tsx', '#web/wire/call.ts'],
  'web/patterns/MasterScreen.tsx': [
    '../ui/DataTable.tsx',
    '../pickers/BranchPicker.tsx',
    '#web/wire/call.ts',
  ],
  'web/modules/masters/CountryScreen.tsx': [
    '#web/patterns/MasterScreen.tsx',
    '#web/ui/DataTable.tsx',
    '#web/pickers/BranchPicker.tsx',
  ],
  'web/modules/requests/RequestList.tsx': ['./parts.ts', '#contract/requests.ts'],
  'web/modules/requests/parts.ts': [],
};

/** One violation per rule, or one for each way in which a rule can be broken. */
export const PLANTED_VIOLATIONS: readonly Planted[] = [
  plant('1-domain-is-pure', 'domain/bad-io.ts', 'node:fs'),
  plant('1-domain-is-pure', 'domain/bad-package.ts', 'zod'),
  plant('1-domain-is-pure', 'domain/bad-layer.ts', '#contract/fields.ts'),
  plant('1-domain-tests-are-pure', 'domain/bad.test.ts', '#contract/fields.ts'),
  plant('2-contract-knows-domain-and-zod', 'contract/bad-package.ts', 'fastify'),
  plant('2-contract-knows-domain-and-zod', 'contract/bad-layer.ts', '#server/platform/start.ts'),
  plant('2-contract-tests-know-the-same', 'contract/bad.test.ts', '#server/platform/start.ts'),
  plant('3-server-never-meets-web', 'server/bad-web.ts', '#web/modules/requests/parts.ts'),
  plant('3-web-never-meets-server', 'web/bad-server.ts', '#server/platform/start.ts'),
  plant('3-web-runs-in-a-browser', 'web/bad-node.ts', 'node:crypto'),
  plant('4-web-modules-are-separate', 'web/modules/masters/Bad.tsx', '../requests/parts.ts'),
  plant('5-ui-knows-no-business', 'web/ui/BadContract.tsx', '#contract/fields.ts'),
  plant('5-ui-knows-no-business', 'web/ui/BadModule.tsx', '#web/modules/requests/parts.ts'),
  plant('5-pickers-know-no-screen', 'web/pickers/BadPicker.tsx', '../modules/requests/parts.ts'),
  plant('5-pickers-know-no-screen', 'web/pickers/BadFrame.tsx', '../app/App.tsx'),
  plant('5-pickers-know-no-screen', 'web/pickers/BadPattern.tsx', '../patterns/MasterScreen.tsx'),
  plant('5-ui-knows-no-business', 'web/ui/BadCall.tsx', '#web/wire/call.ts'),
  plant('5-wire-shows-nothing', 'web/wire/bad-part.ts', '../ui/DataTable.tsx'),
  plant('5-wire-shows-nothing', 'web/wire/bad-app.ts', '../app/App.tsx'),
  plant('5-patterns-know-no-module', 'web/patterns/BadModule.tsx', '../modules/requests/parts.ts'),
  plant('5-patterns-know-no-module', 'web/patterns/BadApp.tsx', '../app/App.tsx'),
  plant('5-modules-know-no-app', 'web/modules/masters/BadApp.tsx', '../../app/App.tsx'),
  plant(
    '6-module-is-used-by-its-interface',
    'server/modules/payments/bad-inside.ts',
    '../requests/requests.service.ts',
  ),
  plant('6-server-uses-module-interfaces', 'server/bad-inside.ts', './modules/requests/requests.service.ts'),
  plant('6-platform-knows-no-module', 'server/platform/bad-module.ts', '../modules/requests/index.ts'),
  plant('6-modules-listed-for-tasks', 'server/modules/tasks/bad-pair.ts', '../requests/index.ts'),
  plant('6-modules-listed-for-licences', 'server/modules/licences/bad-pair.ts', '../requests/index.ts'),
  plant('6-modules-are-known', 'server/bad-name.ts', './modules/requets/index.ts'),
  plant('7-only-sql-files-touch-the-database', 'server/modules/requests/bad-db.ts', '#server/platform/db.ts'),
  plant('7-only-sql-files-touch-the-database', 'server/modules/requests/bad-pg.ts', 'pg'),
  plant('8-module-reads-its-own-contract', 'server/modules/payments/bad-call.ts', '#contract/requests.ts'),
  plant('product-knows-no-test-code', 'server/bad-helper.ts', '#tools/testing/client.ts'),
  plant('product-needs-only-dependencies', 'server/bad-development.ts', 'vitest'),
  plant('packages-are-declared', 'server/bad-package.ts', 'undeclared-package'),
  plant('imports-resolve', 'server/bad-nowhere.ts', '#domain/nowhere.ts'),
];

/** Two files that import each other; one imports only types, because those count too. */
export const PLANTED_CYCLE = {
  rule: 'no-cycles',
  files: {
    'domain/hen.ts': "import { egg } from './egg.ts';\nexport const hen = egg;\n",
    'domain/egg.ts':
      "import type { hen } from './hen.ts';\nexport const egg: unknown = null as typeof hen | null;\n",
  },
} as const;
