import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '#contract/all.ts';
import { callName } from '#contract/define.ts';
import { PATHS, REDIRECTS } from '#web/app/paths.ts';

/** docs/readings.md must list everything that the product adds to the specification, and nothing else. */

/** The route table of 000 §2.1, with /uploaddata, which the specification names beside /uploadxlsx. */
const SPECIFIED = [
  '/home',
  '/changepassword',
  '/country-list',
  '/state-list',
  '/city-list',
  '/currency',
  '/right',
  '/user-list',
  '/entity',
  '/ibr',
  '/rate-card',
  '/contract',
  '/newfxrequest',
  '/requestdetail',
  '/cnout',
  '/cnaccept',
  '/cnraccept',
  '/inhandreport',
  '/inoutreport',
  '/budget',
  '/misbudget',
  '/tasksheet',
  '/assessment',
  '/autorates',
  '/autorates/:id',
  '/discrepancy',
  '/uploadxlsx',
  '/uploaddata',
  '/guidelines',
  '/flash',
  '/flash-discrepancy',
  '/franchise-licensedoc',
  '/renewal-documents/:entityKey',
  '/ratebatch/:upkey/:uptyp/:upid',
  '/cf/:orderid/:ordertoken',
  '/new-request',
  '/in-progress',
];

const text = readFileSync(new URL('../../docs/readings.md', import.meta.url), 'utf8');
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
const tableRows = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| --'))
    .map(cellsOf);

const ADDED_TITLE = '## Screens and keys that the product adds';
const [readings = '', added = ''] = text.split(ADDED_TITLE);
const places = new Set(tableRows(readings).map(([place]) => place));
/** Route and right key of each screen that the product adds. */
const addedScreens = new Map(
  tableRows(added)
    .filter(([, route = '']) => /^\/[a-z]/.test(route))
    .map(([, route = '', key = '']) => [route, key.split(' ')[0] ?? '']),
);

const CITATION = /docs\/readings\.md: ([^;]+)/g;
const citations = CONTRACT.flatMap(({ declared }) =>
  [...declared.source.matchAll(CITATION)].map(
    ([, place = '']) => [callName(declared), place.trim()] as const,
  ),
);

/** The files of a row, such as domain/audit/flags.ts; `*` stands for several of one name. */
const FILE = /\b(?:contract|domain|e2e|server|tools|web)\/[\w./-]+\.(?:\*|[a-z]+)/g;
const files = new Set(tableRows(readings).flatMap((row) => row.at(-1)?.match(FILE) ?? []));

describe('docs/readings.md', () => {
  test('each row names files that are there', () => {
    expect([...files].filter((file) => globSync(file).length === 0)).toEqual([]);
    expect(files.size).toBeGreaterThan(100);
  });

  test.each(citations)('%s cites an existing row: %s', (_, place) => {
    expect(places).toContain(place);
  });

  test('a call that cites no row cites the specification', () => {
    const neither = CONTRACT.map(({ declared }) => declared)
      .filter(({ source }) => !/\b00[012] §\d/.test(source) && !/docs\/readings\.md: \S/.test(source))
      .map(callName);
    expect(neither).toEqual([]);
    expect(citations.length).toBeGreaterThan(40);
  });

  test('000 §2.1: lists exactly the screens that the specification does not name', () => {
    const paths = [...Object.keys(PATHS), ...Object.keys(REDIRECTS)];
    expect([...addedScreens.keys()].sort()).toEqual(paths.filter((path) => !SPECIFIED.includes(path)).sort());
    expect(SPECIFIED.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test.each([...addedScreens])('000 §6: %s has the right key that it lists: %s', (route, key) => {
    expect((PATHS as Readonly<Record<string, string>>)[route]).toBe(key);
  });
});
