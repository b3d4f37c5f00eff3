import { expect, it } from 'vitest';
import { parseMoment } from './moment.ts';

it.each([
  ['2026-11-16 14:30:00+05:30', '2026-11-16T09:00:00.000Z'],
  ['2026-11-16T09:00:00.25Z', '2026-11-16T09:00:00.250Z'],
])('reads %s', (written, moment) => {
  expect(parseMoment(written).toISOString()).toBe(moment);
});

it.each(['2026-11-16 14:30:00', '16/11/2026 14:30:00+05:30', '2026-13-16 14:30:00+05:30', 'yesterday'])(
  'refuses %s',
  (written) => {
    expect(() => parseMoment(written)).toThrow('is no moment');
  },
);
