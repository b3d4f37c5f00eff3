/** One file that breaks the import law on purpose: where it lies, what it imports, and the rule that must say no. */
interface Planted {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

const plant = (rule: string, file: string, imports: string): Planted => ({ rule, file, imports });

/** A small product that keeps the law in every way it may be kept; nothing in it may be reported. */
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
  'server/main.ts': ['#server/rooms/requests/index.ts', './platform/start.ts', 'fastify'],
  'server/platform/db.ts': ['pg'],
  'server/platform/start.ts': ['./db.ts', 'node:http'],
  'server/rooms/requests/index.ts': ['./requests.service.ts'],
  'server/rooms/requests/requests.service.ts': [
    './requests.sql.ts',
    '#contract/requests.ts',
    '#contract/define.ts',
  ],
  'server/rooms/requests/requests.sql.ts': ['#server/platform/db.ts', 'pg'],
  'server/rooms/requests/requests.api.test.ts': [
    '#tools/testing/client.ts',
    '#server/platform/db.ts',
    'vitest',
  ],
  'server/rooms/payments/index.ts': [
    '#server/rooms/requests/index.ts',
    '#contract/payments/calls.ts',
    '#contract/shared.ts',
    '#contract/shared/paging.ts',
  ],
  'tools/testing/client.ts': ['pg', '#contract/requests.ts'],
  'web/main.tsx': ['./app/App.tsx', 'react'],
  'web/app/App.tsx': ['../rooms/requests/RequestList.tsx', '../rooms/masters/CountryScreen.tsx'],
  'web/ui/DataTable.tsx': ['#domain/money.ts', 'react'],
  'web/app/call.ts': ['#contract/define.ts'],
  'web/pickers/BranchPicker.tsx': ['#contract/fields.ts', '../ui/DataTable.tsx', '#web/app/call.ts'],
  'web/rooms/masters/CountryScreen.tsx': ['#web/ui/DataTable.tsx', '#web/pickers/BranchPicker.tsx'],
  'web/rooms/requests/RequestList.tsx': ['./parts.ts', '#contract/requests.ts'],
  'web/rooms/requests/parts.ts': [],
};

/** One violation per rule, and where a rule can be broken in more than one way, one per way. */
export const PLANTED_VIOLATIONS: readonly Planted[] = [
  plant('1-domain-is-pure', 'domain/bad-io.ts', 'node:fs'),
  plant('1-domain-is-pure', 'domain/bad-package.ts', 'zod'),
  plant('1-domain-is-pure', 'domain/bad-layer.ts', '#contract/fields.ts'),
  plant('1-domain-tests-are-pure', 'domain/bad.test.ts', '#contract/fields.ts'),
  plant('2-contract-knows-domain-and-zod', 'contract/bad-package.ts', 'fastify'),
  plant('2-contract-knows-domain-and-zod', 'contract/bad-layer.ts', '#server/platform/start.ts'),
  plant('2-contract-tests-know-the-same', 'contract/bad.test.ts', '#server/platform/start.ts'),
  plant('3-server-never-meets-web', 'server/bad-web.ts', '#web/rooms/requests/parts.ts'),
  plant('3-web-never-meets-server', 'web/bad-server.ts', '#server/platform/start.ts'),
  plant('3-web-runs-in-a-browser', 'web/bad-node.ts', 'node:crypto'),
  plant('4-web-room-stays-home', 'web/rooms/masters/Bad.tsx', '../requests/parts.ts'),
  plant('5-ui-knows-no-business', 'web/ui/BadContract.tsx', '#contract/fields.ts'),
  plant('5-ui-knows-no-business', 'web/ui/BadRoom.tsx', '#web/rooms/requests/parts.ts'),
  plant('5-pickers-know-no-room', 'web/pickers/BadPicker.tsx', '../rooms/requests/parts.ts'),
  plant('5-pickers-know-no-room', 'web/pickers/BadFrame.tsx', '../app/App.tsx'),
  plant(
    '6-room-is-entered-by-its-door',
    'server/rooms/payments/bad-inside.ts',
    '../requests/requests.service.ts',
  ),
  plant('6-building-enters-by-the-door', 'server/bad-inside.ts', './rooms/requests/requests.service.ts'),
  plant('6-platform-knows-no-room', 'server/platform/bad-room.ts', '../rooms/requests/index.ts'),
  plant('6-rooms-listed-for-tasks', 'server/rooms/tasks/bad-pair.ts', '../requests/index.ts'),
  plant('6-rooms-listed-for-licences', 'server/rooms/licences/bad-pair.ts', '../requests/index.ts'),
  plant('6-rooms-are-known', 'server/bad-name.ts', './rooms/requets/index.ts'),
  plant('7-only-sql-files-touch-the-database', 'server/rooms/requests/bad-db.ts', '#server/platform/db.ts'),
  plant('7-only-sql-files-touch-the-database', 'server/rooms/requests/bad-pg.ts', 'pg'),
  plant('8-room-reads-its-own-contract', 'server/rooms/payments/bad-call.ts', '#contract/requests.ts'),
  plant('product-knows-no-test-code', 'server/bad-helper.ts', '#tools/testing/client.ts'),
  plant('product-needs-only-dependencies', 'server/bad-development.ts', 'vitest'),
  plant('packages-are-declared', 'server/bad-package.ts', 'undeclared-package'),
  plant('imports-resolve', 'server/bad-nowhere.ts', '#domain/nowhere.ts'),
];

/** Two files that import each other; only the types of one, because those count too. */
export const PLANTED_CYCLE = {
  rule: 'no-cycles',
  files: {
    'domain/hen.ts': "import { egg } from './egg.ts';\nexport const hen = egg;\n",
    'domain/egg.ts':
      "import type { hen } from './hen.ts';\nexport const egg: unknown = null as typeof hen | null;\n",
  },
} as const;
