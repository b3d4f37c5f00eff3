import { describe, expect, it } from 'vitest';
import { checkFile, unlinkedDecisions } from './style.ts';

/** Joins halves, so that the check does not find the violations in its own test. */
const join = (...halves: string[]): string => halves.join('');

const lines = (count: number): string => 'export {};\n'.repeat(count);

const REFUSED: readonly (readonly [what: string, path: string, text: string])[] = [
  ['a note for later', 'server/a.ts', join('// TO', 'DO round half up')],
  ['a note for later in a page', 'docs/a.md', join('FIX', 'ME: say more')],
  ['a narrowed test', 'domain/a.test.ts', join('it.on', "ly('adds', () => {})")],
  ['a silenced test', 'domain/a.test.ts', join('describe.sk', "ip('fee', () => {})")],
  ['a journey put off', 'e2e/a.ts', join('test.fix', "me('signs in', () => {})")],
  ['a silenced compiler', 'server/a.ts', join('// @ts-', 'ignore because of a bad type upstream')],
  ['an unexplained type error', 'server/a.ts', join('// @ts-', 'expect-error')],
  ['an unexplained lint amnesty', 'web/a.tsx', join('// oxlint-', 'disable-next-line eqeqeq')],
  ['an amnesty explained in three letters', 'web/a.tsx', join('/* eslint-', 'disable eqeqeq -- old */')],
  ['a path under the root home', 'tools/a.ts', join("const at = '/ro", "ot/bureau';")],
  ['a temporary path', 'ops/a.sh', join('cp a /t', 'mp/out.txt')],
  ['a path of a workspace', 'docs/a.md', join('see /wo', 'rk/notes')],
  ['a registry host', 'docs/a.md', join('npm --from https://regis', 'try.example.org/')],
  ['a registry setting', '.npmrc', join('regis', 'try=https://packages.example.org/')],
  ['a conflict marker', 'README.md', `${'<'.repeat(7)} HEAD`],
  ['a colour in a style sheet of a screen', 'web/modules/home/Home.module.css', 'a { color: #1f5c4a; }'],
  ['a list paged by hand', 'web/modules/home/a.ts', 'const query = useInfiniteQuery({});'],
  [
    'a test for the end of the session',
    'web/patterns/a.tsx',
    'if (error instanceof SessionEndedError) return;',
  ],
  ['a connection opened by hand', 'tools/a.ts', join('const client = new pg.Cl', 'ient({});')],
  ['a metaphor in a comment', 'server/a.ts', join('// The do', 'or of this module')],
  [
    'a metaphor in a document',
    'docs/a.md',
    join('The gua', 'rd runs on every push. The gua', 'rd is slow.').replace('The', 'the'),
  ],
  ['a type named by a participle', 'web/a.tsx', join('interface As', 'ked {')],
  ['a file of 401 lines', 'server/a.ts', lines(401)],
];

const ALLOWED: readonly (readonly [what: string, path: string, text: string])[] = [
  ['an explained type error', 'server/a.ts', join('// @ts-', 'expect-error the published types omit this')],
  [
    'an explained amnesty',
    'web/a.tsx',
    join('// oxlint-', 'disable-line eqeqeq -- null and undefined are one'),
  ],
  ['an address that only ends alike', 'docs/a.md', 'https://example.org/work/page'],
  ['a relative path', 'tools/a.ts', "join(folder, './work/page')"],
  ['a function of that name in product code', 'server/a.ts', join('pages.sk', 'ip(3)')],
  ['the white of paper, declared in web/ui', 'web/ui/base.css', 'a { color: #fff; }'],
  [
    'a token in a style sheet',
    'web/modules/home/Home.module.css',
    'a { color: var(--mantine-color-ink-7); }',
  ],
  ['the one place that pages through lists', 'web/patterns/list/useList.ts', 'useInfiniteQuery({})'],
  ['the one place that opens connections', 'server/platform/db/client.ts', join('new pg.Cl', 'ient({})')],
  ['a metaphor in the changelog', 'CHANGELOG.md', join('The hou', 'se stands.')],
  ['a participle in a sentence', 'web/a.tsx', '// Made by the server.'],
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

  it('warns about a file of 301 lines and names its length', () => {
    expect(checkFile('web/a.tsx', lines(301))).toMatchObject([{ level: 'warning', line: 301 }]);
  });

  it('reports the line', () => {
    expect(checkFile('server/a.ts', join('const a = 1;\n\n// HA', 'CK\n'))).toMatchObject([{ line: 3 }]);
  });

  it('finds a decision that the index does not link', () => {
    const paths = ['docs/decisions/README.md', 'docs/decisions/0001-money.md', 'docs/decisions/0002-jobs.md'];
    const found = unlinkedDecisions(paths, '- [Money](0001-money.md)\n- 0002-jobs.md is on its way');
    expect(found.map(({ path }) => path)).toEqual(['docs/decisions/0002-jobs.md']);
  });
});
