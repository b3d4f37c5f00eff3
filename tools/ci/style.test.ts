import { describe, expect, it } from 'vitest';
import { checkFile, unlinkedDecisions } from './style.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);

/** Written in two halves, so that the check does not find its own test. */
const REFUSED: readonly (readonly [what: string, path: string, text: string])[] = [
  ['a note for later', 'server/a.ts', `// ${'TO' + 'DO'} round half up`],
  ['a note for later in a page', 'docs/a.md', `${'FIX' + 'ME'}: say more`],
  ['a narrowed test', 'domain/a.test.ts', `it.${'only'}('adds', () => {})`],
  ['a silenced test', 'domain/a.test.ts', `describe.${'skip'}('fee', () => {})`],
  ['a journey put off', 'e2e/a.ts', `test.${'fixme'}('signs in', () => {})`],
  ['a silenced compiler', 'server/a.ts', `// @ts-${'ignore'} because of a bad type upstream`],
  ['an unexplained type error', 'server/a.ts', `// @ts-${'expect-error'}`],
  ['an unexplained lint amnesty', 'web/a.tsx', `// eslint-${'disable'}-next-line eqeqeq`],
  ['a lint amnesty explained in three letters', 'web/a.tsx', `/* eslint-${'disable'} eqeqeq -- old */`],
  ['a path under the root home', 'tools/a.ts', `const at = '${'/ro'}ot/bureau';`],
  ['a temporary path', 'ops/a.sh', `cp a ${'/t'}mp/out.txt`],
  ['a path of a workspace', 'docs/a.md', `see ${'/wo'}rk/notes`],
  ['a registry host', 'docs/a.md', `npm --from https://${'registry'}.example.org/`],
  ['a registry setting', '.npmrc', `${'registry'}=https://packages.example.org/`],
  ['a conflict marker', 'README.md', `${'<'.repeat(7)} HEAD`],
  ['a colour in a style sheet', 'web/ui/base.css', 'a { color: #1f5c4a; }'],
  ['a file of 401 lines', 'server/a.ts', lines(401)],
];

const ALLOWED: readonly (readonly [what: string, path: string, text: string])[] = [
  [
    'an explained type error',
    'server/a.ts',
    `// @ts-${'expect-error'} the published types omit this overload`,
  ],
  [
    'an explained amnesty',
    'web/a.tsx',
    `// eslint-${'disable'}-next-line eqeqeq -- null and undefined are one here`,
  ],
  ['an address that only ends alike', 'docs/a.md', 'https://example.org/work/page'],
  ['a relative path', 'tools/a.ts', "join(folder, './work/page')"],
  ['a function of that name in product code', 'server/a.ts', `pages.${'skip'}(3)`],
  ['a token in a style sheet', 'web/ui/base.css', 'a { color: var(--mantine-color-ink-7); }'],
  ['a file of 300 lines', 'server/a.ts', lines(300)],
  ['a long generated file', 'server/a.ts', `/* @generated */\n${lines(900)}`],
];

describe('style', () => {
  it.each(REFUSED)('refuses %s', (_what, path, text) => {
    expect(checkFile(path, text).map(({ level }) => level)).toEqual(['failure']);
  });

  it.each(ALLOWED)('allows %s', (_what, path, text) => {
    expect(checkFile(path, text)).toEqual([]);
  });

  it('warns of a file of 301 lines, and says how long it is', () => {
    expect(checkFile('web/a.tsx', lines(301))).toMatchObject([{ level: 'warning', line: 301 }]);
  });

  it('points at the line', () => {
    expect(checkFile('server/a.ts', `const a = 1;\n\n// ${'HA' + 'CK'}\n`)).toMatchObject([{ line: 3 }]);
  });

  it('finds the decision that the index does not link', () => {
    const paths = ['docs/decisions/README.md', 'docs/decisions/0001-money.md', 'docs/decisions/0002-jobs.md'];
    const found = unlinkedDecisions(paths, '- [Money](0001-money.md)\n- 0002-jobs.md is on its way');
    expect(found.map(({ path }) => path)).toEqual(['docs/decisions/0002-jobs.md']);
  });
});
