import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { filesOf, type Manifest } from '../build/manifest.ts';
import { judge } from './budget.ts';

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'] },
  'modules/access/SignIn.tsx': { file: 'assets/SignIn.js', imports: ['index.html', '_react.js'] },
  'modules/masters/CountryScreen.tsx': { file: 'assets/CountryScreen.js', imports: ['_table.js'] },
  'modules/audit/AuditScreen.tsx': { file: 'assets/AuditScreen.js', imports: ['_table.js'] },
  'ui/base.css': { file: 'assets/base.css', isEntry: true },
};

const signIn = { screen: 'sign-in', lazyModules: ['web/modules/access/SignIn.tsx'], maxKilobytes: 160 };

/** Random bytes do not compress, so their compressed size is their size. */
const noise = (kilobytes: number): Buffer => randomBytes(kilobytes * 1000);

describe('size budget', () => {
  it('counts the entry, the screen and what they import, each file once and nothing else', () => {
    expect(filesOf(manifest, ['web/modules/masters/CountryScreen.tsx']).scripts.toSorted()).toEqual([
      'assets/CountryScreen.js',
      'assets/index.js',
      'assets/react.js',
      'assets/table.js',
    ]);
  });

  it('passes a screen within its budget', () => {
    const { within, line } = judge(signIn, manifest, () => noise(50));
    expect(within).toBe(true);
    expect(line).toMatch(/^sign-in: 150\.\d KB brotli \(150\.\d KB gzip\) in 3 files, at most 160 KB$/);
  });

  it('fails a screen over its budget', () => {
    const { within, line } = judge(signIn, manifest, () => noise(54));
    expect(within).toBe(false);
    expect(line).toMatch(/OVER$/);
  });

  it('fails a screen that is missing in the build, rather than counting zero bytes', () => {
    const gone = { ...signIn, lazyModules: ['web/modules/access/Login.tsx'] };
    expect(judge(gone, manifest, () => noise(1))).toEqual({
      within: false,
      line: 'sign-in: web/modules/access/Login.tsx is not a chunk of the build',
    });
  });

  it('fails a build without an entry', () => {
    expect(judge(signIn, {}, () => noise(1)).line).toBe('sign-in: the build has no entry');
  });
});
