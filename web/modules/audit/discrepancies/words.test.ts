import { expect, test } from 'vitest';
import type { ReplyRow } from '#contract/audit/discrepancies.ts';
import { discrepancyOf } from '#web/testing/auditParts.tsx';
import { threadOf } from './words.ts';

const entry = (srno: number, status: string): ReplyRow => ({
  srno,
  filename: '',
  remark: status === '' ? 'The memo is signed now.' : '',
  extension: '',
  bytes: 0,
  status,
  by: 'Suresh Pillai',
  at: '2026-11-12T12:18:00.000Z',
});

test('002 §4: a response is submitted for review, and what was cleared is taken back into review', () => {
  const said = ['', 'R', 'D', 'R', 'P', '', 'R'].map((status, at) => entry(at + 1, status));
  expect(threadOf(discrepancyOf(1), said).map(({ words }) => words)).toEqual([
    'raised the discrepancy',
    'The memo is signed now.',
    'submitted it for review',
    'cleared it',
    'took it back into review',
    'returned it to Pending',
    'The memo is signed now.',
    'submitted it for review',
  ]);
});
