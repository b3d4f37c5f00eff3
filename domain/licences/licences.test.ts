import { describe, expect, test } from 'vitest';
import { isoDate } from '../dates.ts';
import { decidedFrom, decisionProblem, LICENCE_FLOW, LICENCE_LIMITS } from './licences.ts';
import { urgencyOf } from './renewal.ts';
import { LICENCE_STATUSES } from './status.ts';

const TODAY = isoDate('2026-11-16');

describe('002 §4: the status of a licence document', () => {
  test.each([
    ['P', 'A', true],
    ['P', 'R', true],
    ['A', 'R', true],
    ['R', 'A', true],
    ['A', 'P', false],
    ['R', 'P', false],
  ] as const)('%s → %s: %s', (from, to, isPossible) =>
    expect(LICENCE_FLOW.can(from, to, null).ok).toBe(isPossible),
  );
  test('a decision starts from the two other statuses', () => {
    expect(decidedFrom('A')).toEqual(['P', 'R']);
    expect(decidedFrom('R')).toEqual(['P', 'A']);
    expect(LICENCE_FLOW.states).toEqual([...LICENCE_STATUSES]);
  });
});

describe('002 §5.5: a decision', () => {
  const reject = (reason: string) => decisionProblem({ status: 'R', reason, expiry: '' }, TODAY);
  const approve = (expiry: string) => decisionProblem({ status: 'A', reason: '', expiry }, TODAY);
  test.each([
    ['', 'Please fill rejection reason.'],
    [' \n', 'Please fill rejection reason.'],
    ['No stamp', null],
    ['ñ'.repeat(LICENCE_LIMITS.reason), null],
    ['ñ'.repeat(LICENCE_LIMITS.reason + 1), 'A reason can have at most 500 characters.'],
  ])('to reject for %j', (reason, problem) => expect(reject(reason)).toBe(problem));
  test.each([
    ['', null],
    ['2026-11-17', null],
    ['17/11/2026', null],
    ['2026-11-16', 'Valid until must be a day after today.'],
    ['31/02/2027', 'Valid until must be a day after today.'],
    ['soon', 'Valid until must be a day after today.'],
  ])('to approve until %j', (expiry, problem) => expect(approve(expiry)).toBe(problem));
});

test('the renewal page shows first what needs the franchisee', () => {
  const shown = [
    { status: 'A', mayUpload: false },
    { status: 'P', mayUpload: false },
    { status: 'A', mayUpload: true },
    { status: '', mayUpload: true },
    { status: 'R', mayUpload: true },
  ] as const;
  expect(shown.map(urgencyOf)).toEqual([3, 2, 1, 1, 0]);
});
