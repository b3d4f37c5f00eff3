import { growDemo, LARGE, type Sizes } from '#tools/demo/large.ts';
import { growNotes } from '#tools/demo/large-notes.ts';
import { brokenInvariants } from '#tools/testing/notes.ts';
import { keptDatabase, type KeptDatabase } from './kept.ts';
import type { Duration } from './page.ts';

const PREFIX = process.env['BENCH_DATABASES'] ?? 'bureau_bench';
/** Enough that some branches have a vault and someone who delivers. */
const BRIEF: Sizes = { entities: 100, users: 100, cities: 100, employees: 200, trailRows: 0 };

/** The large business with a ledger of this many postings, which is verified before it is kept. */
export const keptLedger = (postings: number, duration: Duration): Promise<KeptDatabase> =>
  keptDatabase(
    `${PREFIX}_notes_${postings}`,
    async (admin) => {
      await growDemo(admin, duration.isBrief ? BRIEF : LARGE);
      await growNotes(admin, postings);
      const broken = await brokenInvariants(admin);
      if (broken.length > 0) throw new Error(`the ledger is not right: ${broken.join('; ')}`);
    },
    duration,
  );
