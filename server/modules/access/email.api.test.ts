import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USER_TEXTS } from '#domain/access/user.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { makeGrantWorld, type GrantWorld } from '#tools/testing/grants.ts';
import { sendSheet } from '#tools/testing/sheets.ts';
import { SOON } from '#tools/testing/until.ts';

/** A change of e-mail is reported to the old address, and the new one gets no password mail for 24 hours. */

let world: GrantWorld;
let made = 0;
/** A user with a password whom the clerk may edit. */
let user: string;
const own = () => `${user}@bureau.example`;

beforeAll(async () => {
  world = await makeGrantWorld();
  await world.group('Mail clerk', { MASTER: 'q', USER: 'qae' });
  await world.group('Mailed', { MASTER: 'q' });
  await world.user('mail.clerk', { group: 'Mail clerk', entity: 'HO' });
});
afterAll(() => world.close());

beforeEach(async () => {
  user = `mailed.${(made += 1)}`;
  await world.user(user, { group: 'Mailed', entity: 'MUM', branches: ['MUM'] });
});

const change = async (to: string, by = 'mail.clerk') => {
  const { status, json } = await world.save(by, user, { umEml: to });
  expect([status, json.err]).toEqual([200, '']);
};
const HELD = expect.stringMatching(/less than 24 hours ago.*only user number 1/);
const RESET_HELD = expect.stringMatching(/less than 24 hours ago.*ask your administrator/);
const sendNow = async (by = 'mail.clerk') => (await world.act(by, 'sendpassmail', user)).json.err as string;
const reset = async (email: string) =>
  (await world.post('login_a.php', ['reset', user, email])).json.msg as string;
const told = async () =>
  (
    await world.sql<{ email: string; by: string }>(
      `select j.payload ->> 'email' as email, j.payload ->> 'by' as by
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'access:emailchanged' and j.payload ->> 'account' = $1 order by j.id`,
      [String((await world.stored(user)).srno)],
    )
  ).map(({ email }) => email);
const pass = async (interval: string) =>
  world.sql(
    `update access.email_change set changed_at = changed_at - $2::interval
    where account = (select srno from access.account where user_id = $1)`,
    [user, interval],
  );

describe('after a change of the address', () => {
  it('the old address is notified in the same transaction, with the name of the author', async () => {
    await change('new@bureau.example');
    expect(await told()).toEqual([own()]);
    const refused = await world.save('mail.clerk', user, { umEml: 'third@bureau.example', umUserName: '' });
    expect(refused.json.err).not.toBe('');
    expect(await told()).toEqual([own()]);
  });

  it('a save that keeps the address notifies nobody and holds nothing', async () => {
    await world.save('mail.clerk', user, { umMob: '1' });
    expect(await told()).toEqual([]);
    expect(await sendNow()).toBe('');
  });

  it('no way of sending a password mail works, except for user number 1', async () => {
    await change('new@bureau.example');
    expect(await sendNow()).toEqual(HELD);
    expect((await world.save('mail.clerk', user, { umSendMail: 1 })).json.err).toEqual(HELD);
    expect(await reset('new@bureau.example')).toEqual(RESET_HELD);
    expect(await reset(own())).toBe('Invalid User Id or Email Id');
    expect(await world.mailsAsked(user)).toEqual([]);
    const { json } = await world.act('mail.clerk', 'detail', user);
    expect(json.umMailFrom).toMatch(/^\d{4}-\d\d-\d\dT/);

    expect(await sendNow('admin')).toBe('');
    expect(await world.mailsAsked(user)).toEqual([{ letter: 'first', email: 'new@bureau.example' }]);
  });

  it('a save that changes the address and requests the mail at once is refused completely', async () => {
    const both = { umEml: 'new@bureau.example', umSendMail: 1 };
    expect((await world.save('mail.clerk', user, both)).json.err).toEqual(HELD);
    expect(await world.stored(user)).toMatchObject({ email: own() });
    expect((await world.save('admin', user, both)).json.err).toBe('');
    expect(await world.mailsAsked(user)).toEqual([{ letter: 'first', email: 'new@bureau.example' }]);
  });

  it('the same applies when user number 1 has changed it', async () => {
    await change('new@bureau.example', 'admin');
    expect(await told()).toEqual([own()]);
    expect(await sendNow()).toEqual(HELD);
    expect(await reset('new@bureau.example')).toEqual(RESET_HELD);
  });

  it("the same applies to the user's own address", async () => {
    const id = `mail.own.${made}`;
    await world.user(id, { group: 'Mail clerk', entity: 'HO' });
    user = id;
    await change('new@bureau.example', id);
    expect(await told()).toEqual([own()]);
    expect(await sendNow(id)).toEqual(HELD);
  });

  it('the hold ends after 24 hours', async () => {
    await change('new@bureau.example');
    await pass('23 hours 59 minutes');
    expect(await sendNow()).toEqual(HELD);
    await pass('1 minute');
    expect(await reset('new@bureau.example')).toContain('has been sent');
    expect(await sendNow()).toBe('');
    expect(await world.mailsAsked(user)).toEqual([
      { letter: 'reset', email: 'new@bureau.example' },
      { letter: 'first', email: 'new@bureau.example' },
    ]);
  });
});

describe('several changes', () => {
  it('each one restarts the 24 hours, and also notifies the last address that was not on hold', async () => {
    await change('second@bureau.example');
    await pass('20 hours');
    await change('third@bureau.example');
    expect((await told()).sort()).toEqual([own(), 'second@bureau.example'].sort());
    await pass('5 hours');
    expect(await sendNow()).toEqual(HELD);
    await pass('19 hours');
    expect(await sendNow()).toBe('');
  });

  it('after a return to the previous address mails go at once; switching back and forth does not release the new one', async () => {
    await change('thief@elsewhere.example');
    await change(own());
    expect(await sendNow()).toBe('');
    expect(await reset(own())).toContain('has been sent');
    await change('thief@elsewhere.example');
    expect(await sendNow()).toEqual(HELD);
    await change('other@elsewhere.example');
    await change('thief@elsewhere.example');
    expect(await sendNow()).toEqual(HELD);
    expect(await reset('thief@elsewhere.example')).toEqual(RESET_HELD);
  });

  it('an address that was in place for 24 hours becomes the previous one', async () => {
    await change('second@bureau.example');
    await pass('24 hours');
    await change(own());
    expect(await sendNow()).toEqual(HELD);
    await change('second@bureau.example');
    expect(await sendNow()).toBe('');
  });

  it('an address that is removed and entered again is still a changed one', async () => {
    await change('');
    expect(await told()).toEqual([own()]);
    await change('thief@elsewhere.example');
    expect(await sendNow()).toEqual(HELD);
    await change('');
    await change(own());
    expect(await sendNow()).toBe('');
  });

  it('a first address for a user without one is a change too', async () => {
    await world.sql(`update access.account set email = '' where user_id = $1`, [user]);
    await world.sql('delete from access.email_change');
    await change('thief@elsewhere.example');
    expect(await sendNow()).toEqual(HELD);
  });
});

describe('other ways', () => {
  const HEADER = ['User name', 'User id', 'Mobile', 'E-mail', 'Entity type', 'Entity code', 'Right group'];
  const MORE = ['Employee code', 'Enabled', 'Status', 'Send set-password mail'];
  const importRow = async (id: string, email: string, name: string) =>
    sendSheet(world, await world.sessionOf('mail.clerk'), 'user_a.php', 'importapply', [
      [...HEADER, ...MORE],
      [name, id, '', email, 'Branch', 'MUM', 'Mailed', '', 'Yes', 'Active', 'Yes'],
    ]);

  it('a sheet changes an address like the form, and sends no mail to it', async () => {
    expect(await importRow(user, 'thief@elsewhere.example', 'By sheet')).toMatchObject({
      error: '',
      changed: 1,
    });
    expect(await told()).toEqual([own()]);
    expect(await world.mailsAsked(user)).toEqual([]);
    expect(await sendNow()).toEqual(HELD);
  });

  it('a new user gets the first mail at once, by form and by sheet', async () => {
    user = `mail.sheet.${made}`;
    expect(await importRow(user, own(), 'Sheeted')).toMatchObject({ error: '', added: 1 });
    expect(await world.mailsAsked(user)).toEqual([{ letter: 'first', email: own() }]);
    expect(await told()).toEqual([]);
    user = `mail.form.${made}`;
    const record = { umRightGroup: await world.groupNumber('Mailed'), umSendMail: 1 };
    expect((await world.add('mail.clerk', user, record)).json.err).toBe('');
    expect(await world.mailsAsked(user)).toEqual([{ letter: 'first', email: own() }]);
  });

  it('the text contains the moment in Indian time', () =>
    expect(USER_TEXTS.mailHeld('17/11/2026 10:00 IST')).toContain(
      'Until 17/11/2026 10:00 IST only user number 1',
    ));
});

describe('mails that go out', () => {
  let catcher: Catcher;
  let sending: GrantWorld;
  beforeAll(async () => {
    catcher = await startCatcher();
    sending = await makeGrantWorld({ ROLE: 'both', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
    await sending.group('Mailed', { MASTER: 'q' });
    for (const id of ['told', 'late', 'older'])
      await sending.user(id, { group: 'Mailed', entity: 'MUM', branches: ['MUM'] });
  });
  afterAll(async () => {
    await sending.close();
    await catcher.close();
  });
  const addReset = (id: string, payload: object) =>
    sending.sql(
      `select graphile_worker.add_job('access:reset',
         (jsonb_build_object('account', (select srno from access.account where user_id = $1)) || $2::jsonb)::json)`,
      [id, JSON.stringify(payload)],
    );
  const isIdle = async () =>
    (await sending.sql(`select from graphile_worker._private_jobs where attempts < max_attempts`)).length ===
    0;
  const mailsTo = (address: string) => catcher.mails().filter(({ to }) => to.includes(address));

  it('the mail to the old address names the author but not the new address', async () => {
    await sending.save('admin', 'told', { umEml: 'new.told@bureau.example' });
    const mail = await catcher.waitFor(({ to }) => to.includes('told@bureau.example'), 60_000);
    expect(mail.subject).toBe('Bureau: your e-mail address was changed');
    expect(mail.text).toMatch(/user told was changed on .* IST by Asha Rao/);
    expect(mail.text).not.toContain('new.told@');
  });

  it('a mail that was requested before the change does not go to the new address', async () => {
    await sending.sql(`update access.account set email = 'new.late@bureau.example' where user_id = 'late'`);
    await addReset('late', { email: 'late@bureau.example', letter: 'first' });
    await addReset('late', {});
    await expect.poll(isIdle, SOON).toBe(true);
    expect(mailsTo('new.late@bureau.example')).toEqual([]);
    expect(
      await sending.sql(`select from access.password_reset where account =
      (select srno from access.account where user_id = 'late')`),
    ).toEqual([]);
  });

  it('a job of an earlier release without an address still runs', async () => {
    await addReset('older', {});
    const mail = await catcher.waitFor(({ to }) => to.includes('older@bureau.example'), 60_000);
    expect(mail.text).toContain('#reset=');
  });
});
