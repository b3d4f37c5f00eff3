import { describe, expect, it } from 'vitest';
import { areTooManyComplied, readAmount, readCount } from './figures.ts';

describe('a typed amount (002 §5.1, §9: at most 10 characters, numeric only)', () => {
  it.each([
    ['1234567890', '1234567890'],
    ['0', '0'],
    ['007', '7'],
    ['-250', '-250'],
    [' 12 ', '12'],
  ])('%j is %j', (written, value) => expect(readAmount(written)).toEqual({ ok: true, value }));

  it('can be empty', () => expect(readAmount('')).toEqual({ ok: true, value: null }));

  it.each(['12345678901', '12a', '1.5', '1,000', '-', '1e5', '--1', '٣'])('%j is none', (written) =>
    expect(readAmount(written)).toEqual({ ok: false }),
  );
});

describe('a typed count (002 §5.1: numeric only)', () => {
  it.each([
    ['9999999', 9_999_999],
    [12, 12],
    ['0', 0],
  ])('%j is %d', (written, value) => expect(readCount(written)).toEqual({ ok: true, value }));

  it.each([null, ''])('%j is nothing', (written) =>
    expect(readCount(written)).toEqual({ ok: true, value: null }),
  );

  it.each(['10000000', -1, '1.5', 'x'])('%j is none', (written) =>
    expect(readCount(written)).toEqual({ ok: false }),
  );
});

it.each([
  [4, 9, true],
  [4, 4, false],
  [0, 1, true],
  [null, 3, false],
  [4, null, false],
])('of %s discrepancies of the last month %s complied with are too many: %s', (last, complied, isWrong) =>
  expect(areTooManyComplied(last, complied)).toBe(isWrong),
);
