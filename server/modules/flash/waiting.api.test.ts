import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FlashDiscrepancyCounts } from '#contract/flash/discrepancies.ts';
import type { Waiting } from '#domain/home/waiting.ts';
import {
  addCurrency,
  addTransaction,
  flashClient,
  makeFlash,
  type FlashClient,
} from '#tools/testing/flash.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};
const client: Record<string, FlashClient> = {};
const open: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  for (const user of ['audit.ca', 'staff.mum', 'staff.del', 'sales.mum']) {
    session[user] = await world.signIn(user);
    client[user] = flashClient(world, session[user]);
  }
});
afterAll(() => world.close());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(user: string): Promise<() => Waiting | undefined> {
  const stream = await openStream(world.url, 'home_a.php', [session[user] ?? '', 'watch']);
  open.push(stream);
  const counts = () =>
    stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as Waiting | undefined;
  await expect.poll(counts, SOON).toBeDefined();
  return counts;
}
const ask = async (user: string, action: string, given: object) => {
  const { json } = await client[user]!.call(action, given);
  expect(json.err).toBe('');
};

describe('what waits', () => {
  it('goes from the branch to the auditor and back, and ends with the audit (002 §2.12)', async () => {
    const audit = await makeFlash(world.database.admin, { status: 'R' });
    const cnsrno = await addCurrency(world.database.admin, audit);
    const [mumbai, delhi, auditor] = [
      await follow('staff.mum'),
      await follow('staff.del'),
      await follow('audit.ca'),
    ];
    const [answers = 0, elsewhere, decisions = 0] = [
      mumbai()?.flashanswer,
      delhi()?.flashanswer,
      auditor()?.flashdecide,
    ];
    // Whoever decides does not answer, and a branch does not decide.
    expect(auditor()).not.toHaveProperty('flashanswer');
    expect(mumbai()).not.toHaveProperty('flashdecide');

    await ask('audit.ca', 'statusupdate', { status: 'D', cnsrno });
    await expect.poll(() => mumbai()?.flashanswer, SOON).toBe(answers + 1);
    const named = { srno: cnsrno, type: 'C', hdrsrno: audit.srno };
    await ask('staff.mum', 'discrepancyremark', { ...named, remark: 'Recounted' });
    await ask('staff.mum', 'updatecstatus', { disctype: 'C', status: 'R', srno: cnsrno });
    await expect
      .poll(() => [mumbai()?.flashanswer, auditor()?.flashdecide], SOON)
      .toEqual([answers, decisions + 1]);
    // The page lists currencies and transactions apart (002 §2.12), so they are counted apart.
    const papers = mumbai()?.flashanswertran ?? 0;
    const given = { srno: audit.srno, transactionnum: '5', saletype: 'SP', docname: 'Visa' };
    await ask('audit.ca', 'transactiondetail', given);
    await expect.poll(() => mumbai()?.flashanswertran, SOON).toBe(papers + 1);
    await ask('audit.ca', 'headerstatus', { status: 'C', hdrsrno: audit.srno });
    await expect
      .poll(() => [mumbai()?.flashanswertran, auditor()?.flashdecide], SOON)
      .toEqual([papers, decisions]);
    expect(delhi()?.flashanswer).toBe(elsewhere);
  });

  it('is what its link lists, type by type, and what the counts over the list say (002 §2.12)', async () => {
    const { admin } = world.database;
    const day = (n: number) => `2025-03-0${n}`;
    const open = await makeFlash(admin, { status: 'R', day: day(1) });
    const closed = await makeFlash(admin, { status: 'R', day: day(2) });
    for (const audit of [open, closed])
      for (const isd of ['USD', 'EUR']) {
        const cnsrno = await addCurrency(admin, audit, isd);
        await ask('audit.ca', 'statusupdate', { status: 'D', cnsrno });
      }
    const given = { srno: open.srno, transactionnum: '5', saletype: 'SP', docname: 'Visa' };
    await ask('audit.ca', 'transactiondetail', given);
    await ask('audit.ca', 'headerstatus', { status: 'C', hdrsrno: closed.srno });
    const search = { frmdate: '2014-01-01', open: '1' };
    const listed = async (type: string) =>
      (
        (await client['staff.mum']!.call('getdiscrepancies', { ...search, type, status: 'P' }))
          .json as object[]
      ).length;
    const both = [await listed('C'), await listed('T')];
    const counts = async (more: object = {}) =>
      (await client['staff.mum']!.call('discrepancycounts', { ...search, ...more }))
        .json as FlashDiscrepancyCounts;
    const { C, T } = await counts();
    expect([C.P, T.P]).toEqual(both);
    // Those of a closed audit are listed as well, but wait for nobody.
    expect((await counts({ open: '' })).C.P).toBe(C.P + 2);
    const waiting = await follow('staff.mum');
    const badge = () =>
      Object.entries(waiting() ?? {})
        .filter(([kind]) => kind.startsWith('flashanswer'))
        .reduce((sum, [, count]) => sum + count, 0);
    await expect.poll(badge, SOON).toBe(C.P + T.P);
    expect(badge()).toBeGreaterThan(2);
    const march = await counts({ frmdate: day(1), todate: day(1) });
    expect(march).toEqual({ C: { P: 2, R: 0, O: 0 }, T: { P: 1, R: 0, O: 0 } });
    // Another branch has nothing of it.
    const elsewhere = await client['staff.del']!.call('discrepancycounts', {
      frmdate: day(1),
      todate: day(2),
    });
    expect(elsewhere.json).toEqual({ C: { P: 0, R: 0, O: 0 }, T: { P: 0, R: 0, O: 0 } });
  });

  it('ends when a transaction is taken off', async () => {
    const audit = await makeFlash(world.database.admin);
    const mumbai = await follow('staff.mum');
    const answers = mumbai()?.flashanswertran ?? 0;
    const trnsrno = await addTransaction(world.database.admin, audit);
    await ask('audit.ca', 'statusupdate', { status: 'D', trnsrno });
    await ask('audit.ca', 'removetran', { hdrsrno: audit.srno, trnsrno });
    await expect.poll(() => mumbai()?.flashanswertran, SOON).toBe(answers);
  });

  it('is not told to those who cannot open the page', async () => {
    const sales = await follow('sales.mum');
    for (const kind of ['flashanswer', 'flashanswertran', 'flashdecide', 'flashdecidetran'])
      expect(sales()).not.toHaveProperty(kind);
  });
});
