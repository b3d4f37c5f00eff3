import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestWritten } from '#contract/requests/form.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(
    ['sales.mum', 'sales.del', 'bm.mum', 'bm.del', 'zm.west', 'cm.ho', 'fm.ho', 'admin'],
    { DATABASE_CONNECTIONS: '20' },
  );
});
afterAll(() => desk.close());

const step = (user: string, fields: string[], version?: number) =>
  desk.ask(user, 'fxrequest_a.php', fields, version === undefined ? {} : { 'if-match': `"${version}"` });
const approve = (user: string, level: string, srno: number, version?: number) =>
  step(user, ['APPROVE', level, String(srno)], version);
const unlock = (user: string, srno: number, reason = 'Wrong quantity', version?: number) =>
  step(user, ['UNLOCK', String(srno), JSON.stringify({ reason })], version);
const submitted = async (given: Partial<RequestWritten> = {}): Promise<number> => {
  const { json } = await desk.save(pricedRequest('SP', given));
  expect(json.err).toBe('');
  return json.srno as number;
};
const rowOf = async (srno: number) =>
  (
    await desk.sql<Record<string, unknown>>(
      `select submitted, version, bm_by, zm_by, cm_by, fm_by, received, grand_total from requests.request where srno = $1`,
      [srno],
    )
  )[0];
const remarksOf = async (srno: number) =>
  (
    await desk.sql<{ remark: string }>(
      'select remark from requests.activity where request = $1 order by id',
      [srno],
    )
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
    // As specified, the fund manager needs the approval of branch and zone, but not of the corporate manager.
    expect((await approve('fm.ho', 'FM', srno)).json.err).toBe('');
    expect((await approve('cm.ho', 'CM', srno)).json.err).toBe('');
    const trail = await desk.sql<{ action: string }>(
      `select action from platform.trail where record = 'request' and record_id = $1 order by id`,
      [String(srno)],
    );
    expect(trail.map(({ action }) => action)).toEqual(['add', 'approve', 'approve', 'approve', 'approve']);
  });

  it('requires the edit right of the step, and the branch in scope', async () => {
    const srno = await submitted();
    expect((await approve('sales.mum', 'BM', srno)).status).toBe(403);
    expect((await approve('bm.mum', 'ZM', srno)).status).toBe(403);
    expect((await approve('bm.del', 'BM', srno)).status).toBe(404);
    expect((await rowOf(srno))?.['bm_by']).toBeNull();
  });

  it('requires a submitted request that is paid in full', async () => {
    const draft = (await desk.save(pricedRequest('SP', { reqDraftFinal: 'D' }))).json.srno as number;
    expect((await approve('bm.mum', 'BM', draft)).json).toEqual({ err: 'The request is not submitted.' });
    const unpaid = await submitted({ reqPaymentLink: 1 });
    expect((await approve('bm.mum', 'BM', unpaid)).json).toEqual({
      err: 'The payment received is less than the grand total.',
    });
  });

  it('applies only to the version that was seen', async () => {
    const srno = await submitted();
    const { status, json } = await approve('bm.mum', 'BM', srno, 7);
    expect(status).toBe(409);
    expect(json).toMatchObject({ version: 1, changedby: 'Sneha Patil' });
  });

  it('with four eyes neither a maker nor an approver of another step can approve', async () => {
    const strict = await desk.another({ FOUR_EYES: 'on' });
    const by = (user: string, level: string, srno: number) =>
      fetch(`${strict.url}/api/fxrequest_a.php`, {
        method: 'POST',
        body: new URLSearchParams({ 1: desk.sessionOf(user), 2: 'APPROVE', 3: level, 4: String(srno) }),
      }).then((response) => response.json() as Promise<{ err: string }>);
    const made = (await desk.save(pricedRequest('SP'), 'admin')).json.srno as number;
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
  it('removes every approval, logs the reason, and makes the request editable', async () => {
    const record = pricedRequest('SP');
    const srno = (await desk.save(record)).json.srno as number;
    await approve('bm.mum', 'BM', srno);
    expect((await desk.save({ ...record, reqSrNo: srno })).json).toEqual({
      err: 'The request is submitted; it must be unlocked first.',
    });
    expect((await unlock('bm.mum', srno)).json).toMatchObject({ err: '' });
    expect(await rowOf(srno)).toMatchObject({ submitted: false, version: 2, bm_by: null });
    expect(await remarksOf(srno)).toContain('Unlocked; every approval is taken back. Reason: Wrong quantity');
    expect((await desk.save({ ...record, reqSrNo: srno }, 'sales.mum', { 'if-match': '"1"' })).status).toBe(
      409,
    );
    const again = await desk.save({ ...record, reqSrNo: srno }, 'sales.mum', { 'if-match': '"2"' });
    expect(again.json).toMatchObject({ err: '', srno });
    expect(again.headers.get('etag')).toBe('"3"');
  });

  it('after the corporate manager requires a corporate manager', async () => {
    const srno = await submitted();
    await approve('bm.mum', 'BM', srno);
    await approve('zm.west', 'ZM', srno);
    await approve('cm.ho', 'CM', srno);
    expect((await unlock('bm.mum', srno)).json).toEqual({
      err: 'The corporate manager has approved; only a corporate manager can unlock.',
    });
    expect((await unlock('cm.ho', srno)).json.err).toBe('');
  });

  it('is for approvers and for pending, submitted requests', async () => {
    const srno = await submitted();
    expect((await unlock('sales.mum', srno)).status).toBe(403);
    expect((await unlock('bm.del', srno)).status).toBe(404);
    await unlock('bm.mum', srno);
    expect((await unlock('bm.mum', srno)).json).toEqual({ err: 'The request is not submitted.' });
  });
});

describe('withdraw', () => {
  it('removes a draft permanently', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D' });
    const srno = (await desk.save(record)).json.srno as number;
    expect((await step('sales.mum', ['WITHDRAW', String(srno)])).json).toMatchObject({ err: '' });
    expect((await desk.save({ ...record, reqSrNo: srno })).json).toEqual({
      err: 'The request has been withdrawn.',
    });
    const { json } = await step('sales.mum', ['detail', String(srno)]);
    expect(json.detail.req_status).toBe('W');
    const final = await submitted();
    expect((await step('sales.mum', ['WITHDRAW', String(final)])).json).toEqual({
      err: 'The request is submitted; it must be unlocked first.',
    });
  });
});

/** modules/payments/race.api.test.ts tests all concurrent actions on a request together. */
describe('twenty clients at one request (safety 2, 7)', () => {
  it('of many concurrent approvals exactly one counts', async () => {
    const srno = await submitted();
    const all = await Promise.all(Array.from({ length: 20 }, () => approve('bm.mum', 'BM', srno, 1)));
    const won = all.filter(({ json }) => json.err === '');
    expect(won).toHaveLength(1);
    for (const { json } of all) expect(['', 'The branch manager has approved already.']).toContain(json.err);
    expect((await remarksOf(srno)).filter((remark) => remark.startsWith('Approved'))).toHaveLength(1);
  });

  it('the same reference and content is one request, with one reply', async () => {
    const record = pricedRequest('SB');
    const all = await Promise.all(Array.from({ length: 20 }, () => desk.save(record)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers.get('etag')))).toEqual(new Set(['"1"']));
    const [made] = await desk.sql<{ requests: number; lines: number; entries: number; said: number }>(
      `select (select count(*)::integer from requests.request where ref_no = $1) as requests,
         (select count(*)::integer from requests.product_line where request = $2) as lines,
         (select count(*)::integer from requests.activity where request = $2 and remark = 'The request is submitted.') as said,
         (select count(*)::integer from platform.trail where record = 'request' and record_id = $2::text and action = 'add') as entries`,
      [record.reqRefNo, all[0]?.json.srno],
    );
    expect(made).toEqual({ requests: 1, lines: 1, entries: 1, said: 1 });
    const other = pricedRequest('SB', { reqRefNo: record.reqRefNo, reqEntityName: 'Another' });
    expect((await desk.save(other)).json).toEqual({
      err: 'This reference number belongs to another request.',
    });
    const elsewhere = pricedRequest('SB', {
      reqRefNo: record.reqRefNo,
      reqBran: 'DEL',
      reqSalesExecutive: 'E201',
      reqHandOver: 'IN',
      reqDeliveryExecutive: '',
    });
    expect((await desk.save(elsewhere, 'sales.del')).json).toEqual({
      err: 'This reference number belongs to another request.',
    });
  });
});
