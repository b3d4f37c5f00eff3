import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { bans } from './tools/lint/bans.ts';

const CODE = ['**/*.ts', '**/*.tsx'];
const TESTS = ['**/*.test.ts', '**/*.test.tsx'];
const PRODUCT = [
  'domain/**/*.{ts,tsx}',
  'contract/**/*.{ts,tsx}',
  'server/**/*.{ts,tsx}',
  'web/**/*.{ts,tsx}',
];
const TOOL_CONFIGS = ['*.config.{js,ts}', '*/*.config.ts', '*.cjs', '.*.cjs'];

export default defineConfig(
  { ignores: ['dist/', '.cache/', 'test-results/', 'docs/api/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, plugins: { bureau: bans, regexp } },
  {
    name: 'regular expressions take linear time',
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  js.configs.recommended,
  { files: ['**/*.cjs'], languageOptions: { globals: { module: 'writable', require: 'readonly' } } },
  { name: 'scripts a page loads as they are', files: ['web/public/**/*.js'], rules: { 'no-undef': 'off' } },
  {
    name: 'typed code',
    files: CODE,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        {
          'ts-ignore': true,
          'ts-nocheck': true,
          'ts-expect-error': 'allow-with-description',
          minimumDescriptionLength: 10,
        },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `return reply.send()` and `return node.forEach(walk)` are how an early end is written.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A string is spread into its code points on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // There are no enums here (erasableSyntaxOnly), and looking for them is a fifth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // `void | Promise<void>` is how an event handler says that it may wait.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Naming a type once is how a reader of stored JSON says what it expects.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Attributes of elements may take async functions: React ignores what they return, and they catch their own errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // It does not see what another function changes while this one waits, nor what a library leaves untyped.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A handler is async by its type even where it does not wait for anything.
      '@typescript-eslint/require-await': 'off',
      'bureau/no-default-export': 'error',
    },
  },
  {
    name: 'product',
    files: PRODUCT,
    ignores: TESTS,
    rules: { 'bureau/no-console': 'error', 'bureau/no-process-env': 'error', 'bureau/no-sql-text': 'error' },
  },
  {
    name: 'settings are read in one place',
    files: ['server/platform/config.ts', 'server/main.ts'],
    rules: { 'bureau/no-process-env': 'off' },
  },
  {
    name: 'SQL lives here',
    files: ['**/*.sql.ts', 'server/platform/**', 'server/migrations/**'],
    rules: { 'bureau/no-sql-text': 'off' },
  },
  {
    name: 'rules are pure',
    files: ['domain/**/*.ts'],
    ignores: TESTS,
    rules: { 'bureau/no-clock': 'error', 'bureau/no-chance': 'error' },
  },
  {
    name: 'browser',
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      'bureau/no-raw-html': 'error',
      'bureau/no-colour-literal': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // These two speak to React's compiler, which is not used: one refuses TanStack, one any prop that holds a ref.
      'react-hooks/incompatible-library': 'off',
      'react-hooks/refs': 'off',
    },
  },
  {
    name: 'the palette, and drawings of papers',
    files: ['web/ui/theme.ts', 'web/kit/sampleDocuments.ts'],
    rules: { 'bureau/no-colour-literal': 'off' },
  },
  {
    name: 'tests',
    files: [...TESTS, 'e2e/**/*.ts', 'tools/testing/**', 'drills/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'bureau/no-colour-literal': 'off',
      // A test looks into replies and files that it does not trust to have a type; its assertions are the check.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { name: 'tools that demand a default', files: TOOL_CONFIGS, rules: { 'bureau/no-default-export': 'off' } },
);
