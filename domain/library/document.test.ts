import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import type { Category } from './codes.ts';
import {
  documentProblem,
  expiryOf,
  expiryRange,
  type DocumentDraft,
  type DocumentField,
} from './document.ts';

const draft: DocumentDraft = {
  name: 'FLM 8, October 2026',
  category: 'R',
  subCategory1: 'Monthly return',
  subCategory2: '',
  dated: isoDate('2026-11-08'),
  byWhom: 'Meera Nair',
  submittedTo: 'RBI',
  expires: isoDate('2027-11-08'),
  visible: 'U',
  branch: '',
};
const without = (field: DocumentField): Partial<DocumentDraft> => ({
  [field]: field === 'dated' || field === 'expires' ? null : '',
});

describe('a document (002 §5.3)', () => {
  it('that is complete can be saved', () => {
    for (const category of ['A', 'G', 'P', 'R'] as const)
      expect(documentProblem({ ...draft, category }, true)).toBeNull();
  });

  it('needs its name, its category and its file', () => {
    const message = 'Please fill mendatory fields.';
    expect(documentProblem({ ...draft, name: '  ' }, true)).toEqual({ fields: ['name'], message });
    expect(documentProblem({ ...draft, category: '' }, true)).toEqual({ fields: ['category'], message });
    expect(documentProblem(draft, false)).toEqual({ fields: ['file'], message });
    expect(documentProblem({ ...draft, name: '', category: '' }, false)?.fields).toEqual([
      'name',
      'category',
      'file',
    ]);
    expect(documentProblem(draft, null)).toBeNull();
  });

  const NEEDS: readonly (readonly [Category, DocumentField, boolean])[] = [
    ['R', 'dated', true],
    ['R', 'byWhom', true],
    ['R', 'submittedTo', true],
    ['R', 'expires', false],
    ['G', 'dated', true],
    ['G', 'byWhom', true],
    ['G', 'submittedTo', false],
    ['G', 'expires', false],
    ['P', 'dated', true],
    ['P', 'byWhom', true],
    ['P', 'submittedTo', false],
    ['P', 'expires', false],
    ['A', 'dated', true],
    ['A', 'expires', true],
    ['A', 'byWhom', false],
    ['A', 'submittedTo', false],
  ];
  it.each(NEEDS)('of category %s without %s: required %s', (category, field, isRequired) => {
    expect(documentProblem({ ...draft, category, ...without(field) }, true)).toEqual(
      isRequired ? { fields: [field], message: 'Please fill required fields.' } : null,
    );
  });

  it('for a branch needs the branch', () => {
    expect(documentProblem({ ...draft, visible: 'B' }, true)).toEqual({
      fields: ['branch'],
      message: "Branch Can't be empty.",
    });
    expect(documentProblem({ ...draft, visible: 'B', branch: 'MUM' }, true)).toBeNull();
  });

  it('has a name of at most 100 characters (§9), sub-categories of 50, an issuer of 100', () => {
    for (const [field, most] of [
      ['name', 100],
      ['subCategory1', 50],
      ['subCategory2', 50],
      ['byWhom', 100],
    ] as const) {
      expect(documentProblem({ ...draft, [field]: '₹'.repeat(most) }, true), field).toBeNull();
      expect(documentProblem({ ...draft, [field]: '₹'.repeat(most + 1) }, true)?.fields, field).toEqual([
        field,
      ]);
    }
  });

  it('has days that exist, and does not expire before it is issued', () => {
    expect(documentProblem({ ...draft, dated: 'wrong' }, true)?.fields).toEqual(['dated']);
    expect(documentProblem({ ...draft, expires: 'wrong' }, true)?.fields).toEqual(['expires']);
    expect(documentProblem({ ...draft, expires: isoDate('2026-11-07') }, true)?.fields).toEqual(['expires']);
    expect(documentProblem({ ...draft, expires: isoDate('2026-11-08') }, true)).toBeNull();
  });
});

const today = isoDate('2026-11-16');
it('a document is valid on its last day, lapses the day after, and is near its end for 60 days', () => {
  expect(expiryOf(null, today)).toBeNull();
  expect(expiryOf(isoDate('2026-11-15'), today)).toEqual({ state: 'lapsed', days: 1 });
  expect(expiryOf(today, today)).toEqual({ state: 'soon', days: 0 });
  expect(expiryOf(isoDate('2027-01-15'), today)).toEqual({ state: 'soon', days: 60 });
  expect(expiryOf(isoDate('2027-01-16'), today)).toEqual({ state: 'valid', days: 61 });
});

it('the filters meet without a gap', () => {
  expect(expiryRange('LAPSED', today)).toEqual({ from: null, to: '2026-11-15' });
  expect(expiryRange('SOON', today)).toEqual({ from: today, to: '2027-01-15' });
  expect(expiryRange('YEAR', today)).toEqual({ from: today, to: '2027-11-16' });
});
