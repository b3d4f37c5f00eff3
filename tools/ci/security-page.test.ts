import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** docs/security.md must judge every requirement once, name only what exists, and count correctly. */

const ROOT = new URL('../../', import.meta.url);
const PAGE = new URL('docs/security.md', ROOT);
const STATES = ['met', 'partly', 'no', 'n/a'] as const;

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0 has. They are the first ones of the section. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const page = readFileSync(PAGE, 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
const [tables = '', afterTables = ''] = page.split('## What is not met, and what to do');
const [plan = '', count = ''] = afterTables.split('## Count');

const judged = rowsOf(tables)
  .filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
  .map(([number = '', subject = '', state = '', how = '', tested = '']) => ({
    number,
    chapter: number.split('.')[0] ?? '',
    subject,
    state,
    how,
    tested,
  }));

/** The texts in backticks. */
const quoted = [...new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text))];

describe('docs/security.md', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, size]) =>
      Array.from({ length: size }, (_, index) => `${section}.${index + 1}`),
    );
    expect(judged.map(({ number }) => number)).toEqual(wanted);
  });

  test('gives each a subject of at most ten words, a known state, and says how', () => {
    const wrong = judged.filter(
      ({ subject, state, how, tested }) =>
        subject === '' ||
        subject.split(' ').length > 10 ||
        !(STATES as readonly string[]).includes(state) ||
        how === '' ||
        tested === '',
    );
    expect(wrong).toEqual([]);
  });

  test('names only files that exist', () => {
    const paths = quoted.filter((text) => /^(?:[\w@.-]+\/)+[\w@.-]*$|^[\w.-]+\.(?:json|ts)$/.test(text));
    const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    expect(links.filter((target) => !existsSync(new URL(target, PAGE)))).toEqual([]);
  });

  test('links to headings that it has', () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const wanted = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
    expect(wanted.filter((target) => !headings.includes(target))).toEqual([]);
  });

  test('names only settings that exist', () => {
    const known = readFileSync(new URL('server/platform/config.ts', ROOT), 'utf8');
    const settings = quoted.filter((text) => /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(text));
    expect(settings.filter((name) => !known.includes(`\n  ${name}: `))).toEqual([]);
  });

  test('says what to do about everything that is not met, and about nothing else', () => {
    const open = judged.filter(({ state }) => state === 'partly' || state === 'no');
    const planned = [...plan.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([number]) => number);
    expect(planned.sort()).toEqual(open.map(({ number }) => number).sort());
  });

  test('counts its rows', () => {
    const rows = rowsOf(count).filter(([, met = '']) => /^\d+$/.test(met));
    const written = rows.map(([chapter = '', ...numbers]) => [chapter.split(' ')[0], ...numbers.map(Number)]);
    const countOf = (chapter: string) => {
      const own = judged.filter((row) => chapter === 'all' || row.chapter === chapter);
      return [chapter, ...STATES.map((state) => own.filter((row) => row.state === state).length), own.length];
    };
    const chapters = [...new Set(judged.map(({ chapter }) => chapter)), 'all'];
    expect(written).toEqual(chapters.map(countOf));
  });
});
