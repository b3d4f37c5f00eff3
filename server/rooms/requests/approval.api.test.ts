import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestWritten } from '#contract/requests/requests.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '20' });
  for (const user of ['sales.mum', 'sales.del', 'bm.mum', 'bm.del', 'zm.west', 'cm.ho', 'fm.ho', 'admin'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  world.database.admin.query<Row>(text, values).then(({ rows }) => rows);
const desk = (user: string, fields: string[], version?: number) =>
  world.post(
    'fxrequest_a.php',
    [session[user] ?? '', ...fields],
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );
const approve = (user: string, level: string, srno: number, version?: number) =>
  desk(user, ['APPROVE', level, String(srno)], version);
const unlock = (user: string, srno: number, reason = 'Wrong quantity', version?: number) =>
  desk(user, ['UNLOCK', String(srno), JSON.stringify({ reason })], version);
const save = (record: RequestWritten, user = 'sales.mum', headers: Record<string, string> = {}) =>
  world.post('newfxrequest_a.php', [session[user] ?? '', 'save', JSON.stringify(record)], headers);
const submitted = async (given: Partial<RequestWritten> = {}): Promise<number> => {
  const { json } = await save(pricedRequest('SP', given));
  expect(json.err).toBe('');
  return json.srno as number;
};
const rowOf = async (srno: number) =>
  (
    await sql<Record<string, unknown>>(
      `select submitted, version, bm_by, zm_by, cm_by, fm_by, received, grand_total from requests.request where srno = $1`,
      [srno],
    )
  )[0];
const remarksOf = async (srno: number) =>
  (
    await sql<{ remark: string }>('select remark from requests.activity where request = $1 order by id', [
      srno,
    ])
  ).map(({ remark }) => remark);

describe('the approval chain (001 §4)', () => {
  it('goes from branch to zone to corporate and fund manager, each once', async () => {
    const srno = await submitted();
    expect((await approve('zm.west', 'ZM', srno)).json).toEqual({
      err: 'The branch manager has not approved yet.',
    });
    expect((await approve('bm.mum', 'BM', srno, 1)).json).toMatchObject({
      err: '',
      msg: 'Approved as branch manager.',
    });
    expect((await approve('bm.mum', 'BM', srno)).json).toEqual({
      err: 'The branch manager has approved already.',
    });
    expect((await approve('fm.ho', 'FM', srno)).json).toEqual({
      err: 'The zonal manager has not approved yet.',
    });
    expect((await approve('zm.west', 'ZM', srno)).json.err).toBe('');
    // As written, the fund manager waits for branch and zone and not for the corporate manager.
    expect((await approve('fm.ho', 'FM', srno)).json.err).toBe('');
    expect((await approve('cm.ho', 'CM', srno)).json.err).toBe('');
    const trail = await sql<{ action: string }>(
      `select action from platform.trail where record = 'request' and record_id = $1 order by id`,
      [String(srno)],
    );
    expect(trail.map(({ action }) => action)).toEqual(['add', 'approve', 'approve', 'approve', 'approve']);
  });

  it('needs the edit right of the step, and the branch in reach', async () => {
    const srno = await submitted();
    expect((await approve('sales.mum', 'BM', srno)).status).toBe(403);
    expect((await approve('bm.mum', 'ZM', srno)).status).toBe(403);
    expect((await approve('bm.del', 'BM', srno)).status).toBe(404);
    expect((await rowOf(srno))?.['bm_by']).toBeNull();
  });

  it('needs a submitted request that is paid in full', async () => {
    const draft = (await save(pricedRequest('SP', { reqDraftFinal: 'D' }))).json.srno as number;
    expect((await approve('bm.mum', 'BM', draft)).json).toEqual({ err: 'The request is not submitted.' });
    const unpaid = await submitted({ reqPaymentLink: 1 });
    expect((await approve('bm.mum', 'BM', unpaid)).json).toEqual({
      err: 'The payment received is less than the grand total.',
    });
  });

  it('is for exactly the version that was seen', async () => {
    const srno = await submitted();
    const { status, json } = await approve('bm.mum', 'BM', srno, 7);
    expect(status).toBe(409);
    expect(json).toMatchObject({ version: 1, changedby: 'Sneha Patil' });
  });

  it('with four eyes neither a maker nor an approver of another step approves', async () => {
    const strict = await world.another({ FOUR_EYES: 'on' });
    const by = (user: string, level: string, srno: number) =>
      fetch(`${strict.url}/api/fxrequest_a.php`, {
        method: 'POST',
        body: new URLSearchParams({ 1: session[user] ?? '', 2: 'APPROVE', 3: level, 4: String(srno) }),
      }).then((response) => response.json() as Promise<{ err: string }>);
    const made = (await save(pricedRequest('SP'), 'admin')).json.srno as number;
    expect(await by('admin', 'BM', made)).toEqual({
      err: 'You made this request, so someone else must approve it.',
    });
    const other = await submitted();
    expect((await by('admin', 'BM', other)).err).toBe('');
    expect(await by('admin', 'ZM', other)).toEqual({
      err: 'You have approved this request at another step.',
    });
    expect((await by('zm.west', 'ZM', other)).err).toBe('');
  });
});

describe('unlock (001 §4)', () => {
  it('takes every approval back, says why in the log, and lets the request be changed', async () => {
    const record = pricedRequest('SP');
    const srno = (await save(record)).json.srno as number;
    await approve('bm.mum', 'BM', srno);
    expect((await save({ ...record, reqSrNo: srno })).json).toEqual({
      err: 'The request is submitted; it must be unlocked first.',
    });
    expect((await unlock('bm.mum', srno)).json).toMatchObject({ err: '' });
    expect(await rowOf(srno)).toMatchObject({ submitted: false, version: 2, bm_by: null });
    expect(await remarksOf(srno)).toContain('Unlocked; every approval is taken back. Reason: Wrong quantity');
    expect((await save({ ...record, reqSrNo: srno }, 'sales.mum', { 'if-match': '"1"' })).status).toBe(409);
    const again = await save({ ...record, reqSrNo: srno }, 'sales.mum', { 'if-match': '"2"' });
    expect(again.json).toMatchObject({ err: '', srno });
    expect(again.headers.get('etag')).toBe('"3"');
  });

  it('after the corporate manager only by one who is', async () => {
    const srno = await submitted();
    await approve('bm.mum', 'BM', srno);
    await approve('zm.west', 'ZM', srno);
    await approve('cm.ho', 'CM', srno);
    expect((await unlock('bm.mum', srno)).json).toEqual({
      err: 'The corporate manager has approved; only a corporate manager can unlock.',
    });
    expect((await unlock('cm.ho', srno)).json.err).toBe('');
  });

  it('is for approvers and pending, submitted requests', async () => {
    const srno = await submitted();
    expect((await unlock('sales.mum', srno)).status).toBe(403);
    expect((await unlock('bm.del', srno)).status).toBe(404);
    await unlock('bm.mum', srno);
    expect((await unlock('bm.mum', srno)).json).toEqual({ err: 'The request is not submitted.' });
  });
});

describe('withdraw', () => {
  it('puts a draft away for good', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D' });
    const srno = (await save(record)).json.srno as number;
    expect((await desk('sales.mum', ['WITHDRAW', String(srno)])).json).toMatchObject({ err: '' });
    expect((await save({ ...record, reqSrNo: srno })).json).toEqual({
      err: 'The request has been withdrawn.',
    });
    const { json } = await desk('sales.mum', ['detail', String(srno)]);
    expect(json.detail.req_status).toBe('W');
    const final = await submitted();
    expect((await desk('sales.mum', ['WITHDRAW', String(final)])).json).toEqual({
      err: 'The request is submitted; it must be unlocked first.',
    });
  });
});

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe('twenty clients at one request (safety 2, 4, 7)', () => {
  it('of many approvals at the same moment exactly one counts', async () => {
    const srno = await submitted();
    const all = await Promise.all(Array.from({ length: 20 }, () => approve('bm.mum', 'BM', srno, 1)));
    const won = all.filter(({ json }) => json.err === '');
    expect(won).toHaveLength(1);
    for (const { json } of all) expect(['', 'The branch manager has approved already.']).toContain(json.err);
    expect((await remarksOf(srno)).filter((remark) => remark.startsWith('Approved'))).toHaveLength(1);
  });

  it.each([11, 23, 47, 101, 2026])('approve, unlock and save in some order (seed %i)', async (seed) => {
    const roll = dice(seed);
    const record = pricedRequest('SP');
    const srno = (await save(record)).json.srno as number;
    const acts = Array.from({ length: 60 }, () => roll(7));
    const results: { act: number; ok: boolean; status: number }[] = [];
    const client = async () => {
      for (let act = acts.shift(); act !== undefined; act = acts.shift()) {
        const quantity = String(100 + roll(50));
        const changed = {
          ...pricedRequest('SP', {
            reqProductData: [{ product: 'CN', isd: 'USD', qty: quantity, rate: '88' }],
          }),
          reqSrNo: srno,
          reqRefNo: record.reqRefNo,
        };
        const { status, json } = await [
          () => approve('bm.mum', 'BM', srno),
          () => approve('zm.west', 'ZM', srno),
          () => approve('cm.ho', 'CM', srno),
          () => approve('fm.ho', 'FM', srno),
          () => unlock('cm.ho', srno),
          () => save(changed),
          () => save({ ...changed, reqDraftFinal: 'D' }),
        ][act]!();
        results.push({ act, ok: status === 200 && json.err === '', status });
      }
    };
    await Promise.all(Array.from({ length: 20 }, client));
    for (const { status } of results) expect([200, 409]).toContain(status);
    const count = (...of: number[]) => results.filter(({ act, ok }) => ok && of.includes(act)).length;
    const remarks = await remarksOf(srno);
    expect(remarks.filter((remark) => remark.startsWith('Approved'))).toHaveLength(count(0, 1, 2, 3));
    expect(remarks.filter((remark) => remark.startsWith('Unlocked'))).toHaveLength(count(4));
    // Every save and every unlock is one version, and nothing else is.
    expect((await rowOf(srno))?.['version']).toBe(1 + count(4, 5, 6));
    expect(await brokenRequests()).toEqual([]);
  });

  it('the same reference and content is one request, with one reply', async () => {
    const record = pricedRequest('SB');
    const all = await Promise.all(Array.from({ length: 20 }, () => save(record)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers.get('etag')))).toEqual(new Set(['"1"']));
    const [made] = await sql<{ requests: number; lines: number; entries: number; said: number }>(
      `select (select count(*)::integer from requests.request where ref_no = $1) as requests,
         (select count(*)::integer from requests.product_line where request = $2) as lines,
         (select count(*)::integer from requests.activity where request = $2 and remark = 'The request is submitted.') as said,
         (select count(*)::integer from platform.trail where record = 'request' and record_id = $2::text) as entries`,
      [record.reqRefNo, all[0]?.json.srno],
    );
    expect(made).toEqual({ requests: 1, lines: 1, entries: 1, said: 1 });
    const other = pricedRequest('SB', { reqRefNo: record.reqRefNo, reqEntityName: 'Another' });
    expect((await save(other)).json).toEqual({ err: 'This reference number belongs to another request.' });
    const elsewhere = pricedRequest('SB', {
      reqRefNo: record.reqRefNo,
      reqBran: 'DEL',
      reqSalesExecutive: 'E201',
      reqHandOver: 'IN',
      reqDeliveryExecutive: '',
    });
    expect((await save(elsewhere, 'sales.del')).json).toEqual({
      err: 'This reference number belongs to another request.',
    });
  });
});

/** Requests of which something does not hold that must always hold. */
const brokenRequests = () =>
  sql(
    `select r.srno from requests.request r
     where (r.bm_by is not null and not (r.submitted and r.received = r.grand_total))
       or (r.zm_by is not null and r.bm_by is null) or (r.cm_by is not null and r.zm_by is null)
       or (r.fm_by is not null and r.zm_by is null)
       or r.forex_total <> (select coalesce(sum(l.amount), 0) from requests.product_line l where l.request = r.srno)
       or (r.submitted and r.received <> (select coalesce(sum(l.amount), 0) from requests.payment_line l where l.request = r.srno))
       or r.received <> (select coalesce(sum(l.received), 0) from requests.payment_line l where l.request = r.srno)`,
  );
