import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { addFranchisee, addLicenceDocuments, sendLicence } from '#tools/testing/licences.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** The mails of the licences module: links, reminders and decisions. */

let world: World;
let catcher: Catcher;
let admin: string;

beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 100 });
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    PUBLIC_URL: 'https://bureau.example',
  });
  admin = await world.signIn('admin');
  await world.sql('update masters.entity set licence_to = licence_to + 3000 where licence_to is not null');
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});
beforeEach(() => {
  catcher.behave({ kind: 'accept' });
  catcher.clear();
});

const ask = async (action: string, given: object) =>
  (await world.post('franchise_a.php', [admin, action, JSON.stringify(given)])).json;
const isQueueEmpty = async () =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::integer as n from graphile_worker.jobs where task_identifier like 'licences:%'`,
    )
  )[0]?.n === 0;
const untilDone = () => expect.poll(isQueueEmpty, SOON).toBe(true);
const keyIn = (text: string | undefined) =>
  /https:\/\/bureau\.example\/renewal-documents\/([\w-]{32})/.exec(text ?? '')?.[1] ?? '';
const works = async (entitykey: string) =>
  (await world.post('franchise_a.php', ['pendingdoc', JSON.stringify({ entitykey })])).json.msg === 'LIC0000';

describe('a renewal link', () => {
  it('is mailed, opens the page, and takes the place of the one before', async () => {
    const { id } = await addFranchisee(world.database.admin, { email: 'a@f.example, b@f.example' });
    expect(await ask('renewallink', { entity: id })).toMatchObject({ live: 0, madeat: '', mailedat: '' });
    expect((await ask('sendrenewallink', { entity: id })).err).toBe('');
    await untilDone();
    const [mail] = catcher.mails();
    expect(mail?.to).toEqual(['a@f.example', 'b@f.example']);
    expect(mail?.subject).toContain('Please send your licence documents');
    const first = keyIn(mail?.text);
    expect(keyIn(mail?.html)).toBe(first);
    expect(await works(first)).toBe(true);
    expect(await ask('renewallink', { entity: id })).toMatchObject({
      live: 1,
      madeby: 'Asha Rao',
      mailedat: expect.stringMatching(/^\d{4}-/),
    });
    await ask('sendrenewallink', { entity: id });
    await untilDone();
    const second = keyIn(catcher.mails()[0]?.text);
    expect([await works(first), await works(second)]).toEqual([false, true]);
    expect((await ask('revokerenewallink', { entity: id })).err).toBe('');
    expect(await works(second)).toBe(false);
    expect(await ask('renewallink', { entity: id })).toMatchObject({ live: 0 });
  });

  it('is in no table, trail entry or job: the database has its hash alone', async () => {
    const { id } = await addFranchisee(world.database.admin, { email: 'a@f.example' });
    await ask('sendrenewallink', { entity: id });
    await untilDone();
    const key = keyIn(catcher.mails()[0]?.text);
    const found = await world.sql(
      `select from platform.trail where coalesce(after::text, '') || coalesce(before::text, '') like '%' || $1 || '%'
       union all select from licences.renewal_key k where k::text like '%' || $1 || '%'`,
      [key],
    );
    expect(found).toEqual([]);
  });

  it('that was ended before its mail went out is not mailed', async () => {
    const { id } = await addFranchisee(world.database.admin, { email: 'a@f.example' });
    catcher.behave({ kind: 'drop', at: 'connect' });
    await ask('sendrenewallink', { entity: id });
    await expect
      .poll(
        async () =>
          (
            await world.sql(
              `select from graphile_worker.jobs where task_identifier = 'licences:link' and last_error is not null`,
            )
          ).length,
        SOON,
      )
      .toBe(1);
    await ask('revokerenewallink', { entity: id });
    catcher.behave({ kind: 'accept' });
    await untilDone();
    expect(catcher.mails()).toEqual([]);
  });

  it('needs an address, a required document, and has a limit for a day', async () => {
    const silent = await addFranchisee(world.database.admin);
    expect((await ask('sendrenewallink', { entity: silent.id })).err).toBe(
      'This entity has no e-mail address. Please add one first.',
    );
    expect((await ask('sendrenewallink', { entity: 'MUM' })).err).toBe(
      'No documents are required of this entity, so it has no renewal page.',
    );
    const busy = await addFranchisee(world.database.admin, { email: 'a@f.example' });
    await world.sql(
      `insert into licences.renewal_key (entity, expires_at, revoked_at)
       select $1, now(), now() from generate_series(1, 20)`,
      [busy.srno],
    );
    expect((await ask('sendrenewallink', { entity: busy.id })).err).toMatch(/^At most 20 links/);
  });
});

describe('reminders', () => {
  const remind = async () => {
    await world.sql(`select platform.add_job('licences:remind', '{}')`);
    await untilDone();
  };

  it('go out 60, 30 and 7 days before a licence ends, once each, with a link', async () => {
    const { srno } = await addFranchisee(world.database.admin, { email: 'r@f.example', endsIn: 61 });
    const endsIn = (days: number) =>
      world
        .sql(
          `update licences.reminded set licence_to = licence_to + ($2 - (select licence_to
          - (now() at time zone 'Asia/Kolkata')::date from masters.entity where srno = $1)) where entity = $1`,
          [srno, days],
        )
        .then(() =>
          world.sql(
            `update masters.entity set licence_to = (now() at time zone 'Asia/Kolkata')::date + $2::integer where srno = $1`,
            [srno, days],
          ),
        );
    const mailsAfter: number[] = [];
    for (const days of [61, 60, 59, 31, 30, 29, 8, 7, 6, 0, -1]) {
      await endsIn(days);
      await remind();
      await remind();
      mailsAfter.push(catcher.mails().length);
    }
    expect(mailsAfter).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
    // The newest mail comes first.
    const [last, , first] = catcher.mails();
    const day = formatDate(addDays(dateInIndia(Date.now()), 60));
    expect(first?.subject).toContain(`Your licence ends on ${day}`);
    expect([await works(keyIn(first?.text)), await works(keyIn(last?.text))]).toEqual([false, true]);
  });

  it('by two workers at once are one mail', async () => {
    await addFranchisee(world.database.admin, { email: 'two@f.example', endsIn: 20 });
    const another = await world.another({
      ROLE: 'worker',
      SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
      PUBLIC_URL: 'https://bureau.example',
    });
    await world.sql(`select platform.add_job('licences:remind', '{}') from generate_series(1, 8)`);
    await untilDone();
    await another.stop();
    expect(catcher.mails().map(({ to }) => to)).toEqual([['two@f.example']]);
  });

  it('that an address refuses are seen among the jobs', async () => {
    await addFranchisee(world.database.admin, { email: 'nobody@f.example', endsIn: 5 });
    catcher.behave({ kind: 'drop', at: 'connect' });
    await world.sql(`select platform.add_job('licences:remind', '{}')`);
    const failed = () =>
      world.sql(
        `select last_error from graphile_worker.jobs where task_identifier = 'licences:link' and last_error is not null`,
      );
    await expect.poll(async () => (await failed()).length, SOON).toBe(1);
    const { json } = await world.post('job_a.php', [admin, 'list', '{}']);
    expect(JSON.stringify(json)).toContain('licences:link');
    catcher.behave({ kind: 'accept' });
    await untilDone();
    expect(catcher.mails()).toHaveLength(1);
  });
});

it('every mail has the two contact lines of the company (002 §2.13)', async () => {
  const lines = ['Anita, renewals, 022 4000 0001', 'Support 022 4000 0002'];
  await world.sql('update masters.company set contact1 = $1, contact2 = $2', lines);
  const { srno, id } = await addFranchisee(world.database.admin, { email: 'c@f.example' });
  await ask('sendrenewallink', { entity: id });
  await untilDone();
  const [first = 0, second = 0] = await addLicenceDocuments(world.database.admin, srno, [1, 2]);
  const filters = { entity: id, franchiseFilter: '', statusFilter: '' };
  await ask('confirmapprove', { ...filters, lineno: first, status: 'A' });
  await ask('confirmapprove', { ...filters, lineno: second, status: 'R', rejectionReason: 'Not readable.' });
  await untilDone();
  expect(catcher.mails()).toHaveLength(3);
  for (const { text, html } of catcher.mails())
    for (const line of lines) {
      expect(text).toContain(line);
      expect(html).toContain(line);
    }
});

describe('a decision', () => {
  it('is mailed to the entity, a rejection with its reason', async () => {
    const { srno, id } = await addFranchisee(world.database.admin, { email: 'd@f.example' });
    const [first = 0, second = 0] = await addLicenceDocuments(world.database.admin, srno, [1, 2]);
    const filters = { entity: id, franchiseFilter: '', statusFilter: '' };
    const expirydate = formatDate(addDays(dateInIndia(Date.now()), 300));
    await ask('confirmapprove', { ...filters, lineno: first, status: 'A', expirydate });
    const rejectionReason = 'The <b>stamp</b> cannot be read.';
    await ask('confirmapprove', { ...filters, lineno: second, status: 'R', rejectionReason });
    await untilDone();
    const mails = catcher.mails().toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(mails.map(({ to }) => to)).toEqual([['d@f.example'], ['d@f.example']]);
    expect(mails[1]?.subject).toContain('RBI licence: approved');
    expect(mails[1]?.text).toContain(`It is valid until ${expirydate}.`);
    expect(mails[0]?.subject).toContain('Franchise agreement: rejected');
    expect(mails[0]?.text).toContain(rejectionReason);
    expect(mails[0]?.html).not.toContain('<b>stamp</b>');
    // Only the rejection asks for something, so only it has a link.
    expect(await works(keyIn(mails[0]?.text))).toBe(true);
    expect(keyIn(mails[0]?.html)).toBe(keyIn(mails[0]?.text));
    expect(mails[0]?.text).toMatch(
      /The link works until \d\d\/\d\d\/\d{4}.* and takes the place of earlier ones/,
    );
    expect(mails[1]?.text).not.toContain('/renewal-documents/');
  });

  it('of rejection leaves the link before it open for a day, and ending the link ends both (002 §2.13)', async () => {
    const { srno, id } = await addFranchisee(world.database.admin, { email: 'g@f.example' });
    await ask('sendrenewallink', { entity: id });
    await untilDone();
    const before = keyIn(catcher.mails()[0]?.text);
    const [lineno = 0] = await addLicenceDocuments(world.database.admin, srno, [1]);
    const filters = { entity: id, franchiseFilter: '', statusFilter: '' };
    await ask('confirmapprove', { ...filters, lineno, status: 'R', rejectionReason: 'Not readable.' });
    await untilDone();
    const after = keyIn(catcher.mails()[0]?.text);
    expect([after === before, await works(before), await works(after)]).toEqual([false, true, true]);
    expect(await ask('renewallink', { entity: id })).toMatchObject({ live: 1, madeby: 'Rejection' });
    await ask('revokerenewallink', { entity: id });
    expect([await works(before), await works(after)]).toEqual([false, false]);
  });

  it('of rejection has no link for a document that the page does not ask for, and leaves the link before it (R51)', async () => {
    const { srno, id } = await addFranchisee(world.database.admin, { email: 'n@f.example' });
    await ask('sendrenewallink', { entity: id });
    await untilDone();
    const before = keyIn(catcher.mails()[0]?.text);
    const [lineno = 0] = await addLicenceDocuments(world.database.admin, srno, [1]);
    await ask('saverequired', { entity: id, docid: 1, required: 0 });
    const filters = { entity: id, franchiseFilter: '', statusFilter: '' };
    await ask('confirmapprove', { ...filters, lineno, status: 'R', rejectionReason: 'Not readable.' });
    await untilDone();
    const text = catcher.mails()[0]?.text ?? '';
    expect(text).toContain('Please ask us whether and how to send it again.');
    expect(text).not.toContain('/renewal-documents/');
    expect(await ask('renewallink', { entity: id })).not.toMatchObject({ madeby: 'Rejection' });
    expect(await works(before)).toBe(true);
  });

  it('that was changed before the mail went out is not mailed', async () => {
    const { srno, id } = await addFranchisee(world.database.admin, { email: 'd@f.example' });
    const [lineno = 0] = await addLicenceDocuments(world.database.admin, srno, [1]);
    catcher.behave({ kind: 'drop', at: 'connect' });
    const filters = { entity: id, franchiseFilter: '', statusFilter: '', lineno };
    await ask('confirmapprove', { ...filters, status: 'A' });
    await ask('confirmapprove', { ...filters, status: 'R', rejectionReason: 'By mistake' });
    catcher.behave({ kind: 'accept' });
    await untilDone();
    expect(catcher.mails().filter(({ subject }) => subject.includes('approved'))).toEqual([]);
    expect(catcher.mails()).toHaveLength(1);
  });

  it('of a document from the page shows on the page', async () => {
    const { id } = await addFranchisee(world.database.admin, { email: 'p@f.example' });
    await ask('sendrenewallink', { entity: id });
    await untilDone();
    const entitykey = keyIn(catcher.mails()[0]?.text);
    await sendLicence(world.url, { docid: 1, entitykey });
    const [row] = await ask('getdocs', { franchiseFilter: id, statusFilter: 'P' });
    await ask('confirmapprove', {
      lineno: row.lineno,
      status: 'A',
      entity: id,
      franchiseFilter: id,
      statusFilter: 'P',
    });
    const page = (await world.post('franchise_a.php', ['pendingdoc', JSON.stringify({ entitykey })])).json;
    expect(page.doclist[0]).toMatchObject({ docid: 1, status: 'A', mayremove: 0, mayupload: 0 });
  });
});
