import { expect, it } from 'vitest';
import { currentWork, inSpan, inWork, keepWork, outsideWork, traced, type Span } from './current-work.ts';
import { makeLog } from './log.ts';

const WORK = { id: 'request-1', span: null };

it('names the work in each line of the log, and in none that belongs to no work', async () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(line) });
  log.info('before');
  await inWork(WORK, async () => {
    await Promise.resolve();
    log.child({ call: 'x.y' }).info('during');
    outsideWork(() => log.info('of a connection'));
  });
  expect(lines.map((line) => (JSON.parse(line) as { request?: string }).request)).toEqual([
    undefined,
    'request-1',
    undefined,
  ]);
});

it('makes the events of a stream in the work that began it, whoever asks for them', async () => {
  async function* ids() {
    yield currentWork()?.id;
    await Promise.resolve();
    yield currentWork()?.id;
  }
  const events = inWork(WORK, () => keepWork(ids()));
  const seen: unknown[] = [];
  for await (const id of events) seen.push(id, currentWork()?.id);
  expect(seen).toEqual(['request-1', undefined, 'request-1', undefined]);
});

it('ends each span once, with the class of an error and never its message', async () => {
  const told: string[] = [];
  const spanOf = (name: string): Span => ({
    child: (part) => spanOf(`${name}/${part}`),
    set: () => {},
    end: (failure) => void told.push(`${name} ${failure ?? 'ok'}`),
  });
  const work = () =>
    inSpan('outer', {}, async () => {
      await inSpan('good', {}, async () => {});
      await inSpan('bad', {}, async () => {
        throw new TypeError('a secret');
      });
    });
  await expect(traced({ id: 'job-1', span: spanOf('root') }, work)).rejects.toThrow('a secret');
  expect(told).toEqual([
    'root/outer/good ok',
    'root/outer/bad TypeError',
    'root/outer TypeError',
    'root TypeError',
  ]);
});
