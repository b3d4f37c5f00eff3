import { describe, expect, it } from 'vitest';
import { CELL_TEXTS } from '../cells.ts';
import { REGISTER_ROW_TEXTS, registerRowRules, type RegisterRow } from './register-rows.ts';
import { boundsOfMonth, daysOfMonth, readFormat } from './registers.ts';

describe('the format of a register (002 §9)', () => {
  it.each(['FLM3', 'FLM4', 'FLM5', 'FLM6'])('%s is one', (format) => {
    expect(readFormat(` ${format} `)).toBe(format);
  });
  it.each(['', 'Select', 'flm3', 'FLM1', 'FLM8'])('%j is none', (format) => {
    expect(readFormat(format)).toBeNull();
  });
});

describe('the days of a month', () => {
  it('are all of them, also in February and December', () => {
    expect(daysOfMonth(2024, 2)).toHaveLength(29);
    expect(daysOfMonth(2026, 12).at(-1)).toBe('2026-12-31');
    expect(boundsOfMonth(2026, 12)).toEqual({ from: '2026-12-01', before: '2027-01-01' });
    expect(boundsOfMonth(2026, 4)).toEqual({ from: '2026-04-01', before: '2026-05-01' });
  });
});

describe('a row of an uploaded register', () => {
  const ROW: RegisterRow = {
    date: '2025-03-31',
    number: '1234567890',
    name: 'Kavya Iyer',
    nationality: '',
    id: 'P1234567',
    pan: '',
    purpose: '',
    partyType: '',
    product: 'CN',
    currency: 'USD',
    quantity: '100.50',
    rate: '88.45670001',
    amount: '0',
    payment: '',
  };
  const wrongIn = (more: Partial<RegisterRow>) =>
    registerRowRules({ year: 2025, month: 3 })({ ...ROW, ...more }).map(
      ({ field, message }) => `${field}: ${message}`,
    );

  it('passes at its limits', () => {
    expect(wrongIn({})).toEqual([]);
    expect(wrongIn({ date: '2025-03-01', name: 'n'.repeat(100), id: 'XXXXXXXX1234' })).toEqual([]);
  });
  it.each([
    [{ date: '2025-04-01' }, `date: ${REGISTER_ROW_TEXTS.otherMonth('March 2025')}`],
    [{ date: '2025-02-28' }, `date: ${REGISTER_ROW_TEXTS.otherMonth('March 2025')}`],
    [{ date: '31/3' }, `date: ${CELL_TEXTS.noDate}`],
    [{ id: '2345 6789 0124' }, `id: ${REGISTER_ROW_TEXTS.aadhaar}`],
    [{ quantity: '0.00' }, `quantity: ${CELL_TEXTS.notAbove}`],
    [{ quantity: '1.005' }, `quantity: ${CELL_TEXTS.decimals(2)}`],
    [{ quantity: '1234567890123' }, `quantity: ${CELL_TEXTS.tooLarge}`],
    [{ rate: '1.123456789' }, `rate: ${CELL_TEXTS.decimals(8)}`],
    [{ amount: '-1' }, `amount: ${CELL_TEXTS.negative}`],
    [{ amount: '1.001' }, `amount: ${CELL_TEXTS.decimals(2)}`],
  ])('with %j is refused', (more, text) => {
    expect(wrongIn(more)).toEqual([text]);
  });
  it('names what is missing and what is too long', () => {
    expect(wrongIn({ number: '', currency: '' })).toHaveLength(2);
    expect(wrongIn({ number: '12345678901' })).toHaveLength(1);
    expect(wrongIn({ name: 'n'.repeat(101) })).toHaveLength(1);
  });
});
