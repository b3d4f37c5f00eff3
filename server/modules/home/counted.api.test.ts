import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Waiting } from '#domain/home/waiting.ts';
import { startAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { addDiscrepancies } from '#tools/testing/discrepancies.ts';
import { EVERY_REQUEST, pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { openStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';

let desk: Desk;
/** Every test has a month of its own. */
const months = [1, 2, 3, 4, 5, 6].values();
const USERS = ['sales.mum', 'bm.mum', 'bm.del', 'admin', 'audit.ca', 'staff.mum', 'staff.del'] as const;
type User = (typeof USERS)[number];

beforeAll(async () => {
  desk = await openDesk([...USERS]);
});
afterAll(() => desk.close());

async function countsOf(user: User): Promise<Waiting> {
  const stream = await openStream(desk.url, 'home_a.php', [desk.sessionOf(user), 'watch']);
  const counts = () => stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as unknown;
  await expect.poll(counts, SOON).toBeDefined();
  const found = counts() as Waiting;
  stream.close();
  return found;
}

async function save(given: GivenRequest, user: User = 'sales.mum'): Promise<number> {
  const { json } = await desk.save(pricedRequest('SP', given), user);
  expect(json.err).toBe('');
  return json.srno as number;
}

describe('000 §1: the list behind a count of home has as many rows', () => {
  const listed = async (user: User, status: string, more: object = {}, page: object = {}) => {
    const search = JSON.stringify({ ...EVERY_REQUEST, srchStatus: status, ...more });
    const { json } = await desk.ask(user, 'fxrequest_a.php', ['list', search, JSON.stringify(page)]);
    return (json as unknown as { req_srno: number }[]).map(({ req_srno }) => req_srno);
  };
  const made: Record<string, number> = {};

  beforeAll(async () => {
    made['back'] = await save({});
    const reason = JSON.stringify({ reason: 'PAN name differs' });
    await desk.ask('bm.mum', 'fxrequest_a.php', ['UNLOCK', String(made['back']), reason]);
    made['draft'] = await save({ reqDraftFinal: 'D' });
    made['unsent'] = await save({ reqPaymentLink: 1 });
    made['sent'] = await save({ reqPaymentLink: 1 });
    made['sent by another'] = await save({ reqPaymentLink: 1 }, 'bm.mum');
    await desk.sql('update requests.request set link_sent = true where srno = any ($1)', [
      [made['sent'], made['sent by another']],
    ]);
  });

  it.each([
    ['sales.mum', 'sentback', 'SENTBACK', ['back']],
    ['bm.mum', 'sentback', 'SENTBACK', []],
    ['bm.mum', 'link', 'UNSENT', ['unsent']],
    ['admin', 'link', 'UNSENT', ['unsent']],
    ['bm.del', 'link', 'UNSENT', []],
    ['sales.mum', 'unpaid', 'UNPAID', ['sent']],
    ['bm.mum', 'unpaid', 'UNPAID', ['sent by another']],
  ] as const)('001 §6: %s, %s: status %s lists %j', async (user, kind, status, names) => {
    const numbers = await listed(user, status);
    const own = Object.values(made);
    expect(numbers.filter((srno) => own.includes(srno))).toEqual(names.map((name) => made[name]));
    expect((await countsOf(user))[kind]).toBe(numbers.length);
    for (const srno of own) {
      const isListed = names.some((name) => made[name] === srno);
      expect(await listed(user, status, { srchRef: srno })).toEqual(isListed ? [srno] : []);
      expect(await listed(user, status, {}, { q: String(srno) })).toEqual(isListed ? [srno] : []);
    }
  });

  it('has pages, newest first', async () => {
    const second = await save({ reqPaymentLink: 1 });
    await desk.sql('update requests.request set link_sent = true where srno = $1', [second]);
    expect(await listed('sales.mum', 'UNPAID')).toEqual([second, made['sent']]);
    expect(await listed('sales.mum', 'UNPAID', {}, { limit: 1 })).toEqual([second]);
    expect(await listed('sales.mum', 'UNPAID', { srchTranType: 'PB' })).toEqual([]);
  });

  it.each([
    ['staff.mum', 'answer', { type: 'T', status: 'PEN' }],
    ['staff.mum', 'answermaster', { type: 'M', status: 'PEN' }],
    ['staff.del', 'answer', { type: 'T', status: 'PEN' }],
    ['audit.ca', 'decide', { type: 'T', status: 'REV' }],
    ['audit.ca', 'decidemaster', { type: 'M', status: 'REV' }],
  ] as const)('002 §2.7: %s, %s: the discrepancies of %j', async (user, kind, search) => {
    const month = months.next().value ?? 0;
    const audit = await startAudit(desk.database.admin, { year: 2003, month });
    for (const [flag, status, count] of [
      ['T', 'P', 2],
      ['M', 'P', 1],
      ['T', 'R', 3],
      ['M', 'R', 4],
    ] as const)
      await addDiscrepancies(desk.database.admin, audit, count, { flag, status });
    const { json } = await desk.ask(user, 'audit_a.php', [
      'listdiscrepancy',
      JSON.stringify({ mode: 'V', ...search }),
    ]);
    expect((await countsOf(user))[kind]).toBe((json as object[]).length);
  });
});
