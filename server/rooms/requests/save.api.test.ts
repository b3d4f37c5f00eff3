import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestDetail, RequestWritten } from '#contract/requests/requests.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['admin', 'sales.mum', 'sales.del', 'bm.mum', 'zm.west', 'cm.ho', 'dlv1.mum'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  world.database.admin.query<Row>(text, values).then(({ rows }) => rows);

const save = (record: RequestWritten, user = 'sales.mum', headers: Record<string, string> = {}) =>
  world.post('newfxrequest_a.php', [session[user] ?? '', 'save', JSON.stringify(record)], headers);
const detail = (srno: number, user = 'sales.mum') =>
  world.post('fxrequest_a.php', [session[user] ?? '', 'detail', String(srno)]);

describe('a save', () => {
  it('keeps a request and shows it again', async () => {
    const record = pricedRequest('SP');
    const saved = await save(record);
    expect(saved.json).toMatchObject({ err: '', msg: 'The request is submitted.' });
    const shown = await detail(saved.json.srno);
    const { detail: row, product, payment, activitylog } = shown.json as RequestDetail;
    expect(row).toMatchObject({
      req_refno: record.reqRefNo,
      req_brnno: 'MUM',
      req_salesexecutive: 'E101',
      req_deliveryexecutive: 'E111',
      req_grandtotal: record.reqGrandTotal,
      req_paymentrecv: record.reqGrandTotal,
      req_submitted: 1,
      req_version: 1,
    });
    expect(product).toHaveLength(1);
    expect(payment).toMatchObject([{ paytype: 'BANK', payamnt: record.reqGrandTotal }]);
    expect(activitylog.at(-1)?.acl_remark).toBe('The request is submitted.');
    expect(shown.headers.get('etag')).toBe('"1"');
    expect((await detail(saved.json.srno, 'bm.mum')).json.detail.can.BM).toEqual({ ok: true, why: '' });
  });
});
