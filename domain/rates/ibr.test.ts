import { describe, expect, it } from 'vitest';
import { readIbrList, readRate } from './ibr.ts';

describe('a typed rate (000 §5, IBR)', () => {
  it.each([
    ['83.25', '83.25'],
    [' 83.250000 ', '83.250000'],
    ['1,234.5', '1234.5'],
    ['0.000001', '0.000001'],
    ['999999.999999', '999999.999999'],
  ])('%j is %s', (typed, rate) => expect(readRate(typed)).toBe(rate));

  it.each(['', '0', '0.000000', '-1', 'abc', '1e3', '83.2500001', '1000000', '8 3', '∞'])(
    '%j is not a rate',
    (typed) => expect(readRate(typed)).toBeNull(),
  );
});

describe('a list', () => {
  const active = ['EUR', 'USD'];
  const line = (isd: string, ibr: string) => ({ isd, ibr });

  it('has one rate for each active currency', () => {
    expect(readIbrList([line('USD', '83.25'), line('EUR', '90')], active)).toEqual(
      new Map([
        ['USD', '83.25'],
        ['EUR', '90'],
      ]),
    );
  });

  it.each([
    ['a currency is missing', [line('USD', '83')]],
    ['a rate is empty', [line('USD', '83'), line('EUR', '')]],
    ['a rate is zero', [line('USD', '83'), line('EUR', '0')]],
    ['a currency comes twice', [line('USD', '83'), line('USD', '84')]],
    ['a currency is unknown', [line('USD', '83'), line('EUR', '90'), line('ZZZ', '1')]],
    ['it is empty', []],
  ])('is refused when %s', (_, lines) => expect(readIbrList(lines, active)).toBeNull());

  it('is refused when there is no currency at all', () => expect(readIbrList([], [])).toBeNull());
});
