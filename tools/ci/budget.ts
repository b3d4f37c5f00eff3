/**
 * Weighs the JavaScript that a person waits for before a screen works: the page's entry, the screen's own
 * chunk, and everything both import. Brotli decides, because that is what the server sends.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A screen, the modules loaded lazily for it, and what it may weigh. */
export interface Budget {
  readonly screen: string;
  readonly lazyModules: readonly string[];
  readonly maxKilobytes: number;
}

/** The budgets of the product. A module that is renamed must be renamed here, or the check fails. */
const BUDGETS: readonly Budget[] = [
  { screen: 'sign-in', lazyModules: ['web/rooms/access/SignIn.tsx'], maxKilobytes: 160 },
  {
    screen: 'country list',
    lazyModules: [
      'web/app/SignedIn.tsx',
      'web/app/AppShell.tsx',
      'web/app/ScreenFrame.tsx',
      'web/rooms/masters/country.tsx',
    ],
    maxKilobytes: 230,
  },
  {
    screen: 'IBR',
    lazyModules: [
      'web/app/SignedIn.tsx',
      'web/app/AppShell.tsx',
      'web/app/ScreenFrame.tsx',
      'web/rooms/rates/ibr/IbrScreen.tsx',
    ],
    maxKilobytes: 230,
  },
];

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** Vite's list of what it built, by the module each chunk starts from. */
export type Manifest = Readonly<Record<string, Chunk>>;

const WEB_ROOT = 'web/';
const BYTES_PER_KILOBYTE = 1000;

/** The files of the entry, of the named modules, and of all they import, each once. */
export function filesOf(manifest: Manifest, lazyModules: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  if (entries.length === 0) throw new Error('the build has no entry');
  const waiting = [...entries, ...lazyModules.map((module) => module.replace(WEB_ROOT, ''))];
  const files = new Map<string, string>();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (files.has(key)) continue;
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${WEB_ROOT}${key} is not a chunk of the build`);
    files.set(key, chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...new Set(files.values())].filter((file) => file.endsWith('.js'));
}

interface Weight {
  readonly brotliBytes: number;
  readonly gzipBytes: number;
}

function weigh(bytes: Buffer): Weight {
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    brotliBytes: brotliCompressSync(bytes, { params: best }).length,
    gzipBytes: gzipSync(bytes, { level: 9 }).length,
  };
}

/** The verdict on one budget, with the line that is shown for it. */
export function judge(
  budget: Budget,
  manifest: Manifest,
  read: (file: string) => Buffer,
): { readonly within: boolean; readonly line: string } {
  try {
    const files = filesOf(manifest, budget.lazyModules);
    const weights = files.map((file) => weigh(read(file)));
    const kilobytes = (of: (weight: Weight) => number): number =>
      weights.reduce((sum, weight) => sum + of(weight), 0) / BYTES_PER_KILOBYTE;
    const brotli = kilobytes(({ brotliBytes }) => brotliBytes);
    const gzip = kilobytes(({ gzipBytes }) => gzipBytes);
    const within = brotli <= budget.maxKilobytes;
    const sizes = `${brotli.toFixed(1)} KB brotli (${gzip.toFixed(1)} KB gzip) in ${files.length} files`;
    return {
      within,
      line: `${budget.screen}: ${sizes}, at most ${budget.maxKilobytes} KB${within ? '' : ': OVER'}`,
    };
  } catch (error) {
    return {
      within: false,
      line: `${budget.screen}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function main(): void {
  const built = 'dist/web';
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Manifest;
  const verdicts = BUDGETS.map((budget) =>
    judge(budget, manifest, (file) => readFileSync(join(built, file))),
  );
  for (const { line } of verdicts) process.stdout.write(`${line}\n`);
  if (!verdicts.every(({ within }) => within)) process.exitCode = 1;
}

if (import.meta.main) main();
