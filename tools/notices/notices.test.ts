import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closureOf, noticesOf, problemsOf, renderNotices } from './notices.ts';

const PACKAGES = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { shared: '1' } },
  'node_modules/b': { version: '2.0.0', license: 'ISC', optionalDependencies: { shared: '2', absent: '1' } },
  'node_modules/b/node_modules/shared': { version: '2.0.0', license: 'MIT' },
  'node_modules/shared': { version: '1.0.0', license: 'MIT' },
  'node_modules/tool': { version: '1.0.0', license: 'MIT' },
};

it('follows what a package brings, each where Node finds it', () => {
  expect([...closureOf(PACKAGES, ['b'])]).toEqual(['node_modules/b', 'node_modules/b/node_modules/shared']);
  expect([...closureOf(PACKAGES, ['a', 'nowhere'])]).toEqual(['node_modules/a', 'node_modules/shared']);
});

it('prints the text of each licence once, with the packages that have it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bureau-notices-'));
  try {
    for (const [name, text] of Object.entries({ a: 'Same terms', shared: 'Same terms', b: 'Other terms' })) {
      await mkdir(join(root, 'node_modules', name), { recursive: true });
      await writeFile(join(root, 'node_modules', name, 'LICENSE.md'), `${text}\n`);
    }
    const notices = noticesOf(root, PACKAGES, closureOf(PACKAGES, ['a', 'b']));
    expect(notices.map(({ name }) => name)).toEqual(['a', 'b', 'shared']);
    const printed = renderNotices(notices);
    expect(printed.match(/Same terms/g)).toHaveLength(1);
    expect(printed).toContain('a 1.0.0 (MIT)\nshared 1.0.0 (MIT)\n\nSame terms\n');
    expect(printed).toContain('b 2.0.0 (ISC)\n\nOther terms\n');
  } finally {
    await rm(root, { recursive: true });
  }
});

it('refuses a package without a licence, and one whose licence would bind the product', () => {
  const notice = (licence: string) => ({ name: licence || 'none', version: '1.0.0', licence, texts: [] });
  const licences = [
    '',
    'AGPL-3.0-only',
    'GPL-2.0',
    'MIT OR GPL-2.0',
    '(GPL-2.0 OR MIT)',
    'LGPL-3.0-or-later',
  ];
  expect(problemsOf(licences.map(notice))).toEqual([
    'none names no licence',
    'AGPL-3.0-only is under AGPL-3.0-only',
    'GPL-2.0 is under GPL-2.0',
  ]);
});
