import { describe, expect, it } from 'vitest';
import { followWal, isOnPath, parseHistory, parseWalName, walName } from './wal.ts';

const at = new Date(0);
const files = (timeline: number, ...numbers: readonly number[]) =>
  numbers.map((number) => ({ timeline, number, at }));

describe('names of WAL', () => {
  it.each(['000000010000000000000003', '0000000A00000002000000FF'])('%s is read and written', (name) => {
    const file = parseWalName(name);
    expect(file).toBeDefined();
    expect(file && walName(file)).toBe(name);
  });

  it.each(['00000002.history', '000000010000000000000003.partial', ''])('%j is none', (name) => {
    expect(parseWalName(name)).toBeUndefined();
  });

  it('are counted over the boundary of a log', () => {
    expect(parseWalName('000000010000000100000000')?.number).toBe(
      (parseWalName('0000000100000000000000FF')?.number ?? 0) + 1,
    );
  });
});

describe('the WAL that a restore can read', () => {
  it('ends before the first missing file, and later ones are told', () => {
    const { last, gap } = followWal(files(1, 2, 3, 4, 6, 7), { start: 3, timeline: 1, forks: [] });
    expect(last?.number).toBe(4);
    expect(gap).toEqual({ missing: '000000010000000000000005', until: { timeline: 1, number: 7, at } });
  });

  it('has no gap if it is whole', () => {
    const { last, gap } = followWal(files(1, 2, 3, 4), { start: 2, timeline: 1, forks: [] });
    expect([last?.number, gap]).toEqual([4, undefined]);
  });

  it('is none if the first file of the backup is missing', () => {
    expect(followWal(files(1, 4), { start: 3, timeline: 1, forks: [] }).last).toBeUndefined();
  });

  it('follows the timeline that a restore began, not the one that it gave up', () => {
    const forks = parseHistory('1\t0/5000028\tbefore 2026-11-16 09:00:00+00\n\n');
    const all = [...files(1, 3, 4, 5, 6, 7, 8), ...files(2, 5, 6, 8)];
    expect(followWal(all, { start: 3, timeline: 2, forks })).toEqual({
      last: { timeline: 2, number: 6, at },
      gap: { missing: '000000020000000000000007', until: { timeline: 2, number: 8, at } },
    });
    expect(followWal(all, { start: 3, timeline: 1, forks: [] }).last?.number).toBe(8);
  });
});

describe('the way to a timeline', () => {
  const forks = parseHistory('1\t0/5000028\tfirst restore\n2\t0/8000028\tsecond restore\n\n');

  it.each([
    ['before the first restore', 1, 4, true],
    ['of the first timeline, after the moment to which it was set back', 1, 6, false],
    ['between the restores', 2, 6, true],
    ['of the second timeline, after it was given up', 2, 8, false],
    ['of the newest', 3, 8, true],
    ['of a timeline that began later', 4, 9, false],
  ])('judges a file %s', (_, timeline, number, isOn) => {
    expect(isOnPath({ timeline, number }, { timeline: 3, forks })).toBe(isOn);
  });
});
