import '#server/app.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';

/** A statement of a list that is paged by key: its direction and its page are part of its name. */
const KEYSET_NAME = /\.(?<direction>up|down)\.(?<page>first|later)(?=\.|$)/;
/** A list that has its own statements. */
const LIST_NAME = /\.list(?=\.|$)/;

const HEADER = `-- @generated The final SQL of every list. Do not edit it: \`npm run lists\` writes it, and a test fails when it is stale.
--
-- A list that is paged by key is shown by the statements that read upwards and go on after a key. Its other statements
-- differ from these only so: the first page lacks the condition on the key, and downwards the order and the comparison
-- are turned round. A test proves it.
`;

/** Of the same list the statement that reads in this direction and this page. */
const counterpart = (name: string, direction: string, page: string): string =>
  name.replace(KEYSET_NAME, `.${direction}.${page}`);

/** The text of a statement that goes on after a key, turned round. */
const downwards = (text: string): string =>
  text
    .replaceAll('sort_key asc, key asc', 'sort_key desc, key desc')
    .replaceAll(/> (?=\(\$\d+::(?:text|integer), \$\d+::integer\))/g, '< ');

/** The text of a statement that goes on after a key, without the condition on it. */
const fromTheFirst = (text: string): string =>
  text.replaceAll(/ and \((?:(?! and ).)*? [<>] \(\$\d+::(?:text|integer), \$\d+::integer\)/g, '');

const statements = new Map(declaredStatements().map((statement) => [statement.name, statement]));

/** The name of the statement that shows this one in the file. */
export function shownBy({ name }: Pick<Statement, 'name'>): string {
  const upwards = counterpart(name, 'up', 'later');
  return statements.has(upwards) ? upwards : counterpart(name, 'down', 'later');
}

/** What the text of a statement should be, made from the statement that shows it. */
export function derivedText({ name }: Pick<Statement, 'name'>): string | undefined {
  const shown = shownBy({ name });
  const [wanted, given] = [KEYSET_NAME.exec(name)?.groups, KEYSET_NAME.exec(shown)?.groups];
  const later = statements.get(shown)?.text;
  if (later === undefined || wanted === undefined) return later;
  const turned = wanted['direction'] === given?.['direction'] ? later : downwards(later);
  return wanted['page'] === 'later' ? turned : fromTheFirst(turned);
}

export const listStatements = (): readonly Statement[] =>
  [...statements.values()].filter(({ name }) => KEYSET_NAME.test(name) || LIST_NAME.test(name));

const written = ({ name, text, isReplanned }: Statement): string =>
  [
    `-- ${name}${isReplanned ? ' (planned at each call)' : ''}`,
    ...text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ].join('\n');

/** The committed file of lists: where it lies, and what it holds when it is up to date. */
export const listsFile = (): { readonly path: URL; readonly text: string } => ({
  path: new URL('../../server/lists.sql', import.meta.url),
  text: [
    HEADER,
    ...listStatements()
      .filter((statement) => shownBy(statement) === statement.name)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((statement) => `${written(statement)};\n`),
  ].join('\n'),
});
