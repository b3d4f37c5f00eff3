/**
 * Builds the service worker: gives the build its name, writes it into the page, and the list of the build's files into
 * dist/web/sw.js.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'vite';

const BUILT_WEB = 'dist/web';
const BUILD_MARK = '__BUILD__';

/** Scripts, styles and the font of every page. Flags and other alphabets are loaded when they are shown. */
const FILES = ['assets/*.js', 'assets/*.css', 'assets/inter-latin-rupee-*.woff2'];

async function nameBuild(files: readonly string[]): Promise<string> {
  const page = await readFile(`${BUILT_WEB}/index.html`, 'utf8');
  const heads = await readFile(`${BUILT_WEB}/heads.json`, 'utf8');
  if (!page.includes(BUILD_MARK)) throw new Error('the page has no place for the name of the build');
  const name = createHash('sha256')
    .update(JSON.stringify([files, page, heads]))
    .digest('base64url')
    .slice(0, 12);
  await writeFile(`${BUILT_WEB}/index.html`, page.replace(BUILD_MARK, name));
  return name;
}

const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: BUILT_WEB }))
  .map((file) => `/${file}`)
  .toSorted();
const name = await nameBuild(files);
await build({
  configFile: false,
  root: 'web',
  publicDir: false,
  logLevel: 'warn',
  define: { BUILD: JSON.stringify(name), FILES: JSON.stringify(files) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    rolldownOptions: {
      input: 'web/worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
