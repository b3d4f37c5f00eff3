import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestInput } from '#contract/requests/form.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { EVERY_REQUEST, pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';

/** RACE_ROUNDS=200 repeats the races more often. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 5);
const RACE_MS = 20_000 + ROUNDS * 2_000;
const IN_DELHI: GivenRequest = {
  reqBran: 'DEL',
  reqSalesExecutive: 'E201',
  reqHandOver: 'IN',
  reqDeliveryExecutive: '',
};

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
const submitted = async (given: Partial<RequestInput> = {}): Promise<number> => {
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

const sendBack = (user: string, srno: number, reason: string, version?: number) =>
  step(user, ['SENDBACK', String(srno), JSON.stringify({ reason })], version);
const sentBackOf = async (srno: number) => {
  const { detail } = await desk.detailOf(srno);
  return { why: detail.req_sentback, by: detail.req_sentbackby, isDated: detail.req_sentbackat !== '' };
};

describe('send back', () => {
  it('unlocks the request and tells its maker why until it is submitted again', async () => {
    const record = pricedRequest('SP');
    const srno = (await desk.save(record)).json.srno as number;
    await approve('bm.mum', 'BM', srno);
    expect((await sendBack('bm.mum', srno, '  ')).json).toEqual({ err: 'Please give a reason.' });
    expect((await sendBack('bm.mum', srno, 'x'.repeat(251))).status).toBe(400);
    expect((await sendBack('zm.west', srno, 'The rate is above the card.', 1)).json).toEqual({
      err: '',
      msg: 'The request is sent back.',
    });
    expect(await rowOf(srno)).toMatchObject({ submitted: false, version: 2, bm_by: null });
    const told = { why: 'The rate is above the card.', by: 'Zubin Daruwala', isDated: true };
    expect(await sentBackOf(srno)).toEqual(told);
    const listed = await step('sales.mum', [
      'list',
      JSON.stringify({ ...EVERY_REQUEST, srchStatus: 'DRAFT', srchRef: String(srno) }),
    ]);
    expect(listed.json).toMatchObject([{ req_srno: srno, req_sentback: told.why, req_sentbackby: told.by }]);
    expect(await remarksOf(srno)).toContain(
      'Unlocked; every approval is taken back. Reason: The rate is above the card.',
    );
    await desk.save({ ...record, reqSrNo: srno, reqDraftFinal: 'D' });
    expect(await sentBackOf(srno)).toEqual(told);
    await desk.save({ ...record, reqSrNo: srno });
    expect(await sentBackOf(srno)).toEqual({ why: '', by: '', isDated: false });
  });

  it('is for approvers, for requests in scope and for the version that was seen', async () => {
    const srno = await submitted();
    expect((await sendBack('sales.mum', srno, 'Why not')).status).toBe(403);
    expect((await sendBack('bm.del', srno, 'Why not')).status).toBe(404);
    expect((await sendBack('bm.mum', srno, 'Why not', 7)).status).toBe(409);
    expect(await rowOf(srno)).toMatchObject({ submitted: true, version: 1 });
  });

  it(
    'and an approval at the same time: the later one sees the earlier',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const srno = await submitted();
        const [approved, back] = await Promise.all([
          approve('bm.mum', 'BM', srno, 1),
          sendBack('zm.west', srno, 'Another quantity', 1),
        ]);
        // Sending back never loses against an approval; an approval that comes later is of an older version.
        expect(back.json.err).toBe('');
        expect([200, 409]).toContain(approved.status);
        expect(await rowOf(srno)).toMatchObject({ submitted: false, version: 2, bm_by: null });
      }
    },
    RACE_MS,
  );
});

const approveAll = (
  user: string,
  level: string,
  requests: readonly { srno: number; version: number }[],
  headers: Record<string, string> = {},
) => desk.ask(user, 'fxrequest_a.php', ['APPROVEALL', level, JSON.stringify(requests)], headers);
const seen = (srno: number, version = 1) => ({ srno, version });

describe('approving several requests', () => {
  it('decides each by itself and names every refusal', async () => {
    const first = await submitted();
    const draft = (await desk.save(pricedRequest('SP', { reqDraftFinal: 'D' }))).json.srno as number;
    const unpaid = await submitted({ reqPaymentLink: 1 });
    const delhi = (await desk.save(pricedRequest('SP', IN_DELHI), 'sales.del')).json.srno as number;
    const changed = await submitted();
    const last = await submitted();
    const asked = [seen(first), seen(draft), seen(unpaid), seen(delhi), seen(changed, 4), seen(last)];
    const { status, json } = await approveAll('bm.mum', 'BM', asked);
    expect(status).toBe(200);
    expect(json).toMatchObject({ err: '', msg: '2 of 6 approved as branch manager.' });
    expect(json.results).toEqual([
      { srno: first, why: '' },
      { srno: draft, why: 'The request is not submitted.' },
      { srno: unpaid, why: 'The payment received is less than the grand total.' },
      { srno: delhi, why: 'There is no such record.' },
      { srno: changed, why: expect.stringContaining('was changed by Sneha Patil') },
      { srno: last, why: '' },
    ]);
    for (const srno of [first, last]) {
      expect((await rowOf(srno))?.['bm_by']).not.toBeNull();
      expect(await remarksOf(srno)).toContain('Approved as branch manager.');
    }
    for (const srno of [draft, unpaid, delhi, changed]) expect((await rowOf(srno))?.['bm_by']).toBeNull();
    const trail = await desk.sql<{ record_id: string }>(
      `select record_id from platform.trail where action = 'approve' and record_id = any ($1) order by id`,
      [asked.map(({ srno }) => String(srno))],
    );
    expect(trail.map(({ record_id }) => Number(record_id)).sort((a, b) => a - b)).toEqual([first, last]);
  });

  it('requires the right of the step, requests in scope, and at most 200 different ones', async () => {
    const srno = await submitted();
    expect((await approveAll('sales.mum', 'BM', [seen(srno)])).status).toBe(403);
    expect((await approveAll('bm.mum', 'ZM', [seen(srno)])).status).toBe(403);
    expect((await approveAll('bm.del', 'BM', [seen(srno)])).status).toBe(404);
    expect((await approveAll('bm.mum', 'BM', [])).status).toBe(400);
    expect((await approveAll('bm.mum', 'BM', [seen(srno), seen(srno)])).status).toBe(400);
    const many = Array.from({ length: 201 }, (_, index) => seen(index + 1));
    expect((await approveAll('bm.mum', 'BM', many)).status).toBe(400);
    expect((await rowOf(srno))?.['bm_by']).toBeNull();
  });

  it('sent twice with one key has one effect and one reply', async () => {
    const asked = [seen(await submitted()), seen(await submitted())];
    const key = { 'idempotency-key': `approve-${asked[0]?.srno}` };
    const [one, other] = [
      await approveAll('bm.mum', 'BM', asked, key),
      await approveAll('bm.mum', 'BM', asked, key),
    ];
    expect(one.json.results).toEqual(asked.map(({ srno }) => ({ srno, why: '' })));
    expect(other.text).toBe(one.text);
  });

  it('with four eyes refuses those that the user made or approved at another step', async () => {
    const strict = await desk.another({ FOUR_EYES: 'on' });
    const made = (await desk.save(pricedRequest('SP'), 'admin')).json.srno as number;
    const other = await submitted();
    const answer = await fetch(`${strict.url}/api/fxrequest_a.php`, {
      method: 'POST',
      body: new URLSearchParams({
        1: desk.sessionOf('admin'),
        2: 'APPROVEALL',
        3: 'BM',
        4: JSON.stringify([seen(made), seen(other)]),
      }),
    }).then((response) => response.json());
    expect(answer).toMatchObject({
      results: [
        { srno: made, why: 'You made this request, so someone else must approve it.' },
        { srno: other, why: '' },
      ],
    });
  });

  it(
    'by two managers at once, in any order, approves each request once',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const made = await Promise.all(Array.from({ length: 6 }, () => submitted()));
        const asked = made.map((srno) => seen(srno));
        const [one, other] = await Promise.all([
          approveAll('bm.mum', 'BM', asked),
          approveAll('admin', 'BM', asked.toReversed()),
        ]);
        const approvedBy = ({ json }: typeof one) =>
          (json.results as { srno: number; why: string }[]).flatMap(({ srno, why }) => {
            expect(['', 'The branch manager has approved already.']).toContain(why);
            return why === '' ? [srno] : [];
          });
        expect([...approvedBy(one), ...approvedBy(other)].sort((a, b) => a - b)).toEqual(
          [...made].sort((a, b) => a - b),
        );
        const [counted] = await desk.sql<{ entries: number; lines: number }>(
          `select (select count(*)::integer from platform.trail where action = 'approve' and record_id = any ($1)) as entries,
           (select count(*)::integer from requests.activity where request = any ($2) and remark like 'Approved%') as lines`,
          [made.map(String), made],
        );
        expect(counted).toEqual({ entries: 6, lines: 6 });
      }
    },
    RACE_MS,
  );
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
