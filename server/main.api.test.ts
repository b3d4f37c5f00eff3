import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from './platform/version.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

let database: TestDatabase;
let objectsDir: string;

beforeAll(async () => {
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-main-'));
});
afterAll(async () => {
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

/** Code in a module that is loaded before the program. The process runs it on SIGUSR2. */
const planted = (fault: string) => [
  '--import',
  `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(fault)}})`,
];

it('the first line of the log names the version', async () => {
  const server = await BureauProcess.start(settingsFor(database, objectsDir, { SERVE_WEB: 'off' }));
  await server.kill();
  expect(JSON.parse(server.lines[0] ?? '')).toMatchObject({ msg: 'starting', ...VERSION });
});

it.each([
  ['an unhandled rejection', 'Promise.reject(new Error("planted"))'],
  ['an uncaught exception', 'throw new Error("planted")'],
  ['a rejection with something that is not an error', 'Promise.reject("planted")'],
])('%s ends the process with exit code 1, and the log says why', async (_, fault) => {
  const settings = settingsFor(database, objectsDir, { ROLE: 'both', SERVE_WEB: 'off' });
  const server = await BureauProcess.start(settings, { nodeOptions: planted(fault) });
  server.signal('SIGUSR2');
  expect(await server.ended).toEqual({ code: 1, signal: null });
  const fatal = server.errors.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(fatal).toMatchObject([
    {
      level: 60,
      msg: 'the process ends because of a fault that nothing handled',
      err: { message: 'planted' },
    },
  ]);
});
