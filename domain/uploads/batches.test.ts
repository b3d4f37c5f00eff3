import { expect, it } from 'vitest';
import { BATCH_REFUSALS, formatMonths, nameMonths } from './batches.ts';

const month = (n: number) => ({ branch: 'MUM', month: `2026-${String(n).padStart(2, '0')}-01` });

it('covered months are named, the first twelve of many', () => {
  expect(nameMonths([month(10)])).toBe('October 2026 of MUM');
  expect(nameMonths([month(8), month(9), month(10)])).toBe(
    'August 2026 of MUM, September 2026 of MUM and October 2026 of MUM',
  );
  const many = Array.from({ length: 15 }, (_, at) => month(1 + (at % 12)));
  expect(nameMonths(many)).toMatch(/December 2026 of MUM and 3 more$/);
});

it('a refusal says how many', () => {
  expect(BATCH_REFUSALS.covered([month(10)])).toBe('October 2026 of MUM is uploaded already.');
  expect(BATCH_REFUSALS.covered([month(9), month(10)])).toMatch(/ are uploaded already\.$/);
  expect(BATCH_REFUSALS.wrongCells(1)).toBe('1 wrong cell. Nothing was stored.');
});

it('a span of months is short', () => {
  expect(formatMonths('2026-10-01', '2026-10-01')).toBe('Oct 2026');
  expect(formatMonths('2026-08-01', '2026-10-01')).toBe('Aug 2026 – Oct 2026');
});
