import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTENTS, HELP_OF } from '../../web/app/help/helpOf.ts';
import { headingsOf, type Block, type HelpPage, type Piece } from '../../web/app/help/page.ts';
import { PATHS, type Path } from '../../web/app/paths.ts';
import { readHelpPage } from './help.ts';

const PAGES: ReadonlyMap<string, HelpPage> = new Map(
  globSync('docs/help/*.md').map((file) => [basename(file, '.md'), readHelpPage(readFileSync(file, 'utf8'))]),
);

const read = (pattern: string): string =>
  globSync(pattern)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/** Every text that the product can show, as the source has it. */
const TEXTS = ['web/texts/*.ts', '{domain,server,contract}/**/*.ts']
  .map(read)
  .join('\n')
  .replaceAll(String.raw`\'`, "'");

/** The keys that some screen binds or names. */
const KEYS = [...read('web/**/*.{ts,tsx}').matchAll(/\bkeys: (?:'([^']+)'|`([^`]+)`)/g)].map(
  ([, plain, made]) => plain ?? made?.replace(/\$\{[^}]+\}/, '#') ?? '',
);
const isBound = (key: string) => KEYS.includes(key) || KEYS.includes(key.replace(/\d$/, '#'));

const piecesOf = (block: Block): readonly Piece[] => {
  if (block[0] === 'heading') return [];
  return block[0] === 'text' ? block[1] : block[1].flat();
};
const allPieces = (page: HelpPage) => page.blocks.flatMap(piecesOf);

/** One line for each finding, so that a failure names the page. */
const findings = (find: (page: HelpPage) => readonly string[]): readonly string[] =>
  [...PAGES].flatMap(([id, page]) => find(page).map((found) => `${id}: ${found}`));

describe('the help pages', () => {
  it('exist for every screen that needs a sign-in, and for no public page', () => {
    for (const [path, page] of Object.entries(HELP_OF)) {
      if (PATHS[path as Path] === 'public') expect([path, page]).toEqual([path, null]);
      else expect([path, PAGES.has(page ?? '')]).toEqual([path, true]);
    }
  });

  it('link to pages that exist, and the contents link to all of them', () => {
    const links = (page: HelpPage) =>
      allPieces(page).flatMap((piece) => (piece[0] === 'link' ? [piece[1] ?? ''] : []));
    expect(findings((page) => links(page).filter((link) => !PAGES.has(link)))).toEqual([]);
    const contents = PAGES.get(CONTENTS);
    const listed = contents === undefined ? [] : links(contents);
    expect([...PAGES.keys()].filter((id) => id !== CONTENTS).toSorted()).toEqual(listed.toSorted());
  });

  it('name only keys that a screen binds', () => {
    const keys = (page: HelpPage) =>
      allPieces(page).flatMap((piece) => (piece[0] === 'key' ? [piece[1] ?? ''] : []));
    expect(findings((page) => keys(page).filter((key) => !isBound(key)))).toEqual([]);
  });

  it('quote only texts that the product shows', () => {
    const quoted = (page: HelpPage) =>
      allPieces(page).flatMap((piece) => (piece[0] === 'shown' ? [piece[1] ?? ''] : []));
    const isShown = (text: string) => text.split('…').every((part) => TEXTS.includes(part.trim()));
    expect(findings((page) => quoted(page).filter((text) => !isShown(text)))).toEqual([]);
  });

  it('have no heading twice, so that a search leads to the right one', () => {
    expect(findings((page) => headingsOf(page).filter((each, at, all) => all.indexOf(each) !== at))).toEqual(
      [],
    );
  });
});

describe('readHelpPage', () => {
  it('reads headings, sentences, lists, keys, quoted texts and links', () => {
    expect(readHelpPage('# T\n\nSee **Save**, `Esc` & [A](a-b.md).\n\n## H\n\n1. One\n2. Two\n')).toEqual({
      title: 'T',
      blocks: [
        ['text', ['See ', ['shown', 'Save'], ', ', ['key', 'escape'], ' & ', ['link', 'a-b', 'A'], '.']],
        ['heading', 'H'],
        ['steps', [['One'], ['Two']]],
      ],
    });
  });

  it.each([
    ['raw HTML', '# T\n\n<b>x</b>\n'],
    ['HTML in a sentence', '# T\n\na <img src=x onerror=alert(1)> b\n'],
    ['a link elsewhere', '# T\n\n[x](javascript:alert(1))\n'],
    ['a picture', '# T\n\n![x](x.png)\n'],
    ['no title', 'x\n'],
  ])('refuses %s', (_what, markdown) => {
    expect(() => readHelpPage(markdown)).toThrow();
  });
});
