import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROPOSAL_TEXTS } from '#domain/access/proposals.ts';
import { RETENTION_TEXTS } from '#domain/access/retention.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { retentionOf, type Retention } from '#tools/testing/retention.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';

/** Who may change a rule, how short a rule can be, and when it begins. */

let world: World;
let office: Retention;

beforeAll(async () => {
  world = await openWorld({ ROLE: 'both' });
  office = await retentionOf(world);
});
afterAll(() => world.close());

const day = (offset: number) => addDays(dateInIndia(Date.now()), offset);
const decide = (subject: string, days: number, since: string = day(0)) =>
  office.retention('decide', { subject, since, days, basis: 'Decided by the board' });
const errorOf = async (subject: string, days: number, since?: string) =>
  (await decide(subject, days, since)).err;
const ruleOf = async (subject: string) =>
  (await office.retention('show')).rules.find(
    ({ rt_subject }: { rt_subject: string }) => rt_subject === subject,
  );

describe('the law', () => {
  it.each(['deals', 'entity_documents', 'lrs_rows', 'upload_sheets', 'webhooks', 'trail'])(
    'keeps %s for five years, and the rule says by which law',
    async (subject) => {
      expect(await errorOf(subject, 1_825)).toBe(RETENTION_TEXTS.tooShort);
      expect(await ruleOf(subject)).toMatchObject({
        rt_leastdays: 1_826,
        rt_law: expect.stringContaining('section 12'),
      });
    },
  );

  it('binds a rule that was shorter before it, the nightly job, and the role of the program', async () => {
    const add = (name: string, daysAgo: number) =>
      world.sql(
        `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, status, uploaded_at, removed_at)
         select e.srno, (select min(id) from masters.document_kind), $1::text, 'pdf', encode(sha256($1::text::bytea), 'hex'), 10, 'P',
           now() - interval '9 years', now() - make_interval(days => $2::integer)
         from masters.entity e where e.id = 'GOA'`,
        [name, daysAgo],
      );
    await add('law young.pdf', 400);
    await add('law old.pdf', 1_900);
    await world.sql('alter table platform.retention disable trigger retention_least');
    await world.sql(
      `insert into platform.retention (subject, since, days, basis) values ('entity_documents', $1, 30, 'x')`,
      [day(-1)],
    );
    await world.sql('alter table platform.retention enable trigger retention_least');
    expect(await ruleOf('entity_documents')).toMatchObject({ rt_days: 1_826 });
    const left = async () =>
      (
        await world.sql<{ file_name: string }>(
          `select file_name from masters.entity_document where file_name like 'law %' order by file_name`,
        )
      ).map(({ file_name }) => file_name);
    await world.sql(`begin; set local role bureau_writer; set local bureau.scope = 'all'`);
    await world.sql(`delete from masters.entity_document where file_name like 'law %'`);
    const afterWriter = await left();
    await world.sql('rollback');
    expect(afterWriter).toEqual(['law young.pdf']);
    await office.runJob();
    expect(await left()).toEqual(['law young.pdf']);
  });

  it('is a dated row with its source that the program cannot change', async () => {
    await world.sql('begin; set local role bureau_writer');
    await expect(world.sql('update platform.retention_law set days = 1')).rejects.toThrow(
      'permission denied',
    );
    await world.sql('rollback');
    await world.sql(
      `insert into platform.retention_law (subject, since, days, source) values ('sessions', $1, 400, 'A new act')`,
      [day(0)],
    );
    expect(await ruleOf('sessions')).toMatchObject({ rt_days: 400, rt_leastdays: 400, rt_law: 'A new act' });
    await world.sql(`delete from platform.retention_law where subject = 'sessions'`);
  });
});

describe('a shorter rule', () => {
  it('begins after seven days, and the job follows the old one until then', async () => {
    const srno = await office.save({ reqPan: 'QQZPA1111R', reqTravName: 'Shortened' }, true);
    await office.age(srno, 100);
    expect(await decide('drafts', 90)).toEqual({
      err: '',
      msg: RETENTION_TEXTS.decidedLater(formatDate(day(7))),
    });
    expect(await ruleOf('drafts')).toMatchObject({ rt_days: 180, rt_nextdays: 90, rt_nextsince: day(7) });
    await office.runJob();
    expect(await office.nameOf(srno)).toBe('Shortened');
    await world.sql(`update platform.retention set since = since - 7 where subject = 'drafts' and days = 90`);
    await office.runJob();
    expect(await office.nameOf(srno)).toBe('');
  });

  it('can be prevented by a longer one from the same day on, and not shortened further', async () => {
    expect(await errorOf('withdrawn', 90, day(9))).toBe('');
    expect(await errorOf('withdrawn', 80, day(9))).toBe(RETENTION_TEXTS.ruleTwice);
    expect(await errorOf('withdrawn', 90, day(9))).toBe(RETENTION_TEXTS.ruleTwice);
    expect(await errorOf('withdrawn', 180, day(9))).toBe('');
    expect(await ruleOf('withdrawn')).toMatchObject({ rt_nextdays: 180, rt_nextsince: day(9) });
  });

  it('does not begin earlier after a longer one that has only been decided, also of two at once', async () => {
    expect(await errorOf('forgeries', 30, day(1))).toBe('');
    expect(await decide('forgeries', 20, day(2))).toMatchObject({
      msg: RETENTION_TEXTS.decidedLater(formatDate(day(7))),
    });
    await Promise.all([decide('wrong_cells', 400, day(1)), decide('wrong_cells', 200, day(2))]);
    const shortened = await world.sql(
      `select from (select since, days, lag(days) over (order by since) as earlier from platform.retention
         where subject = 'wrong_cells') r where days < earlier and since < $1`,
      [day(7)],
    );
    expect(shortened).toEqual([]);
  });

  it('is not needed to keep longer, which is possible at once', async () => {
    expect(await decide('failed_jobs', 60)).toEqual({ err: '', msg: RETENTION_TEXTS.decided });
    expect(await ruleOf('failed_jobs')).toMatchObject({ rt_days: 60, rt_nextsince: '' });
  });
});

describe('a rule and a search for a person', () => {
  it('need a fresh second factor if the settings say so', async () => {
    const careful = await world.another({ STEP_UP: 'persons' });
    try {
      const { json } = await post(
        careful.url,
        'login_a.php',
        fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']),
      );
      const ask = async (action: string, arg: object) =>
        (await post(careful.url, 'retention_a.php', fieldsBody([json.session, action, JSON.stringify(arg)])))
          .status;
      expect(await ask('decide', { subject: 'drafts', since: day(0), days: 400, basis: 'x' })).toBe(403);
      expect(await ask('find', { kind: 'pan', value: 'QQZPA1111R' })).toBe(403);
    } finally {
      await careful.stop();
    }
  });

  it('a rule needs a second person if the settings say so', async () => {
    await world.sql(
      `update access.account set right_group = (select right_group from access.account where user_id = 'admin')
       where user_id = 'cm.ho'`,
    );
    const careful = await world.another({ MAKER_CHECKER: 'retention' });
    try {
      const [maker, checker] = [await world.signIn('admin'), await world.signIn('cm.ho')];
      const ask = async (session: string, endpoint: string, ...fields: readonly string[]) =>
        (await post(careful.url, endpoint, fieldsBody([session, ...fields]))).json;
      const rule = { subject: 'day_counts', since: day(0), days: 30, basis: 'To look back longer' };
      const propose = () => ask(maker, 'retention_a.php', 'decide', JSON.stringify(rule));
      expect(await propose()).toMatchObject({ proposed: 1, msg: PROPOSAL_TEXTS.proposed });
      expect(await propose()).toMatchObject({ err: PROPOSAL_TEXTS.waits });
      expect(await ruleOf('day_counts')).toMatchObject({ rt_days: 7 });
      const [waiting] = await ask(checker, 'proposal_a.php', 'listjson');
      expect(waiting).toMatchObject({ pr_kind: 'retention', pr_record: 'day_counts' });
      const decision = JSON.stringify({ pr_srno: waiting.pr_srno, decision: 'approved', remark: '' });
      expect(await ask(maker, 'proposal_a.php', 'decideretention', decision)).toMatchObject({
        err: PROPOSAL_TEXTS.own,
      });
      expect(await ask(checker, 'proposal_a.php', 'decideretention', decision)).toMatchObject({ err: '' });
      expect(await ruleOf('day_counts')).toMatchObject({ rt_days: 30 });
    } finally {
      await careful.stop();
    }
  });
});
