import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { dateInIndia } from '#domain/dates.ts';
import type { Waiting } from '#domain/home/waiting.ts';
import { auditClient } from '#tools/testing/audit-client.ts';
import { flashClient } from '#tools/testing/flash.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** The lines of work that each role sees, and that their counts follow what the role does. */

let world: World;
const open: OpenStream[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(session: string): Promise<() => Waiting> {
  const stream = await openStream(world.url, 'home_a.php', [session, 'watch']);
  open.push(stream);
  const counts = () => stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as unknown;
  await expect.poll(counts, SOON).toBeDefined();
  return () => counts() as Waiting;
}

const WRITER = ['sentback', 'unpaid'];
const NOTES = ['accept', 'return'];
const ANSWERS = ['answer', 'answermaster', 'flashanswer', 'flashanswertran'];
const AUDITS = ['auditopen', 'auditreview', 'flashopen', 'flashreview'];
const DECIDES = ['decide', 'decidemaster', 'flashdecide', 'flashdecidetran'];
it.each([
  ['sales.mum', WRITER],
  ['dlv1.mum', ['deliver', 'collect', ...NOTES]],
  ['bm.mum', ['bm', 'link', 'special', ...WRITER, ...NOTES, ...ANSWERS]],
  ['zm.west', ['zm', ...WRITER, ...ANSWERS]],
  ['cm.ho', ['cm', 'licence', ...WRITER]],
  ['fm.ho', ['fm', 'link', 'special', ...WRITER]],
  ['staff.mum', ANSWERS],
  ['ho.rates', ['publish']],
  ['audit.ca', [...DECIDES, ...AUDITS]],
  [
    'admin',
    [
      'bm',
      'zm',
      'cm',
      'fm',
      'link',
      'special',
      'publish',
      'licence',
      'job',
      ...WRITER,
      ...NOTES,
      ...DECIDES,
      ...AUDITS,
    ],
  ],
  ['fran.goa', []],
])('%s sees the lines of the role and no others', async (user, kinds) => {
  const counts = await follow(await world.signIn(user));
  expect(Object.keys(counts()).sort()).toEqual([...kinds].sort());
});

it('treasury has one item until the rates of today are published', async () => {
  const today = dateInIndia(Date.now());
  await world.sql(
    `update rates.ibr_list set replaced_at = now() where replaced_at is null and flag <> 'D' and day = $1`,
    [today],
  );
  const session = await world.signIn('ho.rates');
  const counts = await follow(session);
  expect(counts()).toEqual({ publish: 1 });
  const rows = (await world.post('ibr_a.php', [session, 'draftibrlist'])).json as {
    isd: string;
    ibr: string;
    lastibr: string;
  }[];
  const ibrList = rows.map(({ isd, ibr, lastibr }) => ({ isd, ibr: ibr === '' ? lastibr : ibr }));
  const save = (flag: string) =>
    world.post('ibr_a.php', [session, 'saveibr', JSON.stringify({ flag, ibrList })]);
  expect((await save('D')).json.err).toBe('');
  expect((await save('F')).json.err).toBe('');
  await expect.poll(counts, SOON).toEqual({ publish: 0 });
});

it('an auditor has the audits to carry out and those in review, until they are closed', async () => {
  const session = await world.signIn('audit.ca');
  const counts = await follow(session);
  const before = counts();
  const more = (auditopen: number, auditreview: number, flashopen: number) => ({
    ...before,
    auditopen: (before.auditopen ?? 0) + auditopen,
    auditreview: (before.auditreview ?? 0) + auditreview,
    flashopen: (before.flashopen ?? 0) + flashopen,
  });
  const audits = auditClient(world, session);
  const made = await audits.create({
    branch: 'BLR',
    year: 2024,
    month: 5,
    date: '2024-06-03',
    cashier: 'Leena Rao',
    bm: 'Bhavna Shah',
  });
  expect(made.json.err).toBe('');
  await expect.poll(counts, SOON).toEqual(more(1, 0, 0));
  const srno = made.json.srno as number;
  expect((await audits.save({ srno, hdrAuditStatus: 'R' })).json.err).toBe('');
  await expect.poll(counts, SOON).toEqual(more(0, 1, 0));
  expect((await audits.save({ srno, hdrAuditStatus: 'C' })).json.err).toBe('');
  await expect.poll(counts, SOON).toEqual(more(0, 0, 0));

  const flash = await flashClient(world, session).call('saveheaderdata', {
    branch: 'BLR',
    date: '2024-06-03',
    cashier: 'Leena Rao',
    remark: '',
  });
  expect(flash.json.err).toBe('');
  await expect.poll(counts, SOON).toEqual(more(0, 0, 1));
});

it('an administrator has the jobs that failed for good, until they are removed', async () => {
  const session = await world.signIn('admin');
  const counts = await follow(session);
  const before = counts().job ?? 0;
  const worker = await world.another(
    { ROLE: 'worker' },
    { jobs: [{ name: 'test:fails', run: () => Promise.reject(new Error('no')) }] },
  );
  const [job] = await world.sql<{ id: string }>(
    `select (graphile_worker.add_job('test:fails', '{}', max_attempts => 1)).id`,
  );
  await expect.poll(() => counts().job, SOON).toBe(before + 1);
  await worker.stop();
  const { json } = await world.post('job_a.php', [
    session,
    'drop',
    JSON.stringify({ ids: [Number(job?.id)] }),
  ]);
  expect(json).toMatchObject({ err: '', count: 1 });
  await expect.poll(() => counts().job, SOON).toBe(before);
});
