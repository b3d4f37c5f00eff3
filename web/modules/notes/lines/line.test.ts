import { describe, expect, it } from 'vitest';
import { byExecutive, namedByAll, type Line } from './line.ts';

const line = (lineNo: number, code?: string): Line => ({
  srno: 1,
  lineNo,
  product: 'CN',
  isd: 'USD',
  flag: 'us',
  quantity: '100',
  ...(code === undefined ? {} : { executive: { code, name: `Executive ${code}` } }),
});

describe('the executive whom lines name', () => {
  it.each([
    [[line(1, 'E1'), line(2, 'E1')], 'E1'],
    [[line(1, 'E1'), line(2, 'E2')], null],
    [[line(1, 'E1'), line(2, '')], null],
    [[line(1, '')], null],
    [[line(1)], null],
  ])('%#', (lines, named) => expect(namedByAll(lines)).toBe(named));

  it('groups the lines by name; lines without one are in no group', () => {
    const groups = byExecutive([line(1, 'E2'), line(2, 'E1'), line(3, ''), line(4, 'E2')]);
    expect(groups.map(({ code, lines }) => [code, lines.map(({ lineNo }) => lineNo)])).toEqual([
      ['E1', [2]],
      ['E2', [1, 4]],
    ]);
  });
});
