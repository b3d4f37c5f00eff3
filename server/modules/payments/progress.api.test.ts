import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { paymentLinkState } from '#contract/payments/payments.ts';
import { addRequest, openPaidWorld, PAYER, type PaidWorld } from '#tools/testing/payments.ts';
import { SOON } from '#tools/testing/until.ts';

let world: PaidWorld;
const sessions = new Map<string, string>();

beforeAll(async () => {
  world = await openPaidWorld();
  for (const user of ['bm.mum', 'sales.mum', 'bm.del']) sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

const ask = (user: string, action: string, srno: number) =>
  world.post('fxrequest_a.php', [sessions.get(user) ?? '', action, String(srno)]);
const stateOf = async (srno: number, user = 'bm.mum') =>
  (await ask(user, 'paymentlink', srno)).json as z.input<typeof paymentLinkState.reply>;
/** As a browser asks for a page, or without the headers of one. */
const open = (url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
  fetch(url, { redirect: 'manual', headers });

async function sent(): Promise<{ srno: number; url: string; orderId: string }> {
  const srno = await addRequest(world.database.admin, { total: 2_500 });
  await ask('bm.mum', 'sendpaymentlink', srno);
  const { url } = await stateOf(srno);
  return { srno, url, orderId: new URL(url).pathname.split('/')[2] ?? '' };
}

it('tells whether a link is sent, opened and paid', async () => {
  const srno = await addRequest(world.database.admin, { total: 2_500 });
  expect(await stateOf(srno)).toMatchObject({ progress: 'none', amount: '', url: '', sentat: '' });
  await ask('bm.mum', 'sendpaymentlink', srno);
  const state = await stateOf(srno);
  expect(state).toMatchObject({ progress: 'sent', amount: '2500.00', email: PAYER.email, openedat: '' });
  expect(state.sentat).toMatch(/Z$/);
  expect(world.catcher.mails().at(-1)?.text).toContain(state.url);

  const gateway = world.gateway.ledger.links.at(-1);
  const opened = await open(state.url);
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    expect.stringContaining(`/links/${gateway?.key}`),
  ]);
  expect(await stateOf(srno)).toMatchObject({ progress: 'opened' });

  await world.gateway.act(new URL(state.url).pathname.split('/')[2] ?? '', 'pay');
  await expect.poll(async () => (await stateOf(srno)).progress, SOON).toBe('paid');
  const paid = await stateOf(srno);
  expect([paid.paidat, paid.url]).toEqual([expect.stringMatching(/Z$/), '']);
  // A link that is paid leads to its result.
  expect((await open(state.url)).headers.get('location')).toMatch(/^\/cf\//);
});

it('counts only a person, and only the first time', async () => {
  const { srno, url, orderId } = await sent();
  for (const headers of [{}, { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }])
    expect((await open(url, headers as Record<string, string>)).status).toBe(303);
  expect((await stateOf(srno)).progress).toBe('sent');
  await open(url);
  const { openedat } = await stateOf(srno);
  await open(url);
  expect((await stateOf(srno)).openedat).toBe(openedat);
  const trail = await world.database.admin.query(
    `select from platform.trail where action = 'open' and record_id = $1`,
    [orderId],
  );
  expect(trail.rowCount).toBe(1);
});

it('shows the address only to those who may send it, and nothing to another branch', async () => {
  const { srno } = await sent();
  expect(await stateOf(srno, 'sales.mum')).toMatchObject({ progress: 'sent', url: '' });
  expect((await ask('bm.del', 'paymentlink', srno)).status).toBe(404);
});

it('leads nobody to the gateway without the right token', async () => {
  const { srno, url } = await sent();
  const wrong = await open(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`);
  expect(wrong.headers.get('location')).toMatch(/^\/cf\//);
  expect((await open(`${new URL(url).origin}/pay/R0-1-000000000000/x`)).headers.get('location')).toBe(
    '/cf/R0-1-000000000000/x',
  );
  expect((await stateOf(srno)).progress).toBe('sent');
  await world.database.admin.query(`update payments.link_order set state = 'expired' where request = $1`, [
    srno,
  ]);
  expect(await stateOf(srno)).toMatchObject({ progress: 'expired', url: '' });
});
