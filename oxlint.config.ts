import { defineConfig } from 'oxlint';
import { EVERYWHERE, REACT, SCRIPTS, TYPED } from './tools/lint/rules.ts';

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];
const PRODUCT = [
  'domain/**/*.{ts,tsx}',
  'contract/**/*.{ts,tsx}',
  'server/**/*.{ts,tsx}',
  'web/**/*.{ts,tsx}',
];
const LOADED_BY_DEFAULT = ['*.config.{js,ts}', '*/*.config.ts', '*.cjs', '.*.cjs', 'tools/lint/bans.ts'];

export default defineConfig({
  ignorePatterns: ['dist/', '.cache/', 'test-results/', 'docs/api/'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  plugins: ['typescript', 'react'],
  jsPlugins: ['eslint-plugin-regexp', { name: 'bureau', specifier: './tools/lint/bans.ts' }],
  // Each rule is named, so that a new version of the linter brings none unread.
  categories: { correctness: 'off' },
  rules: {
    ...EVERYWHERE,
    // Regular expressions take linear time.
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  },
  overrides: [
    { files: ['**/*.{js,cjs}'], rules: SCRIPTS },
    {
      // Typed code.
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...TYPED,
        eqeqeq: 'error',
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
        ],
        'typescript/consistent-type-imports': 'error',
        'typescript/ban-ts-comment': [
          'error',
          {
            'ts-ignore': true,
            'ts-nocheck': true,
            'ts-expect-error': 'allow-with-description',
            minimumDescriptionLength: 10,
          },
        ],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        // A string is spread into its code points on purpose.
        'typescript/no-misused-spread': ['error', { allow: ['string'] }],
        // Attributes of elements may take async functions: React ignores what they return, and they catch their own errors.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        'bureau/no-default-export': 'error',
      },
    },
    {
      files: PRODUCT,
      excludeFiles: TESTS,
      rules: {
        'bureau/no-console': 'error',
        'bureau/no-process-env': 'error',
        'bureau/no-sql-text': 'error',
      },
    },
    {
      // Settings are read in one place.
      files: ['server/platform/config.ts', 'server/main.ts'],
      rules: { 'bureau/no-process-env': 'off' },
    },
    {
      // Other hosts are asked in one place.
      files: ['server/**/*.ts'],
      excludeFiles: [...TESTS, 'server/platform/outside.ts'],
      rules: { 'bureau/no-fetch': 'error' },
    },
    {
      // SQL is written here.
      files: ['**/*.sql.ts', 'server/platform/**', 'server/migrations/**'],
      rules: { 'bureau/no-sql-text': 'off' },
    },
    {
      // Rules are pure.
      files: ['domain/**/*.ts'],
      excludeFiles: TESTS,
      rules: { 'bureau/no-clock': 'error', 'bureau/no-chance': 'error' },
    },
    {
      files: ['web/**/*.{ts,tsx}'],
      rules: { ...REACT, 'bureau/no-raw-html': 'error', 'bureau/no-colour-literal': 'error' },
    },
    {
      // The palette, and drawings of papers.
      files: ['web/ui/theme.ts', 'web/kit/sampleDocuments.ts'],
      rules: { 'bureau/no-colour-literal': 'off' },
    },
    {
      files: [...TESTS, 'e2e/**/*.ts', 'tools/testing/**', 'drills/**', 'bench/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'bureau/no-colour-literal': 'off',
        // A test looks into replies and files that it does not trust to have a type; its assertions are the check.
        'typescript/no-explicit-any': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    // A tool loads these files by their default.
    { files: LOADED_BY_DEFAULT, rules: { 'bureau/no-default-export': 'off' } },
  ],
});
