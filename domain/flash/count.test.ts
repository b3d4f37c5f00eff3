import { describe, expect, it } from 'vitest';
import { exact, rupees } from '../money.ts';
import { facesOf } from '../notes/faces.ts';
import {
  countedDifference,
  countedTotal,
  countProblem,
  denominationProblem,
  readFace,
  readNoteCount,
  readStock,
} from './count.ts';
import { countedInWords } from './counted.ts';
import { canRespond, canSubmit, FLASH_DISCREPANCY_FLOW, hasSelector } from './discrepancy.ts';

describe('a count', () => {
  it('is the sum of face × quantity, and the difference is what the books say less this (002 §9)', () => {
    const faces = [
      { face: exact('100'), quantity: 3 },
      { face: exact('0.25'), quantity: 3 },
    ];
    expect(countedTotal(faces)).toBe('300.75');
    expect(countedDifference(rupees('1000'), countedTotal(faces))).toBe('699.25');
    expect(countedDifference(rupees('300'), countedTotal(faces))).toBe('-0.75');
    expect(countedTotal([])).toBe('0.00');
  });

  it('that was not made has no value and no difference (002 §9)', () => {
    const line = { actualValue: '0.00', difference: '40000.00' };
    expect(countedInWords({ ...line, faces: 0 })).toEqual({ actual: 'not counted', difference: '' });
    expect(countedInWords({ actualValue: '41000.00', difference: '-1000.00', faces: 2 })).toEqual({
      actual: '41,000.00',
      difference: '−1,000.00',
    });
  });

  it('has faces above zero with at most 2 decimals, and whole numbers of notes', () => {
    expect(['100', '0.25', '5.0', '0', '-1', '0.005', '1e3', '', '1000001'].map(readFace)).toEqual([
      '100',
      '0.25',
      '5',
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['1', '9999999', '0', '1.5', '-1', '10000000', ''].map(readNoteCount)).toEqual([
      1,
      9_999_999,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['0', '214500.50', '-1', '1.005', '100000000000000', 'x'].map(readStock)).toEqual([
      '0.00',
      '214500.50',
      null,
      null,
      null,
      null,
    ]);
  });

  it('is refused in the words for each way', () => {
    expect(denominationProblem('', '1')).toBe('Please fill mandatory feilds.');
    expect(denominationProblem('x', '1')).toBe('Unidentified Error. Please contact to administrator.');
    expect(denominationProblem('100', '1')).toBeNull();
    const line = (denomination: string, quantity = '1') => ({ denomination, quantity });
    expect(countProblem([line('5'), line('5.00')])).toBe('Each denomination can be there once.');
    expect(countProblem([line('5', '0')])).toMatch(/above zero/);
    expect(countProblem(Array.from({ length: 61 }, (_, n) => line(String(n + 1))))).toMatch(/60/);
    expect(countProblem([])).toBeNull();
  });

  it('of INR has faces of its own', () => {
    expect(facesOf('INR')).toEqual([500, 200, 100, 50, 20, 10]);
  });
});

describe('a flash discrepancy', () => {
  it('has the selector with the add flag while the audit is in Review (002 §4)', () => {
    const table = (['P', 'R', 'C'] as const).map((header) =>
      [true, false].map((mayAdd) => hasSelector({ header, mayAdd })),
    );
    expect(table).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    const facts = { header: 'R', mayAdd: true, isAnswered: false } as const;
    expect(FLASH_DISCREPANCY_FLOW.choices('P', facts)).toEqual(['P', 'R', 'O']);
    expect(FLASH_DISCREPANCY_FLOW.choices('O', { ...facts, header: 'P' })).toEqual(['O']);
    expect(FLASH_DISCREPANCY_FLOW.choices('P', { ...facts, header: 'C' })).toEqual(['P']);
  });

  it('is answered while it is pending and the audit open', () => {
    expect(canRespond('P', 'P')).toEqual({ ok: true });
    expect(canRespond('R', 'R')).toEqual({ ok: false, why: 'This discrepancy is not pending any more.' });
    expect(canRespond('C', 'P')).toEqual({ ok: false, why: 'This audit is closed.' });
    expect(canSubmit('P', 'P', true)).toEqual({ ok: true });
    expect(canSubmit('P', 'P', false)).toEqual({ ok: false, why: 'Please Enter Remark.' });
    expect(canSubmit('R', 'O', true)).toEqual({
      ok: false,
      why: 'This discrepancy is not pending any more.',
    });
    expect(canSubmit('C', 'P', true)).toEqual({ ok: false, why: 'This audit is closed.' });
  });
});
