import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireUnsettledRow } from '#contract/requests/special.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { specialAt } from '#tools/testing/calls/special.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;

const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const branchSrno = async (id: string): Promise<number> =>
  (await world.database.admin.query<{ srno: number }>('select srno from masters.entity where id = $1', [id]))
    .rows[0]?.srno ?? 0;
const trailOf = async (action: string, id: string) =>
  (
    await world.database.admin.query<{ before: unknown; after: unknown; branch: number | null }>(
      'select before, platform.open_person(after) as after, branch from platform.trail where action = $1 and record_id = $2 order by id desc',
      [action, id],
    )
  ).rows;

const list = (session = admin, page?: object) =>
  world.post('settlement_a.php', [session, 'list', ...(page === undefined ? [] : [JSON.stringify(page)])]);
const settle = (settled: object, session = admin, headers: Record<string, string> = {}) =>
  world.post('settlement_a.php', [session, 'settle', JSON.stringify(settled)], headers);
const ofTest = (rows: unknown, who: string) =>
  (rows as WireUnsettledRow[]).filter(({ req_travname }) => req_travname.startsWith(who));

it('special approvals of submitted requests are listed, those that wait longest first, with their age', async () => {
  const branch = await branchSrno('MUM');
  const young = await specialAt(world.database.admin, { branch, who: 'Order young', submittedDaysAgo: 2 });
  const old = await specialAt(world.database.admin, { branch, who: 'Order old', submittedDaysAgo: 40 });
  await specialAt(world.database.admin, { branch, who: 'Order draft', isSubmitted: false });
  const found = ofTest((await list()).json, 'Order');
  expect(found.map(({ req_srno, age }) => [req_srno, age])).toEqual([
    [old, 40],
    [young, 2],
  ]);
  expect(found[0]).toEqual({
    req_srno: old,
    srno: 1,
    req_date: addDays(today, -40),
    req_brnno: 'MUM',
    req_branname: expect.stringMatching(/./) as string,
    req_trantype: 'SP',
    req_travname: 'Order old',
    req_entityname: '',
    refnum: 'By Order old',
    payamnt: '1000.00',
    req_grandtotal: '1000.00',
    age: 40,
    req_version: 1,
  });
});

it('special approvals come page by page, each once', async () => {
  const branch = await branchSrno('MUM');
  for (let each = 0; each < 5; each += 1)
    await specialAt(world.database.admin, { branch, who: `Page ${each}`, submittedDaysAgo: 5 });
  const all = (await list()).json as WireUnsettledRow[];
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const page = await list(admin, { limit: 2, ...(after === null ? {} : { after }) });
    seen.push(...(page.json as WireUnsettledRow[]).map(({ req_srno }) => req_srno));
    after = page.headers.get('x-next');
  } while (after !== null);
  expect(seen).toEqual(all.map(({ req_srno }) => req_srno));
  expect((await list(admin, { after: 'x' })).status).toBe(400);
  expect((await list(admin, { sort: 'age' })).status).toBe(400);
});

it('special approvals are settled once, with a note that the activity and the trail keep', async () => {
  const branch = await branchSrno('MUM');
  const srno = await specialAt(world.database.admin, { branch, who: 'Settled' });
  const line = { req_srno: srno, srno: 1, note: '  Cheque 004512 cleared ' };
  expect((await settle({ ...line, note: ' ' })).json.err).toBe('Please fill mandatory feilds: Note');
  const answers = await Promise.all(Array.from({ length: 20 }, () => settle(line)));
  expect(answers.map(({ json }) => json.msg).filter((msg) => msg === '₹1,000.00 is settled.')).toHaveLength(
    1,
  );
  expect(
    answers.filter(({ json }) => /^This special approval has been settled by ./.test(json.err)),
  ).toHaveLength(19);
  expect(ofTest((await list()).json, 'Settled')).toEqual([]);
  const { rows } = await world.database.admin.query<{ remark: string }>(
    'select remark from requests.activity where request = $1',
    [srno],
  );
  expect(rows).toEqual([{ remark: 'Special approval of line 1 settled: Cheque 004512 cleared' }]);
  expect(await trailOf('settle', String(srno))).toEqual([
    {
      before: null,
      after: { line: 1, amount: 1000, reference: 'By Settled', note: 'Cheque 004512 cleared' },
      branch,
    },
  ]);
});

it('special approvals of a request that was unlocked and changed since it was seen are not settled', async () => {
  const cash = (payamnt: string) => ({ srno: 0, paytype: 'CASH', payamnt });
  const special = (srno: number, payamnt: string) => ({ srno, paytype: 'SPR', payamnt, refnum: 'Agreed' });
  const total = Number(pricedRequest('SP').reqGrandTotal);
  const record = pricedRequest('SP', {
    reqTravName: 'Changed',
    reqPaymentData: [special(0, '1000.00'), cash((total - 1000).toFixed(2))],
  });
  const save = (written: object) =>
    world.post('newfxrequest_a.php', [admin, 'save', JSON.stringify(written)]);
  const { srno } = (await save(record)).json as { srno: number };
  const [seen] = ofTest((await list()).json, 'Changed');
  const ifSeen = { 'if-match': `"${String(seen?.req_version)}"` };
  await world.post('fxrequest_a.php', [admin, 'UNLOCK', String(srno), JSON.stringify({ reason: 'Amount' })]);
  const reqPaymentData = [special(1, '2000.00'), cash((total - 2000).toFixed(2))];
  expect((await save({ ...record, reqSrNo: srno, reqPaymentData })).json.err).toBe('');
  const line = { req_srno: srno, srno: 1, note: 'Cheque over 1000' };
  expect((await settle(line, admin, ifSeen)).status).toBe(409);
  expect((await settle({ ...line, srno: 7 }, admin, ifSeen)).status).toBe(409);
  const [now] = ofTest((await list()).json, 'Changed');
  expect(now).toMatchObject({ payamnt: '2000.00', req_version: 3 });
  expect((await settle(line, admin, { 'if-match': '"3"' })).json.err).toBe('');
});

it('special approvals of a draft, or of another kind of line, are not settled', async () => {
  const branch = await branchSrno('MUM');
  const draft = await specialAt(world.database.admin, { branch, who: 'Draft', isSubmitted: false });
  expect((await settle({ req_srno: draft, srno: 1, note: 'n' })).json.err).toBe(
    'The request is not submitted.',
  );
  expect((await settle({ req_srno: draft, srno: 2, note: 'n' })).status).toBe(404);
  expect((await settle({ req_srno: 999_999_999, srno: 1, note: 'n' })).status).toBe(404);
});

it('special approvals of another branch are neither seen nor settled', async () => {
  const manager = await world.signIn('bm.del');
  const there = await specialAt(world.database.admin, {
    branch: await branchSrno('MUM'),
    who: 'Reach MUM',
  });
  const here = await specialAt(world.database.admin, { branch: await branchSrno('DEL'), who: 'Reach DEL' });
  expect(ofTest((await list(manager)).json, 'Reach').map(({ req_srno }) => req_srno)).toEqual([here]);
  expect((await settle({ req_srno: there, srno: 1, note: 'n' }, manager)).status).toBe(404);
  expect((await settle({ req_srno: here, srno: 1, note: 'n' }, manager)).json.err).toBe('');
});
