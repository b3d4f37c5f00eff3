import type { AuditDetail } from '#contract/audit/audit.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { MARKS, type DiscrepancyStatus, type Mark } from '#domain/audit/codes.ts';

/** The mark of a transaction, with the discrepancy that belongs to it. */
export interface RowMark {
  readonly status: Mark;
  /** The discrepancy of a transaction with the mark DIS; its number is 0 until the server has given one. */
  readonly discrepancy: {
    readonly lineNo: number;
    readonly status: DiscrepancyStatus;
    readonly words: string;
    /** F or D for a bulk purchase. */
    readonly partyType: string;
  } | null;
}

const isDiscrepancyStatus = (text: string): text is DiscrepancyStatus => /^[PRD]$/.test(text);

/** The mark of a row as the server sent it. */
export const markOf = (row: AuditTransaction): RowMark => ({
  status: row.status,
  discrepancy:
    row.status === 'DIS' && isDiscrepancyStatus(row.discrepancyStatus)
      ? {
          lineNo: row.discrepancyLineNo,
          status: row.discrepancyStatus,
          words: row.discrepancyWords,
          partyType: row.partyType,
        }
      : null,
});

/** A discrepancy that was typed for a row and is not stored. */
export interface MarkDraft {
  readonly words: string;
  readonly partyType: string;
}

export type Counts = Readonly<Record<Mark, number>>;

/** The number of transactions with each mark, whatever their type is. */
export function countsOf(tally: AuditDetail['tally']): Counts {
  const counts = { PEN: 0, OK: 0, DIS: 0 };
  for (const { status, n } of tally) for (const mark of MARKS) if (mark === status) counts[mark] += n;
  return counts;
}

export interface MarkChange {
  readonly row: AuditTransaction;
  readonly before: RowMark;
  readonly after: RowMark;
}

/** The counts after some changes, or before them if they are taken back. */
export function countsAfter(counts: Counts, changes: readonly MarkChange[], takenBack = false): Counts {
  const next = { ...counts };
  for (const { before, after } of changes) {
    next[(takenBack ? after : before).status] -= 1;
    next[(takenBack ? before : after).status] += 1;
  }
  return next;
}

/** The texts that this audit has used most, the most frequent first; of equally frequent ones the latest. */
export function frequentTexts(used: readonly string[], most: number): readonly string[] {
  const times = new Map<string, number>();
  for (const text of used) {
    const before = times.get(text) ?? 0;
    // Re-inserted, so that the map is in the order of the last use.
    times.delete(text);
    times.set(text, before + 1);
  }
  return [...times]
    .reverse()
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([text]) => text);
}
