import { expect, it } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import { isComplete, readQuery, wireOf, writeQuery } from './query.ts';

const proposed = { fromdate: isoDate('2026-11-01'), todate: isoDate('2026-11-15') };
const read = (address: string) => readQuery(new URLSearchParams(address), proposed);

it('an empty address gives an incomplete query with the proposed days', () => {
  const asked = read('');
  expect(asked).toEqual({ mode: 'View', empcode: '', branch: '', isd: '', days: proposed });
  expect(isComplete(asked)).toBe(false);
});

it('a written query is read back unchanged', () => {
  const asked = read('mode=Download&empcode=E111&isd=usd&fromdate=2026-10-01');
  expect(asked.days).toEqual({ ...proposed, fromdate: '2026-10-01' });
  const pairs = Object.entries(writeQuery(asked)).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  expect(readQuery(new URLSearchParams(pairs), proposed)).toEqual(asked);
  expect(wireOf(asked)).toEqual({ mode: 'Download', empcode: 'E111', isd: 'USD' });
  expect(isComplete(asked)).toBe(true);
});

it('a branch takes precedence over an executive, and invalid values are omitted', () => {
  expect(read('branch=MUM&empcode=E111&isd=DOLLARS&todate=31/02/2026&mode=Shout')).toEqual({
    mode: 'View',
    empcode: '',
    branch: 'MUM',
    isd: '',
    days: proposed,
  });
});
