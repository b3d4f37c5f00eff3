import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { derivedText, listsFile, listStatements, shownBy } from './lists.ts';

test('the file of lists is up to date; npm run lists renews it', () => {
  const { path, text } = listsFile();
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a statement that is not in the file differs from the one that shows it as the file says', () => {
  const statements = listStatements();
  const hidden = statements.filter((statement) => shownBy(statement) !== statement.name);
  expect(hidden.length).toBeGreaterThan(statements.length / 2);
  expect(
    hidden.filter((statement) => derivedText(statement) !== statement.text).map(({ name }) => name),
  ).toEqual([]);
});

/** Each statement is prepared by a test and kept by every connection, so their number must not grow by powers. */
test('a list with optional filters has one more statement for each, not twice as many', () => {
  const first = (list: string) =>
    listStatements()
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${list}.name.up.first`) && !name.includes('.found'));
  expect(first('budget.executives')).toEqual([
    'budget.executives.name.up.first',
    'budget.executives.name.up.first.who',
    'budget.executives.name.up.first.branch',
    'budget.executives.name.up.first.scope',
  ]);
});
