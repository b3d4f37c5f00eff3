import { expect, it } from 'vitest';
import { MONTHS } from '#domain/budget/budget.ts';
import { isoDate } from '#domain/dates.ts';
import { monthFigures, toDate } from './figures.ts';

const report = {
  budget: MONTHS.map(() => '1000.00'),
  actual: MONTHS.map((_, at) => (at === 0 ? '1250.50' : at === 1 ? '-100.00' : '0.00')),
  budgetTotal: '12000.00',
  actualTotal: '1150.50',
  requests: 2,
  noRate: 0,
  uploaded: MONTHS.map((_, at) => at === 1),
};

it('each month has its name, its difference and its achievement', () => {
  const months = monthFigures(report, '2026-2027', isoDate('2026-05-31'));
  expect(months[0]).toEqual({
    month: 'apr',
    name: 'Apr 2026',
    hasBegun: true,
    isUploaded: false,
    budget: '1000.00',
    actual: '1250.50',
    difference: '250.50',
    achieved: '125.1',
  });
  expect(months[1]).toMatchObject({
    difference: '-1100.00',
    achieved: '-10.0',
    hasBegun: true,
    isUploaded: true,
  });
  expect(months.map(({ hasBegun }) => hasBegun).filter(Boolean)).toHaveLength(2);
  expect(months[9]?.name).toBe('Jan 2027');
});

it('the year to date counts the months that have begun, and a future year has none', () => {
  expect(toDate(monthFigures(report, '2026-2027', isoDate('2026-05-01')))).toEqual({
    budget: '2000.00',
    actual: '1150.50',
    difference: '-849.50',
    achieved: '57.5',
  });
  expect(toDate(monthFigures(report, '2026-2027', isoDate('2026-03-31'))).achieved).toBeNull();
  expect(toDate(monthFigures(report, '2026-2027', isoDate('2030-01-01'))).budget).toBe('12000.00');
});
