import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import { addRupees, compareExact, rupees } from '../money.ts';
import { suggestTcs, tcsKindOf, type TcsCase, type TcsKind } from './tcs.ts';

const tcs = (day: string, kind: TcsKind, forexTotal: string, before: string | null) =>
  suggestTcs({
    type: 'SP',
    day: isoDate(day),
    kind,
    forexTotal: rupees(forexTotal),
    yearTotalBefore: before === null ? null : rupees(before),
  });

describe('the suggested TCS', () => {
  it.each<[string, TcsKind, string, string | null, string]>([
    ['2025-04-01', 'other', '1000000', '0', '0.00'],
    ['2025-04-01', 'other', '1000001', '0', '0.20'],
    ['2026-03-31', 'studyOrMedical', '200000', '1000000', '10000.00'],
    ['2026-04-01', 'studyOrMedical', '200000', '1000000', '4000.00'],
    ['2026-04-01', 'other', '200000', '900000', '20000.00'],
    ['2026-04-01', 'other', '200000', '5000000', '40000.00'],
    ['2026-04-01', 'other', '1200000', null, '40000.00'],
  ])('on %s, %s, %s after %s', (day, kind, forex, before, amount) =>
    expect(tcs(day, kind, forex, before)?.amount).toBe(amount),
  );

  it('explains its calculation', () => {
    expect(tcs('2026-04-01', 'other', '200000', '900000')?.words).toBe(
      'Sold to this PAN before in FY 2026-27: ₹9,00,000.00. 20 % of ₹1,00,000.00 above the threshold of ₹10,00,000.00 (other purposes).',
    );
    expect(tcs('2026-04-01', 'other', '1', null)?.words).toBe(
      'Without a PAN only this request is counted. Not above the threshold of ₹10,00,000.00: no TCS.',
    );
  });

  it('is absent before the first rate and for other types (001 §2)', () => {
    expect(tcs('2025-03-31', 'other', '5000000', '0')).toBeNull();
    const sale = {
      day: isoDate('2026-04-01'),
      kind: 'other',
      forexTotal: rupees('5000000'),
      yearTotalBefore: null,
    } as const satisfies Omit<TcsCase, 'type'>;
    for (const type of ['SB', 'PP', 'PB'] as const) expect(suggestTcs({ ...sale, type })).toBeNull();
  });

  it('is the same for one request as for two that add up to it', () => {
    const whole = fc.integer({ min: 0, max: 3_000_000 }).map((amount) => rupees(String(amount)));
    fc.assert(
      fc.property(whole, whole, whole, (before, first, second) => {
        const one = tcs('2026-05-01', 'other', addRupees(first, second), before)!;
        const parts = [
          tcs('2026-05-01', 'other', first, before)!,
          tcs('2026-05-01', 'other', second, addRupees(before, first))!,
        ];
        expect(addRupees(...parts.map(({ amount }) => amount))).toBe(one.amount);
        expect(compareExact(one.taxed, addRupees(first, second))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the kind of purpose', () => {
  it.each([
    ['EDUCATION', 'studyOrMedical'],
    [' medical ', 'studyOrMedical'],
    ['LEISURE', 'other'],
    ['', 'other'],
  ])('takes the purpose %j as %s', (purpose, kind) => {
    expect(tcsKindOf(purpose)).toBe(kind);
  });
});
