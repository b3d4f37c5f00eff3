import { expect, test } from 'vitest';
import type { FlashResponse } from '#contract/flash/discrepancies.ts';
import { threadOf } from './words.ts';

const became = (srno: number, status: string, remark = ''): FlashResponse => ({
  srno,
  remark,
  filename: '',
  extension: '',
  bytes: 0,
  status,
  by: 'Anita Deshmukh',
  at: '2026-11-13T04:00:00.000Z',
});

test('002 §4: an answer is submitted for review, one that was OK is taken back into it', () => {
  const thread = threadOf([
    became(1, '', 'Recounted'),
    became(2, 'R'),
    became(3, 'O'),
    became(4, '', 'One more look'),
    became(5, 'R'),
    became(6, 'P'),
    became(7, 'R'),
  ]);
  expect(thread.map(({ words }) => words)).toEqual([
    'Recounted',
    'submitted it for review',
    'set it to OK',
    'One more look',
    'took it back into Review',
    'returned it to Pending',
    'submitted it for review',
  ]);
});
