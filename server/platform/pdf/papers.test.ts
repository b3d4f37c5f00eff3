import { afterEach, expect, it } from 'vitest';
import { ProcessPool, type PoolOptions } from '../children/pool.ts';
import { Problem } from '../dispatch/problems.ts';
import { PAPER_POOL } from '../limits.ts';
import { COMPANY } from '#tools/demo/lookups.ts';
import type { PdfDescription, PdfPart } from './description.ts';
import { PAPER_TEXTS, PaperMaker } from './papers.ts';

const pools: ProcessPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const script = new URL('./pdf.child.ts', import.meta.url);
function openMaker(limits = {}, options: Partial<PoolOptions> = {}) {
  const pool = new ProcessPool({ script, ...PAPER_POOL, ...options });
  pools.push(pool);
  return new PaperMaker(pool, { perUser: 2, inAll: 3, atOnce: 1, maxWaitMs: 30_000, ...limits });
}

const paper = (...parts: readonly PdfPart[]): PdfDescription => ({
  title: 'Paper 1',
  id: 'paper 1',
  author: 'Sahyadri Forex',
  madeAt: new Date('2026-11-14T06:35:00Z'),
  footer: 'Sahyadri Forex · Paper 1',
  parts,
});
const SMALL = paper({ part: 'text', text: 'Hello', style: { size: 10 } });
const LARGE = paper({
  part: 'table',
  columns: [{ head: 'A', share: 1 }],
  rows: Array.from({ length: 300_000 }, (_, row) => [`row ${row}`]),
});
const here = () => new AbortController().signal;

/** A refusal as a user sees it. */
const shown = (error: unknown): unknown =>
  error instanceof Problem ? [error.status, error.body['err']] : error;
const refusalOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return shown(error);
  }
};
const refusalIn = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'nothing', shown);

/** Papers that wait in their description until they are released. */
function heldPapers(maker: PaperMaker) {
  const begun: string[] = [];
  const release: (() => void)[] = [];
  return {
    begun,
    add: (name: string, account: number, signal = here()) =>
      maker.reserve(account, signal).make(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => release.push(resolve));
        return SMALL;
      }),
    async releaseAll(expected: number) {
      for (let released = 0; released < expected; released += 1) {
        await expect.poll(() => release.length, { timeout: 20_000 }).toBeGreaterThan(0);
        release.shift()?.();
      }
    },
  };
}

it('a user has a limited number of papers in the making, and so have all users together', async () => {
  const maker = openMaker();
  const held = heldPapers(maker);
  const running = [held.add('a1', 1), held.add('a2', 1)];
  expect(refusalOf(() => maker.reserve(1, here()))).toEqual([503, PAPER_TEXTS.tooMany]);
  running.push(held.add('b1', 2));
  expect(refusalOf(() => maker.reserve(3, here()))).toEqual([503, expect.stringContaining('busy')]);
  await held.releaseAll(3);
  for (const made of await Promise.all(running)) expect(made.subarray(0, 5).toString()).toBe('%PDF-');
  expect(refusalOf(() => maker.reserve(1, here()))).toBe('nothing');
});

it('users take turns', async () => {
  const maker = openMaker({ perUser: 8, inAll: 64 });
  const held = heldPapers(maker);
  const papers = [held.add('a1', 1), held.add('a2', 1), held.add('a3', 1), held.add('b1', 2)];
  await held.releaseAll(4);
  await Promise.all(papers);
  expect(held.begun.slice(0, 2)).toEqual(['a1', 'b1']);
});

it('a place that is not used is free again when its caller has gone', async () => {
  const maker = openMaker({ perUser: 1 });
  const gone = new AbortController();
  const place = maker.reserve(1, gone.signal);
  gone.abort();
  expect(await refusalIn(place.make(() => SMALL))).toEqual([503, expect.stringContaining('busy')]);
  expect(refusalOf(() => maker.reserve(1, AbortSignal.abort()))).toBe('nothing');
  const again = maker.reserve(1, here());
  expect((await again.make(() => SMALL)).length).toBeGreaterThan(1_000);
  expect(refusalOf(() => maker.reserve(1, here()))).toBe('nothing');
});

it('a paper that waits too long, or whose reader has gone, is refused', async () => {
  const maker = openMaker({ perUser: 8, inAll: 64, maxWaitMs: 300 });
  const held = heldPapers(maker);
  const running = held.add('first', 1);
  const gone = new AbortController();
  const waiting = [refusalIn(held.add('second', 1)), refusalIn(held.add('third', 1, gone.signal))];
  expect(maker.waiting).toBe(2);
  gone.abort();
  expect(maker.waiting).toBe(1);
  for (const refused of waiting) expect(await refused).toEqual([503, expect.stringContaining('busy')]);
  await held.releaseAll(1);
  await running;
  expect(held.begun).toEqual(['first']);
});

it.each([
  ['slow', { taskTimeoutMs: 5_000 }],
  ['large', { memoryMb: 24 }],
])('a paper that is too %s is ended, and the next one is made', async (_, options) => {
  const maker = openMaker({}, options);
  const ended = maker.reserve(1, here()).make(() => LARGE);
  expect(await refusalIn(ended)).toEqual([503, PAPER_TEXTS.ended]);
  expect((await maker.reserve(1, here()).make(() => SMALL)).length).toBeGreaterThan(1_000);
});

it('a fault of the drawing is told with its place, and not as a refusal', async () => {
  const maker = openMaker();
  const broken = paper({ part: 'letterhead', company: COMPANY, logo: Buffer.from('no picture') });
  await expect(maker.reserve(1, here()).make(() => broken)).rejects.toThrow(/could not be drawn.*\n.*at /);
  await expect(
    maker.makeForJob(() => {
      throw new RangeError('does not add up');
    }),
  ).rejects.toThrow('does not add up');
});
