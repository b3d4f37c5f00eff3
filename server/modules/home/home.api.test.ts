import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const DELHI = { reqBran: 'DEL', reqSalesExecutive: 'E201', reqDeliveryExecutive: 'E211' };

/** Nothing that the demo business or an earlier test has left waits for anybody. */
const CLEARED = `update requests.request set status = 'P', submitted = false, bm_by = null, zm_by = null, cm_by = null,
  fm_by = null, link_requested = false, link_sent = false, withdrawn_at = coalesce(withdrawn_at, now())`;

let world: World;
const session: Record<string, string> = {};
const open: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  await world.sql('truncate audit.audit, flash.audit cascade');
  for (const user of ['admin', 'bm.mum', 'bm.del', 'zm.west', 'cm.ho', 'fm.ho', 'sales.mum', 'sales.del'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  // Clear the requests and links that the demo data and earlier tests left waiting.
  await sql(CLEARED);
  await settleNotes();
});

const settleNotes = () =>
  sql(
    `update notes.movement set state = 'accepted', decided_at = now() where state in ('transit', 'rejected')`,
  );
/** Changes the database by hand and sends the notification that the product would send. */
async function sql(text: string, values: unknown[] = []) {
  const done = await world.database.admin.query(text, values);
  await world.database.admin.query('select platform.tell_waiting()');
  return done;
}
const save = async (given: GivenRequest = {}, user = 'sales.mum'): Promise<number> => {
  const record = JSON.stringify(pricedRequest('SP', given));
  const { json } = await world.post('newfxrequest_a.php', [session[user] ?? '', 'save', record]);
  expect(json.err).toBe('');
  return json.srno as number;
};
const desk = async (user: string, ...fields: string[]) => {
  const { json } = await world.post('fxrequest_a.php', [session[user] ?? '', ...fields]);
  expect(json.err).toBe('');
};
const approve = (user: string, level: string, srno: number) => desk(user, 'APPROVE', level, String(srno));

async function follow(user: string, url = world.url): Promise<() => unknown> {
  const stream = await openStream(url, 'home_a.php', [session[user] ?? '', 'watch']);
  open.push(stream);
  expect(stream.status).toBe(200);
  return () => stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as unknown;
}
const shows = (counts: () => unknown, expected: object) => expect.poll(counts, SOON).toEqual(expected);

const NOTHING = {
  admin: {
    sentback: 0,
    bm: 0,
    zm: 0,
    cm: 0,
    fm: 0,
    link: 0,
    special: 0,
    unpaid: 0,
    accept: 0,
    return: 0,
    decide: 0,
    decidemaster: 0,
    flashdecide: 0,
    flashdecidetran: 0,
    publish: 0,
    auditopen: 0,
    auditreview: 0,
    flashopen: 0,
    flashreview: 0,
    licence: 0,
    job: 0,
  },
  'bm.mum': {
    sentback: 0,
    bm: 0,
    link: 0,
    special: 0,
    unpaid: 0,
    accept: 0,
    return: 0,
    answer: 0,
    answermaster: 0,
    flashanswer: 0,
    flashanswertran: 0,
  },
  'zm.west': {
    sentback: 0,
    zm: 0,
    unpaid: 0,
    answer: 0,
    answermaster: 0,
    flashanswer: 0,
    flashanswertran: 0,
  },
  'cm.ho': { sentback: 0, cm: 0, unpaid: 0, licence: 0 },
  'fm.ho': { sentback: 0, fm: 0, link: 0, special: 0, unpaid: 0 },
  'dlv1.mum': { deliver: 0, collect: 0, accept: 0, return: 0 },
};

const without = (kind: string, counts: object) =>
  Object.fromEntries(Object.entries(counts).filter(([each]) => each !== kind));

describe('waiting counts', () => {
  beforeAll(async () => {
    await sql(CLEARED);
    await settleNotes();
  });

  it('move from one approver to the next within two seconds of each step', async () => {
    const [bm, zm, cm, fm] = await Promise.all(
      ['bm.mum', 'zm.west', 'cm.ho', 'fm.ho'].map((user) => follow(user)),
    );
    if (!bm || !zm || !cm || !fm) throw new Error('not followed');
    await shows(bm, NOTHING['bm.mum']);
    await shows(cm, NOTHING['cm.ho']);
    const srno = await save();
    await shows(bm, { ...NOTHING['bm.mum'], bm: 1 });
    expect(zm()).toEqual(NOTHING['zm.west']);
    await approve('bm.mum', 'BM', srno);
    await shows(bm, NOTHING['bm.mum']);
    await shows(zm, { ...NOTHING['zm.west'], zm: 1 });
    await approve('zm.west', 'ZM', srno);
    await shows(zm, NOTHING['zm.west']);
    await shows(cm, { ...NOTHING['cm.ho'], cm: 1 });
    await shows(fm, { ...NOTHING['fm.ho'], fm: 1 });
    await approve('fm.ho', 'FM', srno);
    await shows(fm, NOTHING['fm.ho']);
    expect(cm()).toEqual({ ...NOTHING['cm.ho'], cm: 1 });
    await desk('cm.ho', 'APPROVE', 'CM', String(srno));
    await shows(cm, NOTHING['cm.ho']);
  });

  it('drop a request that is unlocked', async () => {
    const zm = await follow('zm.west');
    const srno = await save();
    await approve('bm.mum', 'BM', srno);
    await shows(zm, { ...NOTHING['zm.west'], zm: 1 });
    await desk('zm.west', 'UNLOCK', String(srno), JSON.stringify({ reason: 'Wrong quantity' }));
    await shows(zm, NOTHING['zm.west']);
  });

  it('never include other branches', async () => {
    const [mumbai, zone, delhi] = [await follow('bm.mum'), await follow('zm.west'), await follow('bm.del')];
    const srno = await save(DELHI, 'sales.del');
    await shows(delhi, { ...NOTHING['bm.mum'], bm: 1 });
    await approve('bm.del', 'BM', srno);
    await shows(delhi, NOTHING['bm.mum']);
    await save();
    await shows(mumbai, { ...NOTHING['bm.mum'], bm: 1 });
    expect(zone()).toEqual(NOTHING['zm.west']);
  });

  it('include payment links until they are sent', async () => {
    const [bm, fm] = [await follow('bm.mum'), await follow('fm.ho')];
    const srno = await save({ reqPaymentLink: 1 });
    await shows(bm, { ...NOTHING['bm.mum'], link: 1 });
    await shows(fm, { ...NOTHING['fm.ho'], link: 1 });
    await sql('update requests.request set link_sent = true where srno = $1', [srno]);
    await shows(bm, NOTHING['bm.mum']);
    await shows(fm, NOTHING['fm.ho']);
  });

  it('include special approvals until they are settled', async () => {
    const [bm, del] = [await follow('bm.mum'), await follow('bm.del')];
    const total = pricedRequest('SP').reqGrandTotal;
    const srno = await save({
      reqPaymentData: [{ srno: 1, paytype: 'SPR', paybankcode: '', refnum: 'CFO mail', payamnt: total }],
    });
    await shows(bm, { ...NOTHING['bm.mum'], bm: 1, special: 1 });
    const settled = JSON.stringify({ req_srno: srno, srno: 1, note: 'NEFT 77' });
    const { json } = await world.post('settlement_a.php', [session['bm.mum'] ?? '', 'settle', settled]);
    expect(json.err).toBe('');
    await shows(bm, { ...NOTHING['bm.mum'], bm: 1 });
    expect(del()).toEqual(NOTHING['bm.mum']);
  });

  it('include notes to accept for their receiver, and rejected notes for the keepers of the vault that sent them', async () => {
    for (const user of ['dlv1.mum', 'dlv2.mum']) session[user] ??= await world.signIn(user);
    const [mine, other, keeper] = [
      await follow('dlv1.mum'),
      await follow('dlv2.mum'),
      await follow('bm.mum'),
    ];
    await shows(mine, NOTHING['dlv1.mum']);
    await stockVault(world.database.admin, { USD: 100 });
    const [srno] = await addApproved(world.database.admin, { lines: [['USD', 100]] });
    const line = [{ srno, lno: 1 }];
    const notes = async (user: string, endpoint: string, action: string, content: object) => {
      const { json } = await world.post(endpoint, [session[user] ?? '', action, JSON.stringify(content)]);
      expect(json.err).toBe('');
    };
    await notes('bm.mum', 'cnout_a.php', 'move', { moveList: line, fromemp: 'VMUM', toemp: 'E111' });
    await shows(mine, { ...NOTHING['dlv1.mum'], deliver: 1, accept: 1 });
    await shows(other, NOTHING['dlv1.mum']);
    await notes('dlv1.mum', 'cnaccept_a.php', 'accept', { acceptList: line, flag: 'N' });
    await shows(mine, NOTHING['dlv1.mum']);
    await shows(keeper, { ...NOTHING['bm.mum'], return: 1 });
    await notes('bm.mum', 'cnraccept_a.php', 'accept', { acceptList: line, flag: 'Y' });
    await shows(keeper, NOTHING['bm.mum']);
  });

  it('go only to users who can act on them', async () => {
    const sales = await follow('sales.mum');
    await save();
    await shows(sales, { sentback: 0, unpaid: 0 });
  });

  it('stop at a thousand', async () => {
    await sql(
      `insert into requests.request (ref_no, first_hash, branch, type, handover, scheme, forex_total, grand_total, received,
         submitted, submitted_at, made_on, made_by, makers)
       select 'many ' || n, sha256(convert_to(n::text, 'UTF8')), (select srno from masters.entity where id = case when n % 2 = 0 then 'MUM' else 'DEL' end),
         'SP', 'IN', 'FULL', 100, 100, 100, true, now(), current_date, 1, array[1] from generate_series(1, 2400) n`,
    );
    const [mumbai, office] = [await follow('bm.mum'), await follow('admin')];
    await shows(mumbai, { ...NOTHING['bm.mum'], bm: MOST_COUNTED });
    await shows(office, { ...NOTHING.admin, bm: MOST_COUNTED });
  });

  it('exclude, with four eyes, what the user has made or approved', async () => {
    const strict = await world.another({ FOUR_EYES: 'on' });
    const [admin, bm] = [await follow('admin', strict.url), await follow('bm.mum', strict.url)];
    const nothing = NOTHING.admin;
    await shows(admin, nothing);
    const own = await save({}, 'admin');
    await shows(bm, { ...NOTHING['bm.mum'], bm: 1 });
    expect(admin()).toEqual(nothing);
    await approve('bm.mum', 'BM', own);
    const other = await save();
    await shows(admin, { ...nothing, bm: 1 });
    await approve('admin', 'BM', other);
    await shows(admin, nothing);
    await strict.stop();
  });

  it('reach every process, and are sent in full again after the listener connection is cut', async () => {
    const second = await world.another();
    const there = await follow('bm.mum', second.url);
    await shows(there, NOTHING['bm.mum']);
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity 
       where application_name = 'bureau line' and datname = current_database()`,
    );
    await save();
    await expect.poll(there, SOON).toEqual({ ...NOTHING['bm.mum'], bm: 1 });
    await second.stop();
  });
});

describe('the stream', () => {
  const hashOf = (id: string) => createHash('sha256').update(id).digest();

  it('sends changed rights at once with the new counts, and ends with the session', async () => {
    const mine = await world.signIn('bm.mum');
    const stream = await openStream(world.url, 'home_a.php', [mine, 'watch']);
    await expect.poll(() => stream.events, SOON).toHaveLength(1);
    const take = (may: boolean) =>
      sql(
        `update access.group_right set may_edit = $1 where right_key = 'SETTLEMENT'
           and right_group = (select right_group from access.account where user_id = 'bm.mum')`,
        [may],
      );
    await take(false);
    await expect
      .poll(() => stream.events.slice(1), SOON)
      .toEqual([
        { kind: 'rights' },
        {
          kind: 'waiting',
          counts: without('special', NOTHING['bm.mum']),
          marks: { accept: 0, return: 0 },
        },
      ]);
    await take(true);
    await world.post('login_a.php', [mine, 'logout']);
    await stream.ended;
    expect(stream.events.at(-1)).toEqual({ kind: 'ended' });
  });

  it('does not keep a session alive, neither when it is opened nor while it is open', async () => {
    const mine = await world.signIn('zm.west');
    const second = await world.another();
    await sql(`update access.session set last_used_at = now() - interval '29 minutes' where id_hash = $1`, [
      hashOf(mine),
    ]);
    const stream = await openStream(second.url, 'home_a.php', [mine, 'watch']);
    await expect.poll(() => stream.events, SOON).toHaveLength(1);
    stream.close();
    // A process writes the time of last use of its sessions when it stops.
    await second.stop();
    const { rows } = await sql(
      "select now() - last_used_at > interval '28 minutes' as is_idle from access.session where id_hash = $1",
      [hashOf(mine)],
    );
    expect(rows).toEqual([{ is_idle: true }]);
  });

  it('sends empty counts to a user who must change the password', async () => {
    await sql(`update access.account set must_change_password = true where user_id = 'sales.del'`);
    const stream = await openStream(world.url, 'home_a.php', [session['sales.del'] ?? '', 'watch']);
    await expect.poll(() => stream.events, SOON).toEqual([{ kind: 'waiting', counts: {}, marks: {} }]);
    stream.close();
  });
});

describe('licences about to lapse', () => {
  const licences = async (user: string) =>
    ((await world.post('home_a.php', [session[user] ?? '', 'licences'])).json as { enId: string }[]).map(
      ({ enId }) => enId,
    );

  it('are those of active entities in scope, lapsed ones first', async () => {
    const lapse = (id: string, days: number) =>
      sql(
        `update masters.entity set licence_from = null, licence_to = (now() at time zone 'Asia/Kolkata')::date + $2::integer where id = $1`,
        [id, days],
      );
    await sql('update masters.entity set licence_from = null, licence_to = null');
    await lapse('GOA', 10);
    await lapse('JAI', -3);
    await lapse('KOC', 59);
    await lapse('MUM', 60);
    expect(await licences('admin')).toEqual(['JAI', 'GOA', 'KOC']);
    expect(await licences('bm.mum')).toEqual(['GOA']);
    await sql(`update masters.entity set active = false where id = 'JAI'`);
    expect(await licences('admin')).toEqual(['GOA', 'KOC']);
  });
});
