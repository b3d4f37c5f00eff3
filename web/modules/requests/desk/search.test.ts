import { describe, expect, it } from 'vitest';
import { isNumberText, isSameSearch, NO_SEARCH, readSearch, wireSearch, writeSearch } from './search.ts';

const read = (pairs: Readonly<Record<string, string>>) => readSearch((name) => pairs[name]);

describe('a search in the address', () => {
  it('is read back as it was written', () => {
    const search = { ...NO_SEARCH, from: '2026-04-01', to: '2026-04-30', type: 'SP', branch: 'MUM' } as const;
    expect(
      isSameSearch(
        readSearch((name) => new Map(writeSearch(search)).get(name)),
        search,
      ),
    ).toBe(true);
    expect(writeSearch(NO_SEARCH)).toEqual([]);
  });

  it('omits invalid values', () => {
    expect(read({ status: 'DONE', number: '12a', from: '2026-02-31', to: 'x', type: 'XX' })).toEqual(
      NO_SEARCH,
    );
  });

  it('has days only with every status', () => {
    expect(read({ status: 'DRAFT', from: '2026-04-01', to: '2026-04-30' })).toEqual({
      ...NO_SEARCH,
      status: 'DRAFT',
    });
    expect(wireSearch({ ...NO_SEARCH, status: 'APRBM', from: '2026-04-01' })).toMatchObject({
      srchStatus: 'APRBM',
      srchFromDate: '',
    });
  });
});

describe('the text of the quick filter', () => {
  it.each([
    ['170618', true],
    ['P5170618', true],
    ['AAAPK1234K', true],
    ['98200 12345', true],
    ['Kavya', false],
    ['61', false],
    ['16/11/2026', false],
    ['₹1,70,618.00', false],
  ])('%s is a number for the server: %j', (text, isNumber) => expect(isNumberText(text)).toBe(isNumber));
});
