import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Each planted file and the one rule that must refuse it; `null` if the same text is allowed. */
const PLANTED: readonly (readonly [file: string, text: string, rule: string | null])[] = [
  ['server/a.ts', "console.log('x');", 'bureau/no-console'],
  ['tools/a.ts', "console.log('x');", null],
  ['contract/a.ts', 'export default 1;', 'bureau/no-default-export'],
  ['vite.config.ts', 'export default 1;', null],
  ['server/b.ts', "export const port = process.env['PORT'];", 'bureau/no-process-env'],
  ['server/c.ts', "import { env } from 'node:process';\nexport const all = env;", 'bureau/no-process-env'],
  ['server/platform/config.ts', "export const port = process.env['PORT'];", null],
  ['drills/a.ts', "export const port = process.env['PORT'];", null],
  ['server/outgoing1.ts', "export const page = fetch('https://example.com');", 'bureau/no-fetch'],
  ['server/outgoing2.ts', 'export const ask = globalThis.fetch;', 'bureau/no-fetch'],
  ['server/outgoing3.ts', "import { get } from 'node:https';\nexport const ask = get;", 'bureau/no-fetch'],
  ['server/platform/outside.ts', 'export const ask = globalThis.fetch;', null],
  ['tools/outgoing.ts', "export const page = fetch('https://example.com');", null],
  ['domain/a.ts', 'export const at = Date.now();', 'bureau/no-clock'],
  ['domain/b.ts', 'export const at = new Date();', 'bureau/no-clock'],
  ['domain/c.ts', "export const at = new Date('2026-04-01');", null],
  ['server/d.ts', 'export const at = new Date();', null],
  ['domain/c.test.ts', 'export const at = new Date();', null],
  ['domain/d.ts', 'export const lot = Math.random();', 'bureau/no-chance'],
  ['web/a.tsx', "export const style = { color: '#1f5c4a' };", 'bureau/no-colour-literal'],
  ['web/b.tsx', "export const border = '1px solid #ccc';", 'bureau/no-colour-literal'],
  [
    'web/c.tsx',
    'export const wash = (alpha: number) => `rgba(0, 0, 0, ${alpha})`;',
    'bureau/no-colour-literal',
  ],
  ['web/d.tsx', "export const link = '/#reset=abc';", null],
  ['web/ui/theme.ts', "export const ink = '#1f5c4a';", null],
  ['web/e.tsx', "export const raw = { dangerouslySetInnerHTML: { __html: '' } };", 'bureau/no-raw-html'],
  ['server/e.ts', "export const text = 'select 1 from request where id = $1';", 'bureau/no-sql-text'],
  [
    'server/f.ts',
    'export const text = (name: string) => `SELECT ${name} FROM request r`;',
    'bureau/no-sql-text',
  ],
  ['server/g.ts', "export const text = 'update request set state = 1';", 'bureau/no-sql-text'],
  ['server/h.ts', "export const text = 'with due as (select 1) select 2';", 'bureau/no-sql-text'],
  ['web/f.ts', "export const text = 'Select a branch from the list';", null],
  ['server/modules/notes/notes.sql.ts', "export const text = 'select 1 from request where id = $1';", null],
  ['server/platform/health.ts', "export const text = 'select 1 from request where id = $1';", null],
  ['server/n.ts', 'export const points = (text: string) => [...text];', null],
  [
    'domain/e.ts',
    'export const isNested = (text: string) => /^(?:a+)+$/.test(text);',
    'regexp/no-super-linear-backtracking',
  ],
  [
    'web/h.ts',
    String.raw`export const isLoose = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);`,
    'regexp/no-super-linear-backtracking',
  ],
  [
    'server/o.ts',
    "export const trim = (text: string) => text.replace(/0+$/, '');",
    'regexp/no-super-linear-move',
  ],
  ['server/p.ts', 'export const isRow = (text: string) => /^a+b$/.test(text);', null],
  ['server/i.ts', 'export const same = (a: unknown) => a == 1;', 'eslint/eqeqeq'],
  ['server/j.ts', 'export function go() { Promise.resolve(1); }', 'typescript/no-floating-promises'],
  [
    'server/k.ts',
    "export function f(kind: 'a' | 'b') { switch (kind) { case 'a': return 1; } return 2; }",
    'typescript/switch-exhaustiveness-check',
  ],
  [
    'server/l.ts',
    '// @ts-' + 'ignore the types are wrong here\nexport const l = 1;',
    'typescript/ban-ts-comment',
  ],
  ['server/m.ts', '// @ts-' + 'expect-error\nexport const m = 1;', 'typescript/ban-ts-comment'],
  [
    'web/g.tsx',
    "import { useState } from 'react';\nexport function G(p: { on: boolean }) { if (p.on) { useState(1); } return null; }",
    'react-hooks/rules-of-hooks',
  ],
];

const COPIED = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'web/tsconfig.json',
  'oxlint.config.ts',
  'tools/lint',
];

/** What the linter refuses in a folder. A refusal is the reason for its exit code, so that is no error here. */
async function refusals(folder: string): Promise<readonly Refusal[]> {
  const { stdout } = await promisify(execFile)(
    join(ROOT, 'node_modules/.bin/oxlint'),
    ['--format=json', ...PLANTED.map(([file]) => file)],
    {
      cwd: folder,
    },
  ).catch((error: unknown) => error as { stdout: string });
  return (JSON.parse(stdout) as { diagnostics: Refusal[] }).diagnostics;
}

/** `bureau(no-clock)` is the rule bureau/no-clock. */
const ruleOf = (code: string): string => code.replace('(', '/').replace(')', '');

interface Refusal {
  readonly filename: string;
  readonly code: string;
}

describe('the project rules of oxlint.config.ts', () => {
  let folder = '';
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bureau-lint-'));
    for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, text] of PLANTED) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${text}\n`);
    }
    for (const { filename, code } of await refusals(folder))
      found.set(filename, [...(found.get(filename) ?? []), ruleOf(code)]);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(PLANTED)('%s: %s', (file, _text, rule) => {
    expect(found.get(file) ?? []).toEqual(rule === null ? [] : [rule]);
  });
});
