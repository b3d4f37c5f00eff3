import { useState } from 'react';
import type { FlashCurrency, FlashDenomination } from '#contract/flash/currencies.ts';
import type { FaceCounts } from '#web/ui/denominations/counts.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { countsOf, facesShown, isSameCount, linesOf, liveDifference } from './faceCounts.ts';

interface CountDraft {
  /** The saved count that the user started from. */
  readonly seen: FaceCounts;
  readonly counts: FaceCounts;
}

/** The name under which what is typed for a currency is kept. */
export const countKey = (audit: number, currency: number): string => `flash.${audit}.${currency}`;

/** The version of a count that was loaded earlier than its currency: the server compares the counts. */
const UNKNOWN_VERSION = 0;

/**
 * What is typed for one currency. It is kept across a reload until it is saved. `isCurrent` if the saved count is as new as
 * its currency.
 */
export function useCount(
  srno: number,
  line: FlashCurrency,
  saved: readonly FlashDenomination[],
  isCurrent: boolean,
) {
  const stored = countsOf(saved);
  const draft = useDraft<CountDraft>(countKey(srno, line.srno));
  // A draft of an older count is not brought back over a newer one.
  const kept =
    draft.restored !== undefined && isSameCount(draft.restored.seen, stored) ? draft.restored : null;
  const [start] = useState({ seen: stored, version: isCurrent ? line.version : UNKNOWN_VERSION });
  const [counts, setCounts] = useState(kept?.counts ?? stored);
  return {
    counts,
    ...start,
    faces: facesShown(line.isd, counts),
    /** Whether no notes are typed, so that nothing is counted. */
    isBlank: linesOf(counts).length === 0,
    isChanged: !isSameCount(counts, stored),
    ...liveDifference(line.reportValue, counts),
    change: (next: FaceCounts): void => {
      setCounts(next);
      if (isSameCount(next, stored)) draft.discard();
      else draft.keep({ seen: stored, counts: next });
    },
    /** Forgets what was kept, once it is saved. */
    forget: draft.discard,
  };
}
