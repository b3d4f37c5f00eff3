import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { commitOf, VERSION } from './version.ts';

const ROOT = new URL('../../', import.meta.url);

it('is that of package.json', async () => {
  const { version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
    version: string;
  };
  expect(VERSION.version).toBe(version);
});

it.each([
  ['$Format:%H$\n', 'unknown'],
  [`${'0a'.repeat(20)}\n`, '0a'.repeat(20)],
  ['', 'unknown'],
])('the commit in %j', (text, commit) => {
  expect(commitOf(text)).toBe(commit);
});

it('git archive writes the commit of a release into it', async () => {
  expect(await readFile(new URL('.gitattributes', ROOT), 'utf8')).toContain('server/commit export-subst\n');
  expect(await readFile(new URL('server/commit', ROOT), 'utf8')).toContain('$Format:%H$');
});
