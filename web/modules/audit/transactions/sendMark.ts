import {
  addDiscrepancy,
  markTransaction,
  markTransactions,
  reverseTransaction,
  type AuditTransaction,
} from '#contract/audit/transactions.ts';
import type { PartyType } from '#domain/audit/codes.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import type { MarkChange } from './marks.ts';
import type { MarkJob } from './markQueue.ts';

/** What the server did: the rows that it left as they were, and the number of a new discrepancy (0 if there is none). */
export interface MarkReply {
  readonly unmarked: readonly number[];
  readonly discrepancy: number;
}

/** A job of the queue, with everything that is needed to take it back. */
export interface MarkCall extends MarkJob {
  readonly changes: readonly MarkChange[];
  readonly send: () => Promise<MarkReply>;
}

const nameOf = (row: AuditTransaction) => ({
  audit: row.audit,
  type: row.type,
  date: row.date,
  number: row.number,
  kind: 'T' as const,
});
const partyOf = ({ partyType: party }: AuditTransaction): PartyType | '' =>
  party === 'F' || party === 'D' ? party : '';

const DONE: MarkReply = { unmarked: [], discrepancy: 0 };

function callOf(
  changes: readonly MarkChange[],
  send: (options: { readonly idempotencyKey: string }) => Promise<MarkReply>,
): MarkCall {
  const options = { idempotencyKey: newIdempotencyKey() };
  return { rows: changes.map(({ row }) => row.lineNo), changes, send: () => send(options) };
}

export const okCall = (change: MarkChange): MarkCall =>
  callOf([change], async (options) => {
    const mark = { ...nameOf(change.row), status: 'OK' as const, partyType: partyOf(change.row) };
    await call(markTransaction, { mark }, options);
    return DONE;
  });

export const discrepancyCall = (change: MarkChange, partyType: string, words: string): MarkCall =>
  callOf([change], async (options) => {
    const { purpose } = change.row;
    const discrepancy = { ...nameOf(change.row), purpose, partyType, words, status: 'P' };
    const { reply } = await call(addDiscrepancy, { discrepancy }, options);
    return { unmarked: [], discrepancy: reply.lineNo };
  });

export const reverseCall = (change: MarkChange): MarkCall =>
  callOf([change], async (options) => {
    await call(reverseTransaction, { mark: nameOf(change.row) }, options);
    return DONE;
  });

/** Marks many rows of one audit in one call. */
export const manyCall = (changes: readonly MarkChange[]): MarkCall =>
  callOf(changes, async (options) => {
    const lines = changes.map(({ row }) => row.lineNo);
    const audit = changes[0]?.row.audit ?? 0;
    const { reply } = await call(markTransactions, { marks: { audit, lines, status: 'OK' } }, options);
    const marked = new Set(reply.marked);
    return { unmarked: lines.filter((line) => !marked.has(line)), discrepancy: 0 };
  });
