/**
 * Measures the JavaScript that a user waits for before a screen works: the page's entry, the screen's own chunk, and
 * all their imports. Brotli decides, because the server sends it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesOf, type Manifest } from '../build/manifest.ts';

/** A screen, the modules loaded lazily for it, and its maximum size. */
export interface Budget {
  readonly screen: string;
  readonly lazyModules: readonly string[];
  readonly maxKilobytes: number;
}

/** The budgets of the product. If a module is renamed, rename it here too, or the check fails. */
const BUDGETS: readonly Budget[] = [
  { screen: 'sign-in', lazyModules: ['web/modules/access/SignIn.tsx'], maxKilobytes: 150 },
  { screen: 'home', lazyModules: ['web/app/SignedIn.tsx', 'web/app/HomePage.tsx'], maxKilobytes: 232 },
  {
    screen: 'country list',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/masters/country.tsx'],
    maxKilobytes: 232,
  },
  {
    screen: 'audit list',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/audit/AssessmentScreen.tsx'],
    maxKilobytes: 232,
  },
  {
    screen: 'discrepancies',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/audit/discrepancies/DiscrepancyPage.tsx'],
    maxKilobytes: 245,
  },
  {
    screen: 'renewal page',
    lazyModules: ['web/modules/licences/renewal/RenewalPage.tsx'],
    maxKilobytes: 160,
  },
  {
    screen: 'KYC approval',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/licences/approval/ApprovalScreen.tsx'],
    maxKilobytes: 242,
  },
  {
    screen: 'flash audits',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/flash/FlashScreen.tsx'],
    maxKilobytes: 232,
  },
  {
    screen: 'flash discrepancies',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/flash/discrepancies/FlashDiscrepancyPage.tsx'],
    maxKilobytes: 243,
  },
  {
    screen: 'library',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/library/LibraryScreen.tsx'],
    maxKilobytes: 254,
  },
  {
    screen: 'IBR',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/rates/ibr/IbrScreen.tsx'],
    maxKilobytes: 233,
  },
  {
    screen: 'request list',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/requests/desk/RequestDesk.tsx'],
    // Saved views are encrypted, which takes a kilobyte more than other lists have, and each row says how far it is paid.
    maxKilobytes: 235,
  },
  {
    screen: 'request form',
    lazyModules: ['web/app/SignedIn.tsx', 'web/modules/requests/form/RequestFormScreen.tsx'],
    maxKilobytes: 256,
  },
];

const BYTES_PER_KILOBYTE = 1000;

interface Weight {
  readonly brotliBytes: number;
  readonly gzipBytes: number;
}

/** Screens share most of their files, and compressing a large one takes a second. */
const known = new WeakMap<Buffer, Weight>();

function weigh(bytes: Buffer): Weight {
  const earlier = known.get(bytes);
  if (earlier !== undefined) return earlier;
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const weight = {
    brotliBytes: brotliCompressSync(bytes, { params: best }).length,
    gzipBytes: gzipSync(bytes, { level: 9 }).length,
  };
  known.set(bytes, weight);
  return weight;
}

/** The result for one budget, with the line to show. */
export function judge(
  budget: Budget,
  manifest: Manifest,
  read: (file: string) => Buffer,
): { readonly within: boolean; readonly line: string } {
  try {
    const files = filesOf(manifest, budget.lazyModules).scripts;
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
  const contents = new Map<string, Buffer>();
  const read = (file: string): Buffer => {
    const bytes = contents.get(file) ?? readFileSync(join(built, file));
    contents.set(file, bytes);
    return bytes;
  };
  const verdicts = BUDGETS.map((budget) => judge(budget, manifest, read));
  for (const { line } of verdicts) process.stdout.write(`${line}\n`);
  if (!verdicts.every(({ within }) => within)) process.exitCode = 1;
}

if (import.meta.main) main();
