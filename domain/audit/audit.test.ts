import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import {
  AUDIT_FLOW,
  auditYears,
  existsMessage,
  isFetchedMonth,
  monthAfter,
  newAuditProblem,
  whyReadOnly,
  type NewAudit,
} from './audit.ts';

const today = isoDate('2026-11-16');
const audit: NewAudit = {
  branch: 'MUM',
  year: 2026,
  month: 10,
  date: null,
  cashier: 'Vikas Rane',
  manager: 'Bhavna Shah',
};
const problem = (given: Partial<NewAudit>) => newAuditProblem({ ...audit, ...given }, 2022, today);

describe('a new audit', () => {
  it('that is whole has no problem', () => expect(problem({})).toBeNull());

  it('names everything that is missing, in order (002 §5.1, §8)', () =>
    expect(problem({ branch: '', month: null, cashier: ' ', manager: '' })).toEqual({
      fields: ['branch', 'month', 'cashier', 'manager'],
      message:
        'Please fill mandatory feilds. Please select a valid branch. Please select a valid Month. Please put name of cashier. Please put name of Branch Manager.',
    }));

  it.each([
    ['that has not begun', 2026, 12],
    ['before the first year', 2021, 12],
    ['that does not exist', 2026, 13],
  ])('has no month %s', (_, year, month) =>
    expect(problem({ year, month })?.message).toBe(
      'Please fill mandatory feilds. Please select a valid Month.',
    ),
  );

  it('can be of the month that is running', () => expect(problem({ month: 11 })).toBeNull());

  it('has names of at most 50 characters (002 §5.1)', () => {
    expect(problem({ cashier: 'x'.repeat(50), manager: 'y'.repeat(50) })).toBeNull();
    expect(problem({ cashier: 'x'.repeat(51) })?.fields).toEqual(['cashier']);
    expect(problem({ manager: 'y'.repeat(51) })?.fields).toEqual(['manager']);
  });

  it('is dated from its month to today', () => {
    expect(problem({ date: isoDate('2026-10-01') })).toBeNull();
    expect(problem({ date: today })).toBeNull();
    expect(problem({ date: isoDate('2026-09-30') })?.fields).toEqual(['date']);
    expect(problem({ date: isoDate('2026-11-17') })?.fields).toEqual(['date']);
  });
});

it('a second audit of a month is refused by the name of the month', () =>
  expect(existsMessage(2026, 10)).toBe('Audit Already exists for October 2026'));

it('the years go from the first to the present one (002 §2.3)', () =>
  expect(auditYears(2022, today)).toEqual([2026, 2025, 2024, 2023, 2022]));

it('registers are fetched from April 2025 on (002 §4, §9)', () => {
  expect(isFetchedMonth(2025, 3)).toBe(false);
  expect(isFetchedMonth(2025, 4)).toBe(true);
  expect(isFetchedMonth(2026, 1)).toBe(true);
  expect(isFetchedMonth(2024, 12)).toBe(false);
});

it('months follow each other over the new year', () => {
  expect(monthAfter(2026, 1, -1)).toEqual({ year: 2025, month: 12 });
  expect(monthAfter(2025, 12, 1)).toEqual({ year: 2026, month: 1 });
});

describe('the status of an audit (002 §4)', () => {
  it('is chosen freely while it is not closed', () => {
    expect(AUDIT_FLOW.choices('P', { mayChange: true })).toEqual(['P', 'R', 'C']);
    expect(AUDIT_FLOW.choices('R', { mayChange: true })).toEqual(['P', 'R', 'C']);
  });
  it('stays closed', () =>
    expect(AUDIT_FLOW.can('C', 'P', { mayChange: true })).toEqual({
      ok: false,
      why: 'This audit is closed.',
    }));
  it('and without the right is read-only', () => {
    expect(AUDIT_FLOW.choices('P', { mayChange: false })).toEqual(['P']);
    expect(whyReadOnly('P', false)).not.toBeNull();
    expect(whyReadOnly('P', true)).toBeNull();
    expect(whyReadOnly('C', true)).toBe('This audit is closed.');
  });
});
