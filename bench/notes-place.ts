import { growDemo, LARGE } from '#tools/demo/large.ts';
import { growNotes } from '#tools/demo/large-notes.ts';
import { brokenInvariants } from '#tools/testing/notes.ts';
import type { TestDatabase } from '#tools/testing/world.ts';
import { keptDatabase } from './kept.ts';

const PREFIX = process.env['BENCH_DATABASES'] ?? 'bureau_bench';

/** The large business with a ledger of this many postings, which is verified before it is kept. */
export const keptLedger = (postings: number): Promise<TestDatabase> =>
  keptDatabase(`${PREFIX}_notes_${postings}`, async (admin) => {
    await growDemo(admin, LARGE);
    await growNotes(admin, postings);
    const broken = await brokenInvariants(admin);
    if (broken.length > 0) throw new Error(`the ledger is not right: ${broken.join('; ')}`);
  });
