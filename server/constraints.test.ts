import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** Users can violate the unique indexes named `…_unique`. Without a sentence in its module a violation answers 500. */

/** The server chooses these values. */
const NEVER_TYPED = ['request_ref_no_unique'];

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file));

const uniqueIndexes = filesOf('migrations/*.sql').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/create unique index (?:concurrently )?(\w+_unique)\b/g)].map(
    ([, name = '']) => name,
  ),
);

test('every unique index that users can violate has a sentence in its module', async () => {
  const modules = await Promise.all(
    filesOf('modules/*/index.ts').map(
      (file) => import(pathToFileURL(file).href) as Promise<Readonly<Record<string, object>>>,
    ),
  );
  const sentences = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      name.endsWith('_CONSTRAINTS') ? Object.keys(value) : [],
    ),
  );
  expect(uniqueIndexes.length).toBeGreaterThan(10);
  expect(uniqueIndexes.filter((name) => !sentences.includes(name))).toEqual(NEVER_TYPED);
});
