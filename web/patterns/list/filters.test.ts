import { expect, test } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import {
  areSameFilters,
  initialFilters,
  readFilters,
  withoutEmpty,
  writeFilters,
  type FilterKinds,
} from './filters.ts';

const KINDS = {
  number: { kind: 'text', accepts: (text) => /^\d{1,9}$/.test(text) },
  name: { kind: 'text' },
  state: { kind: 'choice', values: ['open', 'closed'] },
  order: { kind: 'choice', values: ['newest', 'oldest'], initial: 'newest' },
  task: { kind: 'choice' },
  from: { kind: 'date' },
  to: { kind: 'date', initial: () => isoDate('2026-11-16') },
  mine: { kind: 'flag' },
} as const satisfies FilterKinds;

const NOTHING = {
  number: '',
  name: '',
  state: '',
  order: 'newest',
  task: '',
  from: '',
  to: '2026-11-16',
  mine: false,
} as const;

function read(address: string) {
  const params = new URLSearchParams(address);
  return readFilters(KINDS, (name) => params.get(name));
}

test('an empty address gives the initial values', () => {
  expect(read('')).toEqual(NOTHING);
  expect(initialFilters(KINDS)).toEqual(NOTHING);
});

test('each kind is read from its text', () => {
  expect(
    read('number=12&name=+Asha+&state=closed&order=oldest&task=mail&from=2026-04-01&to=2026-04-30&mine=1'),
  ).toEqual({
    number: '12',
    name: 'Asha',
    state: 'closed',
    order: 'oldest',
    task: 'mail',
    from: '2026-04-01',
    to: '2026-04-30',
    mine: true,
  });
});

test('a value that a filter does not accept counts as absent', () => {
  expect(read('number=1x&state=lost&order=none&from=2026-02-30&to=soon&mine=yes')).toEqual(NOTHING);
});

test('only values that differ from the initial ones are written, but a day is always written', () => {
  expect(writeFilters(KINDS, read(''))).toEqual({
    number: null,
    name: null,
    state: null,
    order: null,
    task: null,
    from: null,
    to: '2026-11-16',
    mine: null,
  });
  const written = { ...read(''), name: ' Asha ', order: 'oldest', mine: true } as const;
  expect(writeFilters(KINDS, written)).toMatchObject({ name: 'Asha', order: 'oldest', mine: '1' });
});

test('written values are read back unchanged', () => {
  const values = read('number=7&state=open&from=2026-04-01&mine=1');
  const written: Readonly<Record<string, string | null>> = writeFilters(KINDS, values);
  expect(readFilters(KINDS, (name) => written[name])).toEqual(values);
});

test('values are compared filter by filter', () => {
  expect(areSameFilters(KINDS, read('task=mail'), read('task=mail&other=1'))).toBe(true);
  expect(areSameFilters(KINDS, read('task=mail'), read('task=mail&mine=1'))).toBe(false);
});

test('a call can omit empty filters', () => {
  expect(withoutEmpty(read('task=mail'))).toEqual({ order: 'newest', task: 'mail', to: '2026-11-16' });
});
