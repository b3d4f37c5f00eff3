import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { filesOf, judge, type Manifest } from './budget.ts';

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'] },
  'rooms/access/SignIn.tsx': { file: 'assets/SignIn.js', imports: ['index.html', '_react.js'] },
  'rooms/masters/CountryScreen.tsx': { file: 'assets/CountryScreen.js', imports: ['_table.js'] },
  'rooms/audit/AuditScreen.tsx': { file: 'assets/AuditScreen.js', imports: ['_table.js'] },
  'ui/base.css': { file: 'assets/base.css', isEntry: true },
};

const signIn = { screen: 'sign-in', lazyModules: ['web/rooms/access/SignIn.tsx'], maxKilobytes: 160 };

/** Noise does not compress, so a file of it weighs what it measures. */
const noise = (kilobytes: number): Buffer => randomBytes(kilobytes * 1000);

describe('size budget', () => {
  it('counts the entry, the screen and what they import, each file once and nothing else', () => {
    expect(filesOf(manifest, ['web/rooms/masters/CountryScreen.tsx']).toSorted()).toEqual([
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

  it('fails a screen that the build does not hold, rather than weighing nothing', () => {
    const gone = { ...signIn, lazyModules: ['web/rooms/access/Login.tsx'] };
    expect(judge(gone, manifest, () => noise(1))).toEqual({
      within: false,
      line: 'sign-in: web/rooms/access/Login.tsx is not a chunk of the build',
    });
  });

  it('fails a build without an entry', () => {
    expect(judge(signIn, {}, () => noise(1)).line).toBe('sign-in: the build has no entry');
  });
});
