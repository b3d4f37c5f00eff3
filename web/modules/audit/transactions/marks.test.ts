import { expect, test } from 'vitest';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { countsAfter, countsOf, frequentTexts, markOf, type MarkChange, type RowMark } from './marks.ts';

const PENDING: RowMark = { status: 'PEN', discrepancy: null };
const OK: RowMark = { status: 'OK', discrepancy: null };
const change = (before: RowMark, after: RowMark): MarkChange => ({
  row: {} as AuditTransaction,
  before,
  after,
});

test('002 §4: the tally of all types gives the counts, and marks move them', () => {
  const counts = countsOf([
    { type: 'SP', status: 'PEN', n: 3_000 },
    { type: 'PB', status: 'PEN', n: 120 },
    { type: 'SP', status: 'OK', n: 1_868 },
    { type: 'SP', status: 'DIS', n: 12 },
    { type: 'SP', status: 'LATER', n: 5 },
  ]);
  expect(counts).toEqual({ PEN: 3_120, OK: 1_868, DIS: 12 });
  const changes = [change(PENDING, OK), change(PENDING, OK)];
  expect(countsAfter(counts, changes)).toEqual({ PEN: 3_118, OK: 1_870, DIS: 12 });
  expect(countsAfter(countsAfter(counts, changes), changes, true)).toEqual(counts);
});

test.each([
  [{ status: 'PEN', discrepancyStatus: '' }, null],
  [{ status: 'OK', discrepancyStatus: 'P' }, null],
  [{ status: 'DIS', discrepancyStatus: '' }, null],
  [
    { status: 'DIS', discrepancyStatus: 'R' },
    { lineNo: 4, status: 'R', words: 'No A2', partyType: 'F' },
  ],
] as const)('002 §4: the mark of %j', (row, discrepancy) => {
  const sent = {
    ...row,
    discrepancyLineNo: 4,
    discrepancyWords: 'No A2',
    partyType: 'F',
  } as AuditTransaction;
  expect(markOf(sent)).toEqual({ status: row.status, discrepancy });
});

test('the most frequent texts are offered, of equally frequent ones the latest', () => {
  expect(frequentTexts(['a', 'b', 'a', 'c', 'd'], 2)).toEqual(['a', 'd']);
  expect(frequentTexts([], 2)).toEqual([]);
});
