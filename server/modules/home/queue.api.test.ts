import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/define.ts';
import type { QueueGroup, QueueRow } from '#contract/home/queue.ts';
import type { today } from '#contract/home/today.ts';
import { MOST_QUEUE_ROWS, type QueueKind } from '#domain/home/queue.ts';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { openStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';

const DELHI = { reqBran: 'DEL', reqSalesExecutive: 'E201', reqDeliveryExecutive: 'E211' };
const USERS = [
  'admin',
  'ho.rates',
  'cm.ho',
  'fm.ho',
  'zm.west',
  'bm.mum',
  'bm.del',
  'sales.mum',
  'sales.del',
  'dlv1.mum',
  'dlv2.mum',
  'audit.ca',
] as const;
type User = (typeof USERS)[number];

let world: World;
const session = {} as Record<User, string>;

beforeAll(async () => {
  world = await openWorld();
  for (const user of USERS) session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const sql = (text: string, values: unknown[] = []) => world.database.admin.query(text, values);

/** Nothing of the demo business and of earlier tests waits for anybody. */
beforeEach(async () => {
  await sql(
    `update notes.movement set state = 'accepted', decided_at = now() where state in ('transit', 'rejected')`,
  );
  await sql('delete from notes.line');
  await sql(`update requests.payment_line set settled_at = now() where type = 'SPR' and settled_at is null`);
  await sql(`update requests.request set status = 'P', submitted = false, bm_by = null, zm_by = null, cm_by = null,
    fm_by = null, link_requested = false, link_sent = false, withdrawn_at = now()`);
  await sql('select platform.tell_waiting()');
});

const queue = async (user: User): Promise<QueueGroup[]> =>
  (await world.post('home_a.php', [session[user], 'queue'])).json as QueueGroup[];
const kindsOf = async (user: User): Promise<QueueKind[]> => (await queue(user)).map(({ kind }) => kind);
const rowsOf = async (user: User, kind: QueueKind): Promise<readonly QueueRow[]> =>
  (await queue(user)).find((group) => group.kind === kind)?.rows ?? [];
const numbersOf = async (user: User, kind: QueueKind): Promise<number[]> =>
  (await rowsOf(user, kind)).map(({ srno }) => srno);

async function save(given: GivenRequest = {}, user: User = 'sales.mum', type: 'SP' | 'PP' = 'SP') {
  const record = JSON.stringify(pricedRequest(type, given));
  const { json } = await world.post('newfxrequest_a.php', [session[user], 'save', record]);
  expect(json.err).toBe('');
  return json.srno as number;
}
async function act(user: User, endpoint: string, ...fields: string[]) {
  const { json } = await world.post(endpoint, [session[user], ...fields]);
  expect(json.err).toBe('');
}
const approve = (user: User, level: string, srno: number) =>
  act(user, 'fxrequest_a.php', 'APPROVE', level, String(srno));
const unlock = (user: User, srno: number, reason: string) =>
  act(user, 'fxrequest_a.php', 'UNLOCK', String(srno), JSON.stringify({ reason }));

describe('the queue of a sales executive', () => {
  it('has requests sent back with who and why, drafts with what they lack, and links not paid', async () => {
    const back = await save();
    await unlock('bm.mum', back, 'PAN name differs');
    const draft = await save({ reqDraftFinal: 'D', reqPaymentData: [] });
    const begun = await save({ reqDraftFinal: 'D', reqTranType: '', reqProductData: [], reqPaymentData: [] });
    const link = await save({ reqPaymentLink: 1 });
    await sql('update requests.request set link_sent = true where srno = $1', [link]);

    const groups = await queue('sales.mum');
    expect(groups.map(({ kind, rows }) => [kind, rows.map(({ srno }) => srno)])).toEqual([
      ['sentback', [back]],
      ['unpaid', [link]],
      ['draft', [begun, draft]],
    ]);
    const [sentBack, unpaid, drafts] = groups.map(({ rows }) => rows);
    expect(sentBack?.[0]).toMatchObject({
      name: 'Kavya Iyer',
      side: 'sell',
      by: 'Bhavna Shah',
      reason: 'PAN name differs',
      lines: [{ isd: 'USD', flag: expect.stringMatching(/^us$/i) as string, qty: '500' }],
      morelines: 0,
    });
    expect(unpaid?.[0]?.due).toBe(unpaid?.[0]?.amount);
    expect(drafts?.map(({ state }) => state)).toEqual(['begun', 'short']);
  });

  it('has an unlocked request as a draft if its maker unlocked it or no reason was given', async () => {
    const own = await save({}, 'bm.mum');
    await unlock('bm.mum', own, 'My mistake');
    expect(await kindsOf('bm.mum')).toEqual(['draft']);
    const silent = await save();
    await act('bm.mum', 'fxrequest_a.php', 'UNLOCK', String(silent));
    expect(await kindsOf('sales.mum')).toEqual(['draft']);
  });

  it('knows who sent a request back by the account, also if two users have the same name', async () => {
    const srno = await save();
    await sql(`update requests.request set made_by_name = 'Bhavna Shah' where srno = $1`, [srno]);
    await unlock('bm.mum', srno, 'Another sum');
    expect(await numbersOf('sales.mum', 'sentback')).toEqual([srno]);
    const own = await save({}, 'bm.mum');
    await sql(`update requests.request set made_by_name = 'Bhavna Desai' where srno = $1`, [own]);
    await unlock('bm.mum', own, 'My mistake');
    expect(await kindsOf('bm.mum')).toEqual(['draft']);
  });

  it('leaves a request that is Final again, and takes the last reason if it is sent back twice', async () => {
    const srno = await save();
    await unlock('bm.mum', srno, 'First reason');
    await save({ reqSrNo: srno, reqRefNo: 'again', reqDraftFinal: 'D' });
    expect(await numbersOf('sales.mum', 'sentback')).toEqual([srno]);
    await save({ reqSrNo: srno, reqRefNo: 'again' });
    expect(await kindsOf('sales.mum')).toEqual([]);
    await unlock('bm.mum', srno, 'Second reason');
    expect((await rowsOf('sales.mum', 'sentback')).map(({ reason }) => reason)).toEqual(['Second reason']);
  });

  it('has nothing of others, and nothing of a branch that its maker no longer sees', async () => {
    const draft = await save({ reqDraftFinal: 'D' });
    const delhi = await save({ ...DELHI, reqDraftFinal: 'D' }, 'sales.del');
    expect(await numbersOf('sales.mum', 'draft')).toEqual([draft]);
    expect(await numbersOf('sales.del', 'draft')).toEqual([delhi]);
    await sql(
      `update requests.request set branch = (select srno from masters.entity where id = 'DEL'),
      traveller_name = 'Canary' where srno = $1`,
      [draft],
    );
    expect(JSON.stringify(await queue('sales.mum'))).toBe('[]');
  });

  it('has what a draft still lacks: its grand total less its payment lines, which are not received yet', async () => {
    const total = Number(pricedRequest('SP').reqGrandTotal);
    const draft = (payamnt: string) =>
      save({
        reqDraftFinal: 'D',
        reqPaymentData: [{ srno: 1, paytype: 'BANK', paybankcode: '1', refnum: 'N', payamnt }],
      });
    await draft((total + 100).toFixed(2));
    await draft((total - 100).toFixed(2));
    await draft(total.toFixed(2));
    expect((await rowsOf('sales.mum', 'draft')).map(({ state, due }) => [state, due])).toEqual([
      ['nodocuments', '0.00'],
      ['short', '100.00'],
      ['over', '-100.00'],
    ]);
  });

  it('is bounded, and says that there are more', async () => {
    await sql(
      `insert into requests.request (ref_no, first_hash, branch, type, scheme, made_on, made_by, makers)
       select 'many ' || n, sha256('x'), (select srno from masters.entity where id = 'MUM'), 'SP', 'FULL', current_date, a.srno,
         array[a.srno] from access.account a, generate_series(1, 30) n where a.user_id = 'sales.mum'`,
    );
    const [drafts] = await queue('sales.mum');
    expect([drafts?.rows.length, drafts?.more]).toEqual([MOST_QUEUE_ROWS, true]);
  });
});

describe('the queue of managers', () => {
  it('passes a request from step to step, oldest first, with amount, who approved before, and warnings', async () => {
    const first = await save();
    const second = await save({ reqPan: '' });
    const delhi = await save({ ...DELHI, reqTravName: 'Canary' }, 'sales.del');
    expect(await numbersOf('bm.mum', 'bm')).toEqual([first, second]);
    const rows = await rowsOf('bm.mum', 'bm');
    expect(rows[0]).toMatchObject({ by: 'Sneha Patil', amount: String(pricedRequest('SP').reqGrandTotal) });
    expect(rows[1]?.reason).toMatch(/^A PAN is needed/);
    expect(JSON.stringify(await queue('bm.mum'))).not.toContain('Canary');
    expect(await numbersOf('bm.del', 'bm')).toEqual([delhi]);
    expect(await numbersOf('admin', 'bm')).toEqual([first, second, delhi]);

    await approve('bm.mum', 'BM', first);
    expect(await numbersOf('bm.mum', 'bm')).toEqual([second]);
    expect(await rowsOf('zm.west', 'zm')).toMatchObject([{ srno: first, by: 'Bhavna Shah' }]);
    await approve('zm.west', 'ZM', first);
    expect(await rowsOf('cm.ho', 'cm')).toMatchObject([{ srno: first, by: 'Zubin Daruwala' }]);
    expect(await numbersOf('fm.ho', 'fm')).toEqual([first]);
    expect(await kindsOf('zm.west')).toEqual([]);
  });

  it('has links to send and special approvals for those who handle money', async () => {
    const link = await save({ reqPaymentLink: 1 });
    const total = pricedRequest('SP').reqGrandTotal;
    const special = await save({
      reqPaymentData: [{ srno: 1, paytype: 'SPR', paybankcode: '', refnum: 'CFO mail', payamnt: total }],
    });
    expect(await kindsOf('bm.mum')).toEqual(['bm', 'link', 'special']);
    expect(await kindsOf('fm.ho')).toEqual(['link', 'special']);
    expect(await rowsOf('fm.ho', 'special')).toMatchObject([{ srno: special, reason: 'CFO mail' }]);
    expect(await rowsOf('bm.mum', 'bm')).toMatchObject([{ srno: special, agreed: total, due: '0.00' }]);
    expect(await numbersOf('bm.mum', 'link')).toEqual([link]);
    expect(await kindsOf('bm.del')).toEqual([]);
  });

  it('excludes, with four eyes, what the user has made or approved', async () => {
    const strict = await world.another({ FOUR_EYES: 'on' });
    const own = await save({}, 'admin');
    const other = await save();
    const { json } = await post(strict.url, 'home_a.php', fieldsBody([session.admin, 'queue']));
    const listed = (json as QueueGroup[]).find(({ kind }) => kind === 'bm')?.rows.map(({ srno }) => srno);
    expect(listed).toEqual([other]);
    expect(await numbersOf('admin', 'bm')).toEqual([own, other]);
    await strict.stop();
  });
});

describe('the queue of a delivery executive', () => {
  const move = (srno: number, to: string) =>
    act(
      'bm.mum',
      'cnout_a.php',
      'move',
      JSON.stringify({ moveList: [{ srno, lno: 1 }], fromemp: 'VMUM', toemp: to }),
    );
  const accept = (user: User, srno: number) =>
    act(user, 'cnaccept_a.php', 'accept', JSON.stringify({ acceptList: [{ srno, lno: 1 }], flag: 'Y' }));

  it('has deliveries from the moment their notes are on the way, and they can be made once accepted', async () => {
    await stockVault(world.database.admin, { USD: 100 });
    const [srno = 0] = await addApproved(world.database.admin, { lines: [['USD', 100]] });
    await sql(
      `update requests.request set mobile = '9820012345', kyc_address = '12 Hill Road', latitude = 19.05, longitude = 72.83
       where srno = $1`,
      [srno],
    );
    expect(await kindsOf('dlv1.mum')).toEqual([]);
    await move(srno, 'E111');
    const [waiting] = await rowsOf('dlv1.mum', 'deliver');
    expect(waiting).toMatchObject({
      srno,
      state: 'transit',
      stop: {
        address: '12 Hill Road',
        mobile: '9820012345',
        latitude: '19.050000',
        longitude: '72.830000',
        can: { ok: false, why: 'Some of its notes are in transit and not accepted yet.' },
      },
    });
    await accept('dlv1.mum', srno);
    expect((await rowsOf('dlv1.mum', 'deliver'))[0]?.stop?.can).toEqual({ ok: true, why: '' });
    expect(await kindsOf('dlv2.mum')).toEqual([]);
    await act('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
    expect(await kindsOf('dlv1.mum')).toEqual([]);
  });

  it('has a delivery with the executive who holds the notes, whomever the request names', async () => {
    await stockVault(world.database.admin, { USD: 100 });
    const [srno = 0] = await addApproved(world.database.admin, { deliveryExecutive: 'E111' });
    await move(srno, 'E112');
    expect(await kindsOf('dlv1.mum')).toEqual([]);
    expect(await numbersOf('dlv2.mum', 'deliver')).toEqual([srno]);
  });

  it('has what was agreed and not received with a delivery, until it is settled', async () => {
    await stockVault(world.database.admin, { USD: 100 });
    const [srno = 0] = await addApproved(world.database.admin, { lines: [['USD', 100]] });
    await sql(
      `insert into requests.payment_line (request, line_no, type, amount, received)
       select srno, 1, 'SPR', grand_total - 100, grand_total - 100 from requests.request where srno = $1
       union all select $1, 2, 'CASH', 100, 100`,
      [srno],
    );
    await move(srno, 'E111');
    const [{ amount, agreed, due } = { amount: '', agreed: '', due: '' }] = await rowsOf(
      'dlv1.mum',
      'deliver',
    );
    expect([Number(agreed), due]).toEqual([Number(amount) - 100, '0.00']);
    await sql(
      `update requests.payment_line set settled_at = now(), settled_by_name = 'Farah Khan', settled_note = 'NEFT'
       where request = $1 and type = 'SPR'`,
      [srno],
    );
    expect(await rowsOf('dlv1.mum', 'deliver')).toMatchObject([{ agreed: '0.00', due: '0.00' }]);
  });

  it('has the cash of a collection as due until it is collected, and nothing that was paid by bank', async () => {
    const [srno = 0] = await addApproved(world.database.admin, { type: 'PP' });
    await sql(
      `insert into requests.payment_line (request, line_no, type, amount, received)
       select srno, 1, 'BANK', grand_total - 700, grand_total - 700 from requests.request where srno = $1
       union all select $1, 2, 'CASH', 700, 700`,
      [srno],
    );
    await act('bm.mum', 'delivery_a.php', 'schedule', String(srno));
    expect(await rowsOf('dlv1.mum', 'collect')).toMatchObject([{ agreed: '0.00', due: '700.00' }]);
    const open = async () =>
      (await world.post('fxrequest_a.php', [session['bm.mum'], 'detail', String(srno)])).json.detail.req_open;
    expect(await open()).toBe('700.00');
    await act('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
    expect(await open()).toBe('0.00');
  });

  it('has collections of the executive whom the request names, once they are planned', async () => {
    const [srno = 0] = await addApproved(world.database.admin, { type: 'PP' });
    expect(await kindsOf('dlv1.mum')).toEqual([]);
    await act('bm.mum', 'delivery_a.php', 'schedule', String(srno));
    expect(await rowsOf('dlv1.mum', 'collect')).toMatchObject([
      { srno, side: 'buy', stop: { can: { ok: true, why: '' } } },
    ]);
    expect(await kindsOf('dlv2.mum')).toEqual([]);
    await sql(
      `update requests.request set branch = (select srno from masters.entity where id = 'DEL') where srno = $1`,
      [srno],
    );
    expect(await kindsOf('dlv1.mum')).toEqual([]);
  });
});

it('is empty for users without such work', async () => {
  await save();
  for (const user of ['ho.rates', 'audit.ca'] as const) expect(await queue(user)).toEqual([]);
});

it('has money to return for those who send payment links', async () => {
  const srno = await save();
  await sql(
    `insert into payments.link_order (order_id, request, link_round, amount, content_hash, token_hash)
     values ('back1', $1, 1, 500, sha256('a'), sha256('b'))`,
    [srno],
  );
  await sql(
    `insert into payments.payment (id, order_id, request, status, amount, currency, outcome, why)
     values ('cf1', 'back1', $1, 'SUCCESS', 500, 'INR', 'to return', 'Paid twice')`,
    [srno],
  );
  expect(await rowsOf('fm.ho', 'refund')).toMatchObject([{ srno, amount: '500.00', reason: 'Paid twice' }]);
  expect(await kindsOf('bm.del')).toEqual([]);
  expect(await numbersOf('sales.mum', 'refund')).toEqual([]);
  await sql(`update payments.payment set returned_at = now(), returned_reference = 'NEFT' where id = 'cf1'`);
});

describe('live counts', () => {
  const follow = async (user: User) => {
    const stream = await openStream(world.url, 'home_a.php', [session[user], 'watch']);
    const counts = () => stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as unknown;
    return { counts, stop: () => stream.close() };
  };

  it('count requests sent back and links not paid for their maker', async () => {
    const [mine, delhi] = [await follow('sales.mum'), await follow('sales.del')];
    await expect.poll(mine.counts, SOON).toEqual({ sentback: 0, unpaid: 0 });
    const srno = await save();
    await unlock('bm.mum', srno, 'Wrong rate');
    await expect.poll(mine.counts, SOON).toEqual({ sentback: 1, unpaid: 0 });
    const link = await save({ reqPaymentLink: 1 });
    await sql('update requests.request set link_sent = true where srno = $1', [link]);
    await sql('select platform.tell_waiting()');
    await expect.poll(mine.counts, SOON).toEqual({ sentback: 1, unpaid: 1 });
    expect(delhi.counts()).toEqual({ sentback: 0, unpaid: 0 });
    await save({ reqSrNo: srno, reqRefNo: 'corrected' });
    await expect.poll(mine.counts, SOON).toEqual({ sentback: 0, unpaid: 1 });
    mine.stop();
    delhi.stop();
  });

  it('count deliveries and collections for their executive', async () => {
    const [mine, other] = [await follow('dlv1.mum'), await follow('dlv2.mum')];
    const nothing = { deliver: 0, collect: 0, accept: 0, return: 0 };
    await expect.poll(mine.counts, SOON).toEqual(nothing);
    const [srno = 0] = await addApproved(world.database.admin, { type: 'PP' });
    await act('bm.mum', 'delivery_a.php', 'schedule', String(srno));
    await expect.poll(mine.counts, SOON).toEqual({ ...nothing, collect: 1 });
    await act('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
    await expect.poll(mine.counts, SOON).toEqual(nothing);
    await stockVault(world.database.admin, { USD: 100 });
    const [sale = 0] = await addApproved(world.database.admin);
    const moved = { moveList: [{ srno: sale, lno: 1 }], fromemp: 'VMUM', toemp: 'E111' };
    await act('bm.mum', 'cnout_a.php', 'move', JSON.stringify(moved));
    await expect.poll(mine.counts, SOON).toEqual({ ...nothing, deliver: 1, accept: 1 });
    expect(other.counts()).toEqual(nothing);
    mine.stop();
    other.stop();
  });
});

describe('the turnover of today', () => {
  const turnover = async (user: User): Promise<ReplyOf<typeof today>> =>
    (await world.post('home_a.php', [session[user], 'today'])).json as ReplyOf<typeof today>;

  it('keeps sales and purchases apart, by branch in reach, with the margin only for its right', async () => {
    const sale = await save();
    const purchase = await save({}, 'sales.mum', 'PP');
    await save(DELHI, 'sales.del');
    await save({ reqDraftFinal: 'D' });
    await sql(`update requests.product_line set ibr = rate - 1 where request = $1`, [sale]);
    await sql(`update requests.product_line set ibr = rate + 2 where request = $1`, [purchase]);
    const { days, margin } = await turnover('bm.mum');
    const fx = String(pricedRequest('SP').reqFxTotal);
    expect(days).toHaveLength(8);
    expect(days.at(-1)).toMatchObject({ sold: fx, bought: fx, sales: 1, purchases: 1 });
    // 500 dollars, one rupee above the inter-bank rate when sold and two below it when bought.
    expect(margin).toBe('1500.00');
    expect((await turnover('sales.mum')).margin).toBeNull();
    expect((await turnover('admin')).days.at(-1)?.sales).toBe(2);
  });

  it('counts a request on the Indian day on which it was made Final', async () => {
    const srno = await save();
    await sql(
      `update requests.request set submitted_at = ((now() at time zone 'Asia/Kolkata')::date - 1)::timestamp
         at time zone 'Asia/Kolkata' + interval '1 second' where srno = $1`,
      [srno],
    );
    const { days } = await turnover('bm.mum');
    expect(days.map(({ sales }) => sales)).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('is refused without the right to the requests', async () => {
    const { status } = await world.post('home_a.php', [session['ho.rates'], 'today']);
    expect(status).toBe(403);
  });
});

describe('the opening of home', () => {
  it.each(['admin', 'bm.mum', 'sales.mum', 'bm.del', 'ho.rates'] as const)(
    'gives %s the same as the calls for each part, and null for a part without its right',
    async (user) => {
      await save();
      const ask = (action: string) => world.post('home_a.php', [session[user], action]);
      const parts = await Promise.all(['queue', 'today', 'licences'].map(ask));
      const opened = await ask('opening');
      const [groups, turnover, licences] = parts.map(({ status, json }) => (status === 403 ? null : json));
      expect(opened.json).toEqual({ queue: groups, today: turnover, licences });
      expect(opened.json.queue).toBeInstanceOf(Array);
    },
  );
});
