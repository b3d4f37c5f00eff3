import { useEffect, useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { formatDecimal } from '#domain/numbers.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { TabProgress } from '#web/ui/Tabs.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { countsOf, type Counts } from './marks.ts';
import { makeStore, useStore, type Store } from './stores.ts';

/**
 * How many transactions of the audit have each mark. Every counter of the screen shows these numbers, so that all change
 * together. While the transactions are open, their marks keep them.
 */
export function useTransactionCounts(tally: AuditDetail['tally'], areOpen: boolean): Store<Counts> {
  const [counts] = useState(() => makeStore(countsOf(tally)));
  const follow = useLatest((fetched: AuditDetail['tally']) => {
    if (!areOpen) counts.set(countsOf(fetched));
  });
  useEffect(() => follow(tally), [follow, tally]);
  return counts;
}

/** The progress of the tab of the transactions. */
export function TransactionsLeft({ counts }: { counts: Store<Counts> }) {
  const { PEN, OK, DIS } = useStore(counts);
  if (PEN + OK + DIS === 0) return null;
  return PEN === 0 ? <TabProgress isComplete /> : <TabProgress count={auditDetailText.left(PEN)} />;
}

interface DiscrepanciesFoundProps {
  counts: Store<Counts>;
  detail: Pick<AuditDetail, 'discrepancies' | 'tally'>;
}

/** The discrepancies of the audit, with those that were marked since it was fetched. */
export function DiscrepanciesFound({ counts, detail: { discrepancies, tally } }: DiscrepanciesFoundProps) {
  const found = discrepancies.length + useStore(counts).DIS - countsOf(tally).DIS;
  return <TabProgress count={formatDecimal(String(found), 0)} />;
}
