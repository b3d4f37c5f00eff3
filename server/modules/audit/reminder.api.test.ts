import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies } from '#tools/testing/discrepancies.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let catcher: Catcher;
let mumbai: StartedAudit;
let delhi: StartedAudit;

beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 100 });
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    PUBLIC_URL: 'https://bureau.example',
  });
  mumbai = await startAudit(world.database.admin, { year: 2003, month: 5 });
  delhi = await startAudit(world.database.admin, { branch: 'DEL', year: 2003, month: 5 });
  await world.sql(
    `update masters.entity set email = 'mum@bureau.example, desk@bureau.example' where id = 'MUM'`,
  );
  await world.sql(`update masters.entity set email = '' where id <> 'MUM'`);
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});
beforeEach(async () => {
  catcher.behave({ kind: 'accept' });
  catcher.clear();
  await world.sql('delete from audit.reminded');
  await world.sql(`update audit.discrepancy set status = 'D'`);
});

/** Runs the daily job and waits until the queue has nothing left of it. */
async function remind(): Promise<void> {
  await world.sql(`select platform.add_job('audit:remind', '{}')`);
  const left = `select count(*)::integer as n from graphile_worker.jobs where task_identifier in ('audit:remind', 'audit:reminder')`;
  await expect.poll(async () => (await world.sql<{ n: number }>(left))[0]?.n, SOON).toBe(0);
}

it('a branch gets one mail for all that have been pending for more than 7 days (docs/readings.md: reminders)', async () => {
  await addDiscrepancies(world.database.admin, mumbai, 22, { daysAgo: 8, words: 'No <b>ticket</b>' });
  await addDiscrepancies(world.database.admin, mumbai, 1, { daysAgo: 8, flag: 'M', words: 'No licence' });
  await addDiscrepancies(world.database.admin, mumbai, 3, { daysAgo: 6 });
  await addDiscrepancies(world.database.admin, mumbai, 4, { daysAgo: 9, status: 'R' });
  await remind();
  expect(catcher.mails()).toHaveLength(1);
  const [mail] = catcher.mails();
  expect(mail?.subject).toContain('23 discrepancies wait for an answer');
  expect(mail?.to).toEqual(['mum@bureau.example', 'desk@bureau.example']);
  for (const body of [mail?.html, mail?.text]) {
    expect(body).toContain('https://bureau.example/discrepancy');
    expect(body).toContain('Mumbai Fort');
    expect(body).toContain('These are the 20 oldest.');
  }
  expect(mail?.text).toContain('Purchase From Public');
  expect(mail?.html).not.toContain('<b>ticket</b>');
});

it('names the oldest first, by the day since which each is pending', async () => {
  await addDiscrepancies(world.database.admin, mumbai, 1, {
    ...{ daysAgo: 9, day: '2003-05-02', words: 'Nine days' },
  });
  await addDiscrepancies(world.database.admin, mumbai, 1, {
    ...{ daysAgo: 12, day: '2003-05-20', words: 'Twelve days' },
  });
  await remind();
  const text = catcher.mails()[0]?.text ?? '';
  expect(text.indexOf('Twelve days')).toBeLessThan(text.indexOf('Nine days'));
  const [{ day } = { day: '' }] = await world.sql<{ day: string }>(
    `select to_char(pending_since at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as day from audit.discrepancy where words = 'Nine days'`,
  );
  expect(text).toMatch(new RegExp(`since ${day}  Purchase From Public \\d+: Nine days`));
});

it('once in seven days', async () => {
  await addDiscrepancies(world.database.admin, mumbai, 1, { daysAgo: 8 });
  await remind();
  await remind();
  expect(catcher.mails()).toHaveLength(1);
  await world.sql('update audit.reminded set week = week - 6');
  await remind();
  expect(catcher.mails()).toHaveLength(1);
  await world.sql('update audit.reminded set week = week - 1');
  await remind();
  expect(catcher.mails()).toHaveLength(2);
  expect(catcher.mails()[1]?.subject).toContain('1 discrepancy waits for an answer');
});

it('a branch without an address or without anything late gets none', async () => {
  await addDiscrepancies(world.database.admin, delhi, 2, { daysAgo: 30 });
  await addDiscrepancies(world.database.admin, mumbai, 2, { daysAgo: 7 - 1 });
  await remind();
  expect(catcher.mails()).toEqual([]);
  expect(await world.sql('select from audit.reminded')).toEqual([]);
});

it('a mail that the server does not take is tried again, and is not sent if the branch has answered meanwhile', async () => {
  await addDiscrepancies(world.database.admin, mumbai, 1, { daysAgo: 8 });
  catcher.behave({ kind: 'drop', at: 'connect' });
  await world.sql(`select platform.add_job('audit:remind', '{}')`);
  const waiting = `select last_error from graphile_worker.jobs where task_identifier = 'audit:reminder'`;
  await expect
    .poll(async () => (await world.sql<{ last_error: string | null }>(waiting))[0]?.last_error, SOON)
    .toMatch(/\w/);
  await world.sql(`update audit.discrepancy set status = 'R' where status = 'P'`);
  catcher.behave({ kind: 'accept' });
  await expect.poll(async () => (await world.sql(waiting)).length, SOON).toBe(0);
  expect(catcher.mails()).toEqual([]);
});
