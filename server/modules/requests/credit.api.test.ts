import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActing, type Database } from '#server/platform/database.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { creditGatewayPayment, markLinkLapsed, markLinkSent, requestForLink } from './index.ts';

const SENDER = { account: 3, name: 'Somebody' };

let world: World;
let database: Database;
let session: string;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('sales.mum');
  const { reader, writer } = world.database.urls;
  database = openDatabase({
    readUrl: reader,
    writeUrl: writer,
    maxConnections: 20,
    statementTimeoutMs: 15_000,
    onError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const withLink = async (given: GivenRequest = {}) => {
  const record = pricedRequest('SP', { reqPaymentLink: 1, ...given });
  const { json } = await world.post('newfxrequest_a.php', [session, 'save', JSON.stringify(record)]);
  expect(json.err).toBe('');
  return { srno: json.srno as number, total: String(record.reqGrandTotal) };
};
const credit = (request: number, order: string, amount: string) =>
  database.write(systemActing('payments.test'), (tx) =>
    creditGatewayPayment(tx, { request, order, amount, reference: 'UTR 1', day: '2026-11-15' }),
  );
const standing = async (srno: number) =>
  (
    await world.database.admin.query(
      `select received::text, (select count(*)::integer from requests.payment_line where request = srno) as lines,
         (select count(*)::integer from requests.activity where request = srno and remark like 'Received by%') as said,
         (select count(*)::integer from platform.trail where record = 'request' and record_id = srno::text and action = 'credit') as entries
       from requests.request where srno = $1`,
      [srno],
    )
  ).rows[0] as object;

it('a payment is credited once, however often it arrives at the same moment', async () => {
  const { srno, total } = await withLink();
  const all = await Promise.all(Array.from({ length: 20 }, () => credit(srno, `o${srno}`, total)));
  expect(all.filter((each) => each === 'credited')).toHaveLength(1);
  expect(all.filter((each) => each === 'already')).toHaveLength(19);
  expect(await standing(srno)).toEqual({ received: total, lines: 1, said: 1, entries: 1 });
});

it('never credits more than the grand total, nor to a request that does not exist', async () => {
  const { srno, total } = await withLink({ reqPaymentData: [{ srno: 1, paytype: 'CASH', payamnt: '100' }] });
  const left = (Number(total) - 100).toFixed(2);
  expect(await credit(srno, 'too much', (Number(left) + 0.01).toFixed(2))).toBe('exceeds');
  expect(await credit(999_999, 'nobody', '1.00')).toBe('gone');
  // Only one of the two orders fits into the outstanding amount.
  const both = await Promise.all([credit(srno, 'first', left), credit(srno, 'second', left)]);
  expect(both.sort()).toEqual(['credited', 'exceeds']);
  expect(await standing(srno)).toEqual({ received: total, lines: 2, said: 1, entries: 1 });
});

it('a concurrent save and payment both count, or the save is refused', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const record = pricedRequest('SP', { reqPaymentLink: 1, reqDraftFinal: 'D' });
    const { json } = await world.post('newfxrequest_a.php', [session, 'save', JSON.stringify(record)]);
    const again = JSON.stringify({ ...record, reqSrNo: json.srno, reqTravOthDetl: 'Again' });
    await Promise.all([
      credit(json.srno, `both ${json.srno}`, '1000.00'),
      ...Array.from({ length: 4 }, () => world.post('newfxrequest_a.php', [session, 'save', again])),
      world.post('fxrequest_a.php', [session, 'WITHDRAW', String(json.srno)]),
    ]);
  }
  const broken = await world.database.admin.query(
    `select r.srno from requests.request r where r.received <> (
       select coalesce(sum(l.received), 0) from requests.payment_line l where l.request = r.srno)
     or (r.withdrawn_at is not null and r.received > 0 and exists (
       select from requests.payment_line l where l.request = r.srno and l.gateway_order is not null))`,
  );
  expect(broken.rows).toEqual([]);
});

it('a link is marked as sent once, and only in its own round', async () => {
  const { srno, total } = await withLink();
  const found = await requestForLink(database.read, srno, 'all');
  expect(found).toMatchObject({ srno, grand_total: total, paid: '0', link_round: 1, link_sent: false });
  expect(await requestForLink(database.read, srno, [999])).toBeUndefined();
  const mark = (round: number) =>
    database.write(systemActing('payments.test'), (tx) => markLinkSent(tx, srno, round, SENDER));
  expect(await mark(2)).toBe(false);
  const all = await Promise.all(Array.from({ length: 10 }, () => mark(1)));
  expect(all.filter(Boolean)).toHaveLength(1);
});

it('the last change names its author: the sender or the gateway', async () => {
  const { srno, total } = await withLink({ reqDraftFinal: 'D' });
  const changed = async () =>
    (
      await world.database.admin.query(
        'select changed_by, changed_by_name from requests.request where srno = $1',
        [srno],
      )
    ).rows[0] as object;
  const GATEWAY = { changed_by: null, changed_by_name: 'Payment gateway' };
  const acting = systemActing('payments.test');
  const send = () => database.write(acting, (tx) => markLinkSent(tx, srno, 1, SENDER));
  await send();
  expect(await changed()).toEqual({ changed_by: 3, changed_by_name: 'Somebody' });
  await database.write(acting, (tx) =>
    markLinkLapsed(tx, srno, { round: 1, order: 'none' }, 'Payment gateway'),
  );
  expect(await changed()).toEqual(GATEWAY);
  await send();
  expect(await credit(srno, `told ${srno}`, total)).toBe('credited');
  expect(await changed()).toEqual(GATEWAY);
  const stale = pricedRequest('SP', { reqPaymentLink: 1, reqDraftFinal: 'D', reqSrNo: srno });
  const answered = await world.post('newfxrequest_a.php', [session, 'save', JSON.stringify(stale)], {
    'if-match': '"1"',
  });
  expect([answered.status, JSON.stringify(answered.json)]).toEqual([
    409,
    expect.stringContaining('Payment gateway'),
  ]);
});

it.each([
  ['000 §9', '1384', 'Received by payment link: ₹1,384.00.'],
  ['000 §9', '500.5', 'Received by payment link: ₹500.50.'],
])('%s: an amount of %s is told as "%s"', async (_, amount, remark) => {
  const { srno } = await withLink();
  expect(await credit(srno, `BUREAU-${amount}`, amount)).toBe('credited');
  const { rows } = await world.database.admin.query<{ remark: string }>(
    "select remark from requests.activity where request = $1 and by_name = 'Payment gateway'",
    [srno],
  );
  expect(rows).toEqual([{ remark }]);
});
