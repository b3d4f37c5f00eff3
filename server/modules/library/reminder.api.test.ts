import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { addDays, formatDate, type IsoDate } from '#domain/dates.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { addLibraryDocument } from '#tools/testing/library.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let catcher: Catcher;

beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 100 });
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    PUBLIC_URL: 'https://bureau.example',
  });
  await world.sql(`update access.account set email = ''`);
  await world.sql(`update access.account set email = 'meera@bureau.example' where user_id = 'cm.ho'`);
  // Neither a reader of head office nor a branch with an address gets a mail.
  await world.sql(
    `update access.account set email = user_id || '@bureau.example' where user_id in ('ho.rates', 'staff.mum')`,
  );
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});
let today: IsoDate;
beforeEach(async () => {
  catcher.behave({ kind: 'accept' });
  catcher.clear();
  await world.sql('truncate library.reminded, library.file_text, library.file, library.document');
  [{ today }] = (await world.sql<{ today: IsoDate }>(
    `select (now() at time zone 'Asia/Kolkata')::date::text as today`,
  )) as [{ today: IsoDate }];
});

const JOBS = `task_identifier in ('library:remind', 'library:reminder')`;
/** Runs the daily job a number of times at once, and waits until the queue has nothing left of it. */
async function remind(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await world.sql(`select platform.add_job('library:remind', '{}')`);
  const left = `select count(*)::integer as n from graphile_worker.jobs where ${JOBS}`;
  await expect.poll(async () => (await world.sql<{ n: number }>(left))[0]?.n, SOON).toBe(0);
}
const ending = (days: number, given: { name?: string; branch?: string; active?: boolean } = {}) =>
  addLibraryDocument(world.database.admin, {
    name: `ends in ${days}`,
    category: 'A',
    dated: '2020-01-01',
    expires: addDays(today, days),
    ...given,
  });
/** The mails of the library; the change of an address sends others. */
const mails = () => catcher.mails().filter(({ subject }) => subject.includes('library'));
const texts = () => mails().map(({ text }) => text);

it('head office users who may add are told 60, 30 and 7 days before, once each (R45)', async () => {
  const srno = await ending(61, { name: 'RBI <b>licence</b>' });
  await remind();
  expect(mails()).toEqual([]);
  for (const [at, [left, sent]] of (
    [
      [60, 1],
      [59, 1],
      [31, 1],
      [30, 2],
      [8, 2],
      [7, 3],
      [1, 3],
      [0, 3],
    ] as const
  ).entries()) {
    await world.sql(`update library.reminded set expires_on = $1 where document = $2`, [
      addDays(today, left),
      srno,
    ]);
    await world.sql(`update library.document set expires_on = $1 where srno = $2`, [
      addDays(today, left),
      srno,
    ]);
    await remind();
    await remind();
    expect(mails(), `step ${at}, ${left} days left`).toHaveLength(sent);
  }
  // The newest comes first.
  const mail = mails().at(-1);
  expect(mails().map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => ['meera@bureau.example']));
  expect(mail?.subject).toContain('1 document of the library lapses soon');
  expect(mail?.html).not.toContain('<b>licence</b>');
  for (const body of [mail?.html, mail?.text]) {
    expect(body).toContain('https://bureau.example/guidelines');
    expect(body).toContain(formatDate(addDays(today, 60)));
  }
});

it('a document that is renewed is told of again before its new date', async () => {
  const srno = await ending(5);
  await remind();
  await world.sql('update library.document set expires_on = $1 where srno = $2', [addDays(today, 6), srno]);
  await remind();
  expect(mails()).toHaveLength(2);
});

it('one mail names all of a day; what is inactive, lapsed or far away is not in it', async () => {
  await ending(60, { branch: 'MUM' });
  await ending(20);
  await ending(3);
  await ending(4, { active: false, name: 'inactive' });
  await ending(-1, { name: 'lapsed' });
  await ending(100, { name: 'far away' });
  await remind();
  expect(mails()).toHaveLength(1);
  const [text] = texts();
  for (const words of ['ends in 60 (Mumbai Fort)', 'ends in 20', 'ends in 3', '3 documents'])
    expect(text).toContain(words);
  for (const words of ['inactive', 'lapsed', 'far away']) expect(text).not.toContain(words);
});

it('the job run ten times at once sends one mail', async () => {
  for (let round = 0; round < 5; round += 1) {
    catcher.clear();
    await world.sql('truncate library.reminded');
    await ending(7);
    await remind(10);
    expect(mails()).toHaveLength(1);
  }
});

it('two workers at once, the second while the first has not committed, send one mail', async () => {
  await ending(7);
  const enqueue = declaredStatements().find(({ name }) => name === 'library.reminder.enqueue')?.text ?? '';
  const first = await openClient(world.database.urls.writer);
  const second = await openClient(world.database.urls.writer);
  try {
    for (const worker of [first, second])
      await worker.query(`begin; select set_config('bureau.scope', 'all', true)`);
    expect((await first.query(enqueue, [[60, 30, 7]])).rows).toEqual([{ mails: 1 }]);
    const waiting = second.query(enqueue, [[60, 30, 7]]);
    await first.query('commit');
    expect((await waiting).rows).toEqual([{ mails: 0 }]);
    await second.query('commit');
  } finally {
    for (const worker of [first, second]) await worker.end();
  }
  await remind();
  expect(mails()).toHaveLength(1);
});

it('an address that fails is seen among the jobs', async () => {
  await ending(30);
  catcher.behave({ kind: 'drop', at: 'connect' });
  await world.sql(`select platform.add_job('library:remind', '{}')`);
  const admin = await world.signIn('admin');
  const failing = async () => {
    const { json } = await world.post('job_a.php', [admin, 'list', '{}']);
    return JSON.stringify(json);
  };
  await expect.poll(failing, SOON).toContain('library:reminder');
  const error = `select last_error from graphile_worker.jobs where ${JOBS}`;
  await expect
    .poll(async () => (await world.sql<{ last_error: string | null }>(error))[0]?.last_error, SOON)
    .toMatch(/\w/);
  // Without its document the mail has nothing to say, and the job ends.
  await world.sql('update library.document set active = false');
  catcher.behave({ kind: 'accept' });
  await expect.poll(async () => (await world.sql(error)).length, SOON).toBe(0);
  expect(mails()).toEqual([]);
});

it('nobody to tell: the reminder waits for somebody with the right', async () => {
  await ending(7);
  await world.sql(`update access.account set enabled = false where user_id = 'cm.ho'`);
  await remind();
  expect(await world.sql('select from library.reminded')).toEqual([]);
  await world.sql(`update access.account set enabled = true where user_id = 'cm.ho'`);
  await remind();
  expect(mails()).toHaveLength(1);
});
