import { expect, test } from 'vitest';
import type { BudgetSearch } from '../budgetSearch.ts';
import { isWithin } from './isWithin.ts';

const all: BudgetSearch = { type: 'BRANCH', which: 'ALL', branch: '', executive: '', year: '2026-2027' };
const ofBranch = { finYear: '2026-2027', branch: 'MUM', executive: '' };
const ofExecutive = { ...ofBranch, executive: 'E101' };

test('a budget is in the list of its year and type, of all or of its own branch or executive', () => {
  expect(isWithin(all, ofBranch)).toBe(true);
  expect(isWithin({ ...all, which: 'ONE', branch: 'MUM' }, ofBranch)).toBe(true);
  expect(isWithin({ ...all, type: 'EXECUTIVE' }, ofExecutive)).toBe(true);
  expect(isWithin({ ...all, type: 'EXECUTIVE', which: 'ONE', executive: 'E101' }, ofExecutive)).toBe(true);
  expect(isWithin({ ...all, type: 'EXECUTIVE', branch: 'MUM' }, ofExecutive)).toBe(true);
});

test('a budget is not in a list of another year, type, branch or executive', () => {
  expect(isWithin({ ...all, year: '2027-2028' }, ofBranch)).toBe(false);
  expect(isWithin(all, ofExecutive)).toBe(false);
  expect(isWithin({ ...all, type: 'EXECUTIVE' }, ofBranch)).toBe(false);
  expect(isWithin({ ...all, which: 'ONE', branch: 'PUN' }, ofBranch)).toBe(false);
  expect(isWithin({ ...all, type: 'EXECUTIVE', branch: 'PUN' }, ofExecutive)).toBe(false);
  expect(isWithin({ ...all, type: 'EXECUTIVE', which: 'ONE', executive: 'E201' }, ofExecutive)).toBe(false);
});
