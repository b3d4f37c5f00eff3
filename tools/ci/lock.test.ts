import { describe, expect, it } from 'vitest';
import { lockProblems } from './lock.ts';

const part = { version: '1.2.3', integrity: 'sha512-abc' };
const lockOf = (zod: object): Parameters<typeof lockProblems>[1] => ({
  lockfileVersion: 3,
  packages: { '': {}, 'node_modules/zod': { ...part, ...zod } },
});
const manifest = { dependencies: { zod: '1.2.3' } };

describe('lock', () => {
  it('accepts exact pins with integrity hashes', () => {
    expect(lockProblems(manifest, lockOf({}))).toEqual([]);
  });

  it('accepts an exact pin under another name', () => {
    expect(lockProblems({ dependencies: { zod: 'npm:@a/zod@1.2.3' } }, lockOf({ name: '@a/zod' }))).toEqual(
      [],
    );
  });

  it.each([
    [
      'a range under another name',
      { dependencies: { zod: 'npm:other@^1.2.3' } },
      lockOf({ name: 'other', version: '^1.2.3' }),
      'pin one version',
    ],
    [
      'another package under that name',
      { dependencies: { zod: 'npm:other@1.2.3' } },
      lockOf({}),
      'not what the lock holds',
    ],
    ['a range', { dependencies: { zod: '^1.2.3' } }, lockOf({ version: '^1.2.3' }), 'pin one version'],
    ['a tag', { devDependencies: { zod: 'latest' } }, lockOf({ version: 'latest' }), 'pin one version'],
    ['another version in the lock', manifest, lockOf({ version: '1.2.4' }), 'not what the lock holds'],
    [
      'a part the lock lacks',
      { dependencies: { zod: '1.2.3', pg: '1.0.0' } },
      lockOf({}),
      'not what the lock holds',
    ],
    [
      'the place it came from',
      manifest,
      lockOf({ resolved: 'https://packages.example.org/zod' }),
      'names the place',
    ],
    ['a part without its sum', manifest, lockOf({ integrity: undefined }), 'not pinned by its sha512'],
    ['an old format', manifest, { ...lockOf({}), lockfileVersion: 2 }, 'version 2'],
  ])('refuses %s', (_what, planted, lock, problem) => {
    expect(lockProblems(planted, lock)).toEqual([expect.stringContaining(problem)]);
  });
});
