import { expect, test } from 'vitest';
import { dayOf, momentOf } from './when.ts';

test('formats a day and a moment for India, and an empty value as empty text', () => {
  expect(dayOf('2026-11-05')).toBe('05/11/2026');
  expect(momentOf('2026-11-05T18:45:00.000Z')).toBe('06/11/2026 00:15 IST');
  expect([dayOf(''), dayOf('soon'), momentOf('')]).toEqual(['', '', '']);
});
