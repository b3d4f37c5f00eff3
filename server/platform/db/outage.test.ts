import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { makeLog } from '../log.ts';
import { Outage } from './outage.ts';

interface Line {
  readonly msg: string;
  readonly failures?: number;
  readonly err?: { readonly stack: string };
}

function logged(): { readonly outage: (remindMs?: number) => Outage; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
  return { outage: (remindMs) => new Outage(makeLog('info', destination), remindMs), lines };
}
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('says once that the database is away and once that it is back, with the number of failures', () => {
  const { outage: open, lines } = logged();
  const outage = open();
  for (let tried = 0; tried < 100; tried += 1) outage.failed(refused(), 'sealing the trail failed');
  outage.failed(new Error('Connection terminated unexpectedly'), 'the job queue lost a connection');
  const asked = performance.now();
  outage.succeeded(asked);
  outage.succeeded(asked);
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['the database is away', undefined],
    ['the database is back', 101],
  ]);
});

it('believes no answer to what was asked before the last failure, and no failure of what began before the end', () => {
  const { outage: open, lines } = logged();
  const outage = open();
  const before = performance.now() - 1;
  outage.failed(refused(), 'the job queue lost a connection');
  outage.succeeded(before);
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away']);
  outage.succeeded(performance.now());
  outage.failed(refused(), 'the proof of life failed');
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away', 'the database is back']);
});

it('tells of the next outage', () => {
  vi.useFakeTimers();
  try {
    const { outage: open, lines } = logged();
    const outage = open();
    outage.failed(refused(), 'sealing the trail failed');
    outage.succeeded(performance.now());
    vi.advanceTimersByTime(10_000);
    outage.failed(refused(), 'sealing the trail failed');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the database is away',
      'the database is back',
      'the database is away',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it('says now and then that it is still away', () => {
  const { outage: open, lines } = logged();
  const outage = open(0);
  outage.failed(refused(), 'sealing the trail failed');
  outage.failed(refused(), 'sealing the trail failed');
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['the database is away', undefined],
    ['the database is still away', 2],
  ]);
});

it('logs every other failure whole, during an outage as well', () => {
  const { outage: open, lines } = logged();
  const outage = open();
  outage.failed(refused(), 'sealing the trail failed');
  outage.failed(new TypeError('seal is not a function'), 'sealing the trail failed');
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away', 'sealing the trail failed']);
  expect(lines[1]?.err?.stack).toContain('TypeError');
});
