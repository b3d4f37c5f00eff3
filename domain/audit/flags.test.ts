import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import { rupees } from '../money.ts';
import { flagsOf, type FlaggedTransaction } from './flags.ts';

const SALE: FlaggedTransaction = {
  type: 'SP',
  day: isoDate('2026-10-15'),
  amount: rupees('61411.50'),
  hasPan: true,
  paidBy: 'BANK',
  isFatf: false,
};

describe('the flags of a transaction', () => {
  it.each<[string, Partial<FlaggedTransaction>, readonly string[]]>([
    ['a sale with a PAN, paid by bank', {}, []],
    ['a sale to the public without a PAN', { hasPan: false }, ['noPan']],
    ['the same before the law', { hasPan: false, day: isoDate('2018-06-18') }, []],
    ['a sale in bulk without a PAN', { hasPan: false, type: 'SB' }, []],
    ['a purchase without a PAN', { hasPan: false, type: 'PP' }, []],
    ['cash of 50,000', { paidBy: 'CASH', amount: rupees('50000') }, ['cash']],
    ['cash as a sheet writes it', { paidBy: ' Cash ' }, ['cash']],
    ['cash below 50,000', { paidBy: 'CASH', amount: rupees('49999.99') }, []],
    ['cash and bank', { paidBy: 'BANK, CASH' }, []],
    ['cash for a purchase', { paidBy: 'CASH', type: 'PP' }, []],
    ['a nationality on a FATF list', { isFatf: true, type: 'PP' }, ['fatf']],
    ['all of them', { hasPan: false, paidBy: 'CASH', isFatf: true }, ['noPan', 'cash', 'fatf']],
  ])('%s', (_, given, flags) => {
    expect(flagsOf({ ...SALE, ...given })).toEqual(flags);
  });
});
