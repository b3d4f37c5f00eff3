import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitOf } from './release.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bureau-release-'));
  mkdirSync(join(folder, 'server/migrations'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Drill', '-c', 'user.email=drill@bureau.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function commit(path: string, text: string): string {
  writeFileSync(join(folder, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', path);
  return git('rev-parse', 'HEAD');
}

it('a release is found after its history was written anew', async () => {
  const release = { version: '0.9.0', commit: 'b'.repeat(40), migrations: [] };
  git('init', '--quiet');
  commit('server/migrations/released.json', '[]');
  const released = commit('program.ts', 'the program');
  expect(await commitOf(release, folder)).toBeNull();
  commit('server/migrations/released.json', JSON.stringify([release], null, 2));
  commit('program.ts', 'a later program');
  const later = { ...release, version: '0.9.1' };
  commit('server/migrations/released.json', JSON.stringify([release, later], null, 2));
  expect(await commitOf(release, folder)).toBe(released);
  expect(await commitOf({ ...release, commit: released }, folder)).toBe(released);
});
