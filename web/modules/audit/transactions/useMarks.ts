import { createContext, useEffect, useRef, useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { canReverse } from '#domain/audit/discrepancy.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { isPassing, userMessage } from '#web/wire/problems.ts';
import {
  countsAfter,
  countsOf,
  markOf,
  type Counts,
  type MarkChange,
  type MarkDraft,
  type RowMark,
} from './marks.ts';
import { makeMarkQueue } from './markQueue.ts';
import { discrepancyCall, manyCall, okCall, reverseCall, type MarkCall, type MarkReply } from './sendMark.ts';
import { makeRowStore, makeStore, type Store } from './stores.ts';

/** A mark that the server refused. The words that were typed for it are kept in the draft of its row. */
export interface Refusal {
  readonly id: number;
  readonly row: AuditTransaction;
  readonly why: string;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 8_000;
/** The audit is fetched again this long after the last mark, and not after every stroke. */
const QUIET_MS = 1_500;
const MOST_REFUSALS = 20;
const OK: RowMark = { status: 'OK', discrepancy: null };
const PENDING: RowMark = { status: 'PEN', discrepancy: null };

function makeMarks(counts: Store<Counts>, onSettled: () => void) {
  const overlay = makeRowStore<RowMark>();
  const drafts = makeRowStore<MarkDraft>();
  const unsettled = makeStore(0);
  const hasSent = makeStore(false);
  const refusals = makeStore<readonly Refusal[]>([]);
  const usedTexts: string[] = [];
  let lastRefusal = 0;

  const markNow = (row: AuditTransaction): RowMark => overlay.get(row.lineNo) ?? markOf(row);

  function refuse(changes: readonly MarkChange[], why: string | null): void {
    overlay.set(changes.map(({ row, before }) => [row.lineNo, before]));
    counts.set(countsAfter(counts.get(), changes, true));
    for (const { row, after } of changes)
      if (after.discrepancy !== null) drafts.set([[row.lineNo, after.discrepancy]]);
    if (why === null) return;
    const added = changes.map(({ row }) => ({ id: (lastRefusal += 1), row, why }));
    refusals.set([...refusals.get(), ...added].slice(-MOST_REFUSALS));
  }

  const queue = makeMarkQueue<MarkCall, MarkReply>({
    send: ({ send }) => send(),
    onDone: ({ changes }, { unmarked, discrepancy }) => {
      if (unmarked.length > 0)
        refuse(
          changes.filter(({ row }) => unmarked.includes(row.lineNo)),
          AUDIT_REFUSALS.notPending,
        );
      if (discrepancy === 0) return;
      for (const { row, after } of changes)
        if (after.discrepancy !== null && overlay.get(row.lineNo) === after)
          overlay.set([
            [row.lineNo, { ...after, discrepancy: { ...after.discrepancy, lineNo: discrepancy } }],
          ]);
    },
    onRefused: ({ changes }, error) => refuse(changes, userMessage(error)),
    onCount: (count) => {
      unsettled.set(count);
      if (count === 0) onSettled();
    },
    isPassing,
    pause: (attempts) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (attempts - 1)))),
  });

  function add(made: MarkCall): void {
    overlay.set(made.changes.map(({ row, after }) => [row.lineNo, after]));
    counts.set(countsAfter(counts.get(), made.changes));
    hasSent.set(true);
    queue.add(made);
  }
  const changeTo = (row: AuditTransaction, after: RowMark): MarkChange => ({
    row,
    before: markNow(row),
    after,
  });
  const isPending = (row: AuditTransaction) => markNow(row).status === 'PEN';

  return {
    overlay,
    /** The discrepancies that were typed and are not stored, by row. */
    drafts,
    counts,
    unsettled,
    /** Whether anything was marked since the screen was opened. */
    hasSent,
    refusals,
    /** The texts of the discrepancies that were marked on this screen, the oldest first. */
    usedTexts,
    markNow,
    isPending,
    /** Marks a pending row; any other row stays as it is. */
    markOk(row: AuditTransaction): void {
      if (isPending(row)) add(okCall(changeTo(row, OK)));
    },
    /** Marks the pending ones of some rows, in as few calls as possible. */
    markMany(rows: readonly AuditTransaction[]): void {
      const pending = rows.filter(isPending);
      for (let from = 0; from < pending.length; from += AUDIT_LIMITS.lines)
        add(manyCall(pending.slice(from, from + AUDIT_LIMITS.lines).map((row) => changeTo(row, OK))));
    },
    markDiscrepancy(row: AuditTransaction, partyType: string, words: string): void {
      if (!isPending(row)) return;
      const discrepancy = { lineNo: 0, status: 'P' as const, words, partyType };
      drafts.set([[row.lineNo, undefined]]);
      usedTexts.push(words);
      add(discrepancyCall(changeTo(row, { status: 'DIS', discrepancy }), partyType, words));
    },
    /** Takes a mark back. Returns the reason if that is not possible. */
    reverse(row: AuditTransaction): string | null {
      const { status, discrepancy } = markNow(row);
      const answer = canReverse({ mark: status, discrepancy: discrepancy?.status ?? null });
      if (!answer.ok) return answer.why;
      // The text stays as a draft, so that a discrepancy that was reversed by mistake needs no typing.
      if (discrepancy !== null) drafts.set([[row.lineNo, discrepancy]]);
      add(reverseCall(changeTo(row, PENDING)));
      return null;
    },
    /** Shows the discrepancy that was added by hand for a row of the list. */
    showDiscrepancy(row: AuditTransaction, words: string, lineNo: number): void {
      const change = changeTo(row, {
        status: 'DIS',
        discrepancy: { lineNo, status: 'P', words, partyType: row.partyType },
      });
      overlay.set([[row.lineNo, change.after]]);
      counts.set(countsAfter(counts.get(), [change]));
      usedTexts.push(words);
    },
    /** The counts of a newly fetched audit, which do not include the marks that are still on their way. */
    setTally(fetched: AuditDetail['tally']): void {
      const onTheirWay = queue.unsettledJobs().flatMap(({ changes }) => changes);
      counts.set(countsAfter(countsOf(fetched), onTheirWay));
    },
    /**
     * Waits until every mark is settled and returns a function that forgets these marks, for when rows have been fetched
     * that include them.
     */
    async settled(): Promise<() => void> {
      await queue.idle();
      const included = overlay.rows().map((row) => [row, overlay.get(row)] as const);
      return () => {
        for (const [row, mark] of included) if (overlay.get(row) === mark) overlay.forget(row);
      };
    },
    idle: () => queue.idle(),
  };
}
export type Marks = ReturnType<typeof makeMarks>;

/** For the cells of the rows, which show the marks of this screen. */
export const MarksContext = createContext<Marks | null>(null);

/** The marks of this screen: shown at once, sent in the background, taken back if they are refused. */
export function useMarks(
  { tally }: Pick<AuditDetail, 'tally'>,
  counts: Store<Counts>,
  onChanged: () => void,
): Marks {
  const changed = useLatest(onChanged);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const settled = useLatest(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(changed, QUIET_MS);
  });
  const [marks] = useState(() => makeMarks(counts, settled));
  useEffect(() => marks.setTally(tally), [marks, tally]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (marks.hasSent.get()) void marks.idle().then(changed);
    },
    [marks, changed],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => marks.unsettled.get() > 0 && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [marks]);
  return marks;
}
