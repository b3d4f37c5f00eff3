import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../dates.ts';
import {
  canReverse,
  dayProblem,
  DISCREPANCY_FLOW,
  discrepancyProblem,
  markProblem,
  replyProblem,
  type DiscrepancyDraft,
} from './discrepancy.ts';

const MANDATORY = 'Please fill mandatory feilds.';
const transaction: DiscrepancyDraft = {
  kind: 'T',
  type: 'PP',
  typeSub: '',
  number: '12',
  purpose: '',
  partyType: '',
  masterType: '',
  partyName: '',
  words: 'No memo',
};
const party: DiscrepancyDraft = {
  ...transaction,
  kind: 'M',
  type: '',
  number: '',
  masterType: 'C',
  partyName: 'Orient',
};

it.each(['2026-02-01', '2026-02-28'] as IsoDate[])('%s is in the month of its audit', (day) =>
  expect(dayProblem(day, 2026, 2)).toBeNull(),
);
it.each(['2026-01-31', '2026-03-01', '2025-02-10'] as IsoDate[])('%s is not in its month', (day) =>
  expect(dayProblem(day, 2026, 2)).toBe('A discrepancy of this audit is of a day in February 2026.'),
);

describe('a discrepancy added by hand (002 §5.1)', () => {
  it.each<[string, DiscrepancyDraft]>([
    ['of a transaction', transaction],
    ['with a number of ten digits', { ...transaction, number: '1234567890' }],
    ['of a sale with its purpose', { ...transaction, type: 'SP', purpose: 'BUSINESS' }],
    ['of a money transfer with its partner', { ...transaction, type: 'MT', typeSub: 'XM' }],
    ['with 500 characters', { ...transaction, words: '🙂'.repeat(500) }],
    ['of a party', party],
    ['of a party with a name of 50 characters', { ...party, partyName: 'n'.repeat(50) }],
  ])('is possible %s', (_, draft) => {
    expect(discrepancyProblem(draft)).toBeNull();
  });

  it.each<[string, Partial<DiscrepancyDraft>]>([
    ['number', { number: '' }],
    ['number of at least 1', { number: '0' }],
    ['number of digits', { number: '1a' }],
    ['number of at most ten', { number: '12345678901' }],
    ['type', { type: '' }],
    ['type that exists', { type: 'XX' }],
    ['purpose of a sale', { type: 'SP' }],
    ['partner of a money transfer', { type: 'MT' }],
    ['text', { words: '  ' }],
  ])('of a transaction needs its %s (MSG0006)', (_, wrong) => {
    expect(discrepancyProblem({ ...transaction, ...wrong })).toBe(MANDATORY);
  });

  it.each<[string, Partial<DiscrepancyDraft>]>([
    ['type', { masterType: '' }],
    ['name', { partyName: ' ' }],
    ['text', { words: '' }],
  ])('of a party needs its %s (MSG0006)', (_, wrong) => {
    expect(discrepancyProblem({ ...party, ...wrong })).toBe(MANDATORY);
  });

  it('is bounded (002 §9)', () => {
    expect(discrepancyProblem({ ...transaction, words: 'x'.repeat(501) })).toBe(
      'A discrepancy can have at most 500 characters.',
    );
    expect(discrepancyProblem({ ...party, partyName: 'n'.repeat(51) })).toBe(
      'A party name can have at most 50 characters.',
    );
  });
});

describe('a mark as discrepancy (002 §5.1)', () => {
  it('needs a text, and a party type for a bulk purchase', () => {
    expect(markProblem('SP', '', ' ')).toBe('Please fill Discrepancy.');
    expect(markProblem('PB', '', 'No memo')).toBe('Please fill Party Type.');
    expect(markProblem('PB', 'F', 'No memo')).toBeNull();
    expect(markProblem('SP', '', 'x'.repeat(500))).toBeNull();
    expect(markProblem('SP', '', 'x'.repeat(501))).toBe('A discrepancy can have at most 500 characters.');
  });

  it('can be reversed while the discrepancy is pending (002 §4)', () => {
    expect(canReverse({ mark: 'OK', discrepancy: null }).ok).toBe(true);
    expect(canReverse({ mark: 'DIS', discrepancy: 'P' }).ok).toBe(true);
    expect(canReverse({ mark: 'PEN', discrepancy: null })).toEqual({
      ok: false,
      why: 'This transaction is not marked.',
    });
    for (const discrepancy of ['R', 'D'] as const)
      expect(canReverse({ mark: 'DIS', discrepancy })).toEqual({
        ok: false,
        why: 'The branch has answered this discrepancy already. It cannot be reversed.',
      });
  });
});

describe('the status of a discrepancy (002 §4)', () => {
  const decider = { mayDecide: true, isAnswered: false };

  it('is any of the three for whoever may add or edit', () => {
    for (const status of ['P', 'R', 'D'] as const)
      expect(DISCREPANCY_FLOW.choices(status, decider)).toEqual(['P', 'R', 'D']);
  });

  it('goes from pending to review for everybody else, after a reply', () => {
    const answered = { mayDecide: false, isAnswered: true };
    expect(DISCREPANCY_FLOW.choices('P', answered)).toEqual(['P', 'R']);
    expect(DISCREPANCY_FLOW.choices('R', answered)).toEqual(['R']);
    expect(DISCREPANCY_FLOW.can('P', 'R', { ...answered, isAnswered: false })).toEqual({
      ok: false,
      why: 'Please Enter remark.',
    });
    expect(DISCREPANCY_FLOW.can('D', 'R', answered)).toEqual({
      ok: false,
      why: 'This discrepancy is not pending any more.',
    });
  });
});

it('a reply needs a remark of at most 250 characters (002 §5.1)', () => {
  expect(replyProblem(' ')).toBe('Please Enter remark.');
  expect(replyProblem('x'.repeat(250))).toBeNull();
  expect(replyProblem('x'.repeat(251))).toBe('A remark can have at most 250 characters.');
});
