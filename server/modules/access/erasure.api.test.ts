import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WITHDRAWAL_TEXTS } from '#domain/requests/withdrawal.ts';
import { bankPayment, pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { retentionOf, type Retention } from '#tools/testing/retention.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** What was a deal once stays a deal, whatever becomes of it, and the trail tells its amounts for good. */

let world: World;
let office: Retention;

beforeAll(async () => {
  world = await openWorld({ ROLE: 'both' });
  office = await retentionOf(world);
});
afterAll(() => world.close());

const NOTE = { note: 'Returned by NEFT to the account it came from' };
const PAID = [bankPayment('20000.00', { refnum: 'UTRSECRET1', paydate: '2026-11-02' })];

/** Final with money, unlocked, and saved again as a draft without a payment. */
async function unpaidAgain(given: GivenRequest): Promise<number> {
  const priced = pricedRequest('SP', given);
  const left = (Number(priced.reqGrandTotal) - 20_000).toFixed(2);
  const srno = await office.save({
    ...given,
    reqPaymentData: [...PAID, bankPayment(left, { refnum: 'UTRSECRET2' })],
  });
  expect(await office.desk('bm.mum', 'UNLOCK', srno)).toMatchObject({ err: '' });
  await office.save({ ...given, reqSrNo: srno, reqPaymentData: [] }, true);
  return srno;
}

describe('a request that was paid once', () => {
  it('is kept like a deal although its draft has no payment any more', async () => {
    const pan = 'QQZPA1111Q';
    const srno = await unpaidAgain({ reqPan: pan, reqTravName: 'Onceler' });
    expect(await office.standingsOf(pan)).toEqual(['deal']);

    expect(await office.desk('sales.mum', 'WITHDRAW', srno)).toMatchObject({
      err: WITHDRAWAL_TEXTS.needsNote,
    });
    expect(await office.desk('sales.mum', 'WITHDRAW', srno, { note: '  ' })).toMatchObject({
      err: WITHDRAWAL_TEXTS.needsNote,
    });
    expect(await office.desk('sales.mum', 'WITHDRAW', srno, NOTE)).toMatchObject({ err: '' });
    const { detail, activitylog } = await office.desk('admin', 'detail', srno);
    expect(detail.req_waspaid).toBe(1);
    expect(activitylog[0].acl_remark).toBe(`Withdrawn. Where the money went: ${NOTE.note}`);

    expect(await office.standingsOf(pan)).toEqual(['deal']);
    expect(await office.retention('erase', { kind: 'pan', value: pan, requests: [srno] })).toMatchObject({
      erased: [],
    });
    await office.age(srno, 200);
    await office.runJob();
    expect(await office.nameOf(srno)).toBe('Onceler');
  });

  it('is erased on its day, and the trail still tells amounts, types and days', async () => {
    const srno = await unpaidAgain({ reqPan: 'QQZPB2222Q', reqTravName: 'Twiceler' });
    await office.desk('sales.mum', 'WITHDRAW', srno, NOTE);
    await office.age(srno, 1_827);
    await office.runJob();
    expect(await office.nameOf(srno)).toBe('');
    const [told] = await world.sql<{ text: string; payments: object }>(
      `select string_agg(concat(before, after), ' ') as text,
         jsonb_path_query_first(jsonb_agg(after order by id), '$[0].payments') as payments
       from platform.trail where record = 'request' and record_id = $1`,
      [String(srno)],
    );
    expect(told?.payments).toMatchObject([
      { type: 'BANK', amount: '20000.00', paid_on: '2026-11-02' },
      { type: 'BANK', paid_on: null },
    ]);
    expect(told?.text).not.toContain('UTRSECRET');
    expect(told?.text).not.toContain('NEFT');
    const erased = await world.sql(
      `select action, actor, call from platform.trail where record = 'request' and record_id = $1 and action = 'erase'`,
      [String(srno)],
    );
    expect(erased).toEqual([{ action: 'erase', actor: null, call: 'job.platform.retention' }]);
  });

  it('keeps its mark whatever an update says', async () => {
    const srno = await unpaidAgain({ reqPan: 'QQZPC3333Q' });
    await world.sql('update requests.request set dealt_at = null, submitted_at = null where srno = $1', [
      srno,
    ]);
    expect(
      await world.sql('select dealt_at is not null as marked from requests.request where srno = $1', [srno]),
    ).toEqual([{ marked: true }]);
  });

  it('is not asked for a note if money was only planned', async () => {
    const planned = await office.save({ reqPan: 'QQZPD4444Q', reqPaymentData: PAID }, true);
    expect(await office.desk('sales.mum', 'WITHDRAW', planned)).toMatchObject({ err: '' });
    expect(await office.standingsOf('QQZPD4444Q')).toEqual(['free']);
  });
});

describe('the function that erases', () => {
  const asWriter = async (scope: string, srno: number) => {
    await world.sql('begin');
    try {
      await world.sql(
        `select set_config('bureau.scope', $1, true), set_config('bureau.call', 'test', true)`,
        [scope],
      );
      const erased = await world.sql('select srno from platform.erase_requests(array[$1::integer])', [srno]);
      const trailed = await world.sql(
        `select from platform.trail where record = 'request' and record_id = $1 and action = 'erase'`,
        [String(srno)],
      );
      return [erased.length, trailed.length];
    } finally {
      await world.sql('rollback');
    }
  };

  it('erases nothing out of the reach of the user who acts, and writes the trail itself', async () => {
    const srno = await office.save({ reqPan: 'QQZPE5555Q' }, true);
    const [mumbai] = await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'MUM'`);
    expect(await asWriter('', srno)).toEqual([0, 0]);
    expect(await asWriter('{999999}', srno)).toEqual([0, 0]);
    expect(await asWriter(`{${mumbai?.srno}}`, srno)).toEqual([1, 1]);
    expect(await asWriter('all', srno)).toEqual([1, 1]);
  });
});
