import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall, defineUpload } from '#contract/define.ts';
import { json } from '#contract/fields.ts';
import { handle } from '#server/platform/dispatch/handler.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';
import { sample, uploadSample } from '#tools/testing/calls/sample.ts';
import { FORM, send } from '#tools/testing/calls/send.ts';
import { fuzzSettings, fuzzTimeout, openFuzz, type Fuzz } from '#tools/testing/fuzz/run.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Proves that fuzzing finds planted faults, and fuzzes paths and bodies. fuzz.*.api.test.ts fuzz the calls. */
const settings = fuzzSettings(process.env);
const timeout = fuzzTimeout(settings);

const probe = {
  endpoint: 'probe_a.php',
  summary: 'For tests.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: 'here',
  args: { said: json(z.object({ name: z.string(), list: z.array(z.int()) })) },
  reply: z.unknown(),
} as const;
const stumbles = defineCall({ ...probe, action: 'stumbles' });
const chatters = defineCall({ ...probe, action: 'chatters' });
const upload = defineUpload({
  ...probe,
  endpoint: 'upload_a.php',
  action: 'probe',
  session: 'meta',
  effect: 'outside',
  meta: z.object({ name: z.string() }),
  accepts: ['pdf'],
});

let world: World;
let fuzz: Fuzz;
beforeAll(async () => {
  process.stdout.write(`fuzz: FUZZ_SEED=${settings.seed} FUZZ_RUNS=${settings.runs}\n`);
  const bound = [
    handle(stumbles, async (_, { said }) => JSON.parse(said.name) as unknown),
    handle(chatters, async (_, { said }) => {
      if (said.list.length !== 2) throw malformed(`list must be 2 long, see chatters.ts`);
      return '';
    }),
    handle(upload, async () => {
      throw new Refusal('Not taken.');
    }),
  ];
  world = await openWorld({}, { declared: [stumbles, chatters, upload], bound });
  fuzz = await openFuzz(world, settings);
});
afterAll(async () => {
  const ready = await fetch(`${world.url}/readyz`);
  await world.close();
  expect(ready.status).toBe(200);
});

test('an upload', { timeout }, async () => {
  const file = { name: 'probe.pdf', bytes: pdfSample() };
  const sent = uploadSample(
    upload,
    'none',
    () => ({ name: 'a' }),
    () => file,
  );
  expect(await fuzz.attack(upload, sent, 'signed in')).toBeNull();
  expect(await fuzz.attack(upload, sent, 'stranger')).toBeNull();
});

test('a handler that fails on its input is detected', { timeout }, async () => {
  const valid = sample(stumbles, 'none', () => ({ said: { name: '1', list: [1, 2] } }));
  expect(await fuzz.attack(stumbles, valid, 'signed in')).toMatch(/answered 500: \{"status":"ERR0000"/);
});

test('a refusal that exposes internals is detected', { timeout }, async () => {
  const valid = sample(chatters, 'none', () => ({ said: { name: 'a', list: [1, 2] } }));
  expect(await fuzz.attack(chatters, valid, 'signed in')).toMatch(/tells of its inside \(chatters\.ts\)/);
});

const MAX_CALL_BYTES = 2 * 1024 * 1024;

test('a body over the limit is refused, and one at the limit is read', async () => {
  const ask = (bytes: number) => send(world.url, 'country_a.php', { type: FORM, bytes: filled(bytes) });
  expect((await ask(MAX_CALL_BYTES)).json).toEqual({ err: 'There is no such action.' });
  const over = await ask(MAX_CALL_BYTES + 1);
  expect([over.status, over.json]).toEqual([413, { err: 'This is too large.' }]);
});

const filled = (bytes: number): Buffer => Buffer.concat([Buffer.from('1='), Buffer.alloc(bytes - 2, 'A')]);

test.each([
  ['POST', '/api/nosuch_a.php', 404],
  ['POST', '/api/', 404],
  ['POST', '/api/%zz', 400],
  ['POST', '/api/%00', 404],
  ['POST', '/api/..%2f..%2fetc%2fpasswd', 404],
  ['POST', '/api/__proto__', 404],
  ['POST', `/api/${'a'.repeat(301)}`, 404],
  ['GET', '/api/country_a.php', 404],
  ['DELETE', '/api/country_a.php', 404],
] as const)('%s %s answers %i in JSON', async (method, path, status) => {
  const body = method === 'POST' ? '1=a&2=b' : undefined;
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { 'content-type': FORM },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ err: expect.stringMatching(/^[A-Z][a-z ]+\.$/) as string });
});
