import type { Config } from '#server/platform/config.ts';
import { openHeadStore } from '#server/platform/files/open.ts';
import {
  headsToExpect,
  readNotes,
  readSigningKey,
  readVerifyingKey,
  restoresIn,
  storeNote,
} from '#server/platform/trail/notes.ts';
import { describeLoss, readTrailEnd } from '#tools/verify/losses.ts';

/**
 * Notes that heads after the end of the trail belong to a past that was given up, if the note of the restore does not
 * say so already, and returns what is lost with them. Only a restore explains them: without the note of one that came
 * after them the end of the trail was cut off, which stays a fault. A head that contradicts the chain is left as it
 * is, because it shows a chain that was rewritten.
 */
export async function noteLostHeads(config: Config, url: string, isByHand: boolean): Promise<string | null> {
  const store = await openHeadStore(config);
  if (store === null) return null;
  const { notes } = await readNotes(store, await readVerifyingKey(config.TRAIL_HEAD_KEY));
  const end = await readTrailEnd(url);
  const lost = headsToExpect(notes).findLast(({ at, seq }) => BigInt(seq) > BigInt(end.seq) && at > end.at);
  if (lost === undefined) return null;
  const loss = describeLoss(end.at, lost.at);
  if (!isByHand && !restoresIn(notes).some(({ at }) => at > lost.at))
    return `${loss} No restore was noted after that, so npm run verify goes on telling it as a fault. If the database was restored without npm run restore: npm run restore -- finish --by-hand.`;
  await storeNote(store, await readSigningKey(config.TRAIL_HEAD_KEY), {
    kind: 'restore',
    at: new Date().toISOString(),
    to: end.at,
  });
  return loss;
}
