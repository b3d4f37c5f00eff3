import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  areReversed,
  dateInIndia,
  financialYearOf,
  formatDate,
  formatDateTime,
  formatFinancialYear,
  formatTime,
  parseDate,
  readIsoDate,
  type IsoDate,
} from './dates.ts';

function iso(text: string): IsoDate {
  const date = readIsoDate(text);
  if (!date) throw new Error(`${text} is no date`);
  return date;
}

const today = iso('2026-11-15');
const anyDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => iso(date.toISOString().slice(0, 10)));

describe('parseDate', () => {
  it.each(['03/04/2026', '3/4/2026', '3-4-26', '3.4.2026', '3 4 2026', '03042026', '030426', ' 03/04/26 '])(
    'reads %s day first',
    (typed) => expect(parseDate(typed, today)).toBe('2026-04-03'),
  );

  it.each([
    '31/02/2026',
    '29/02/2026',
    '31/04/2026',
    '00/01/2026',
    '01/13/2026',
    '3/4',
    '3/4-2026',
    '3/4/026',
    '3042026',
    '3/4/20266',
    '4 April 2026',
    '01/01/1899',
    '',
  ])('refuses %j', (typed) => expect(parseDate(typed, today)).toBeNull());

  it('handles leap years', () => {
    expect(parseDate('29/02/2024', today)).toBe('2024-02-29');
    expect(parseDate('29/02/2100', today)).toBeNull();
  });

  it('places two-digit years around today', () => {
    expect(parseDate('01/01/56', today)).toBe('2056-01-01');
    expect(parseDate('01/01/57', today)).toBe('1957-01-01');
    expect(parseDate('01/01/10', iso('2085-06-01'))).toBe('2110-01-01');
  });

  it('reads every spelling of a formatted date', () => {
    fc.assert(
      fc.property(anyDate, fc.constantFrom('/', '-', '.', ' ', ''), (date, separator) => {
        expect(parseDate(formatDate(date).replaceAll('/', separator), today)).toBe(date);
      }),
    );
  });

  it('never reads a date that formats differently from the typed one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1890, max: 2210 }),
        (day, month, year) => {
          const typed = `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
          const date = parseDate(typed, today);
          if (date) expect(formatDate(date)).toBe(typed);
          else expect(readIsoDate(typed.split('/').reverse().join('-'))).toBeNull();
        },
      ),
    );
  });
});

describe('India', () => {
  it('changes the day at 18:30 UTC', () => {
    expect(dateInIndia(Date.parse('2026-03-31T18:29:59Z'))).toBe('2026-03-31');
    expect(dateInIndia(Date.parse('2026-03-31T18:30:00Z'))).toBe('2026-04-01');
    expect(formatTime(Date.parse('2026-03-31T18:30:00Z'))).toBe('00:00');
    expect(formatDateTime(Date.parse('2026-04-03T08:35:00Z'))).toBe('03/04/2026 14:05 IST');
  });

  it('begins the financial year in April', () => {
    expect(financialYearOf(iso('2026-03-31'))).toBe('2025-2026');
    expect(financialYearOf(iso('2026-04-01'))).toBe('2026-2027');
    expect(formatFinancialYear('2026-2027')).toBe('FY 2026-27');
    expect(formatFinancialYear('2099-2100')).toBe('FY 2099-00');
  });
});

describe('addDays', () => {
  it('crosses months and years and is reversible', () => {
    expect(addDays(iso('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addDays(iso('2024-03-01'), -1)).toBe('2024-02-29');
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });
});

describe('areReversed', () => {
  it('is true only for two valid days', () => {
    expect(areReversed('2026-03-02', '2026-03-01')).toBe(true);
    expect(areReversed('2026-03-01', '2026-03-01')).toBe(false);
    expect(areReversed('2026-03-01', '03/0')).toBe(false);
    expect(areReversed('31/02/2026', '2026-03-01')).toBe(false);
    expect(areReversed('', '2026-03-01')).toBe(false);
  });
});
