import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * mantine.css lists the style files of the Mantine components in use, a third of the whole. A component without its
 * styles looks broken on one screen only, so this test compares the list with the imports of web/.
 */
const web = fileURLToPath(new URL('../web', import.meta.url));
const packages = join(web, '../node_modules/@mantine');
const styles = join(packages, 'core/styles');

const FOUNDATION = ['baseline', 'default-css-variables', 'global'];

const namesIn = (list = '') =>
  list.split(',').flatMap((name) => /^\s*(?:type\s+)?([A-Z]\w+)/.exec(name)?.[1] ?? []);

/** Follows a module through Mantine's packages and records every visited module. */
function walk(module: string, seen: Set<string>): void {
  if (seen.has(module)) return;
  seen.add(module);
  const source = readFileSync(module, 'utf8');
  for (const [, path] of source.matchAll(/from "(\.[^"]+\.mjs)"/g)) {
    if (path) walk(join(dirname(module), path), seen);
  }
  walkImports(source, seen);
}

function walkImports(source: string, seen: Set<string>): void {
  for (const [, list, name] of source.matchAll(/import \{([^}]*)\} from ['"]@mantine\/(\w+)['"]/g)) {
    if (!name || name === 'hooks' || name === 'store') continue;
    const index = readFileSync(join(packages, name, 'esm/index.mjs'), 'utf8');
    for (const part of namesIn(list)) {
      const path = new RegExp(`import \\{[^}]*\\b${part}\\b[^}]*\\} from "\\./([^"]+)"`).exec(index)?.[1];
      if (path) walk(join(packages, name, 'esm', path), seen);
    }
  }
}

function stylesNeeded(): string[] {
  const seen = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) {
    walkImports(readFileSync(join(web, file), 'utf8'), seen);
  }
  const names = [...seen].flatMap((module) => /core\/esm\/.*\/([^/]+)\.module\.mjs$/.exec(module)?.[1] ?? []);
  return names.filter((name) => existsSync(join(styles, `${name}.css`)));
}

/** Mantine's own order: later files override earlier ones. */
function inOrder(names: Iterable<string>): string[] {
  const all = readFileSync(join(packages, 'core/styles.css'), 'utf8');
  const place = (name: string) => {
    const firstClass = /\.m_[0-9a-f]+/.exec(readFileSync(join(styles, `${name}.css`), 'utf8'));
    return firstClass ? all.indexOf(firstClass[0]) : -1;
  };
  return [...new Set(names)].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

it('mantine.css lists exactly the styles of the Mantine components that web/ uses, in order', () => {
  const listed = readFileSync(join(web, 'ui/mantine.css'), 'utf8').match(/^@import.*;$/gm);
  const needed = [...FOUNDATION, ...inOrder(stylesNeeded())];
  expect(listed).toEqual(needed.map((name) => `@import '@mantine/core/styles/${name}.css';`));
});
