import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { retentionOf, type Retention } from '#tools/testing/retention.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** A hold keeps every request that has matched it, until somebody ends the hold. */

let world: World;
let catcher: Catcher;
let office: Retention;

beforeAll(async () => {
  catcher = await startCatcher();
  world = await openWorld({ ROLE: 'both', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
  office = await retentionOf(world);
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const hold = async (value: string, kind = 'pan') =>
  expect(await office.retention('hold', { kind, value, reason: 'Asked for by the police' })).toMatchObject({
    err: '',
  });
const heldList = async () =>
  (await office.retention('show')).holds as { hd_srno: number; hd_value: string; hd_left: number[] }[];
const holdOf = async (value: string) => (await heldList()).find(({ hd_value }) => hd_value === value);
const mailsOf = (srno: number) => catcher.mails().filter(({ text }) => text.includes(`request ${srno} `));

/** What the requests with this address stand at. The address stays when a PAN is taken out. */
const standings = (email: string) => office.standingsOf(email, 'email');

describe('a request on hold', () => {
  it('stays on hold when its number is edited out, and whoever set the hold is told once', async () => {
    const [pan, email] = ['QQZPA1111H', 'one@held.example'];
    const given = { reqPan: pan, reqEmail: email, reqTravName: 'Heldperson' };
    const srno = await office.save(given, true);
    await hold(pan);
    await office.save({ ...given, reqSrNo: srno, reqPan: '' }, true);
    expect(await standings(email)).toEqual(['held']);
    expect(await office.retention('erase', { kind: 'email', value: email, requests: [srno] })).toMatchObject({
      erased: [],
    });
    await office.age(srno, 200);
    await office.runJob();
    expect(await office.nameOf(srno)).toBe('Heldperson');

    await expect.poll(() => mailsOf(srno), SOON).toHaveLength(1);
    const [mail] = mailsOf(srno);
    expect(mail?.to).toContain('admin@bureau.example');
    expect(mail?.text).not.toContain(pan);
    await office.save({ ...given, reqSrNo: srno }, true);
    await office.save({ ...given, reqSrNo: srno, reqPan: '' }, true);
    const mine = await holdOf(pan);
    expect(mine?.hd_left).toEqual([srno]);

    expect(await office.retention('endhold', mine?.hd_srno)).toMatchObject({ err: '' });
    expect(await standings(email)).toEqual(['free']);
    await expect
      .poll(() => world.sql(`select from platform.job where task = 'access:holdleft'`), SOON)
      .toHaveLength(0);
    expect(mailsOf(srno)).toHaveLength(1);
  });

  it('is also one that came to match later, by a save or by an edit', async () => {
    const [pan, email] = ['QQZPB2222H', 'two@held.example'];
    const given = { reqEmail: email, reqPan: '' };
    const before = await office.save(given, true);
    await hold(pan);
    const after = await office.save({ ...given, reqPan: pan }, true);
    await office.save({ ...given, reqSrNo: before, reqPan: pan }, true);
    expect(await standings(email)).toEqual(['held', 'held']);
    for (const srno of [before, after]) await office.save({ ...given, reqSrNo: srno }, true);
    expect(await standings(email)).toEqual(['held', 'held']);
    expect((await holdOf(pan))?.hd_left).toEqual([after, before]);
  });

  it('stays on hold if the hold and the request were saved at the same moment, each unseen by the other', async () => {
    const [pan, email] = ['QQZPC3333H', 'three@held.example'];
    const srno = await office.save({ reqPan: pan, reqEmail: email }, true);
    await hold(pan);
    await world.sql('delete from platform.held_request where request = $1', [srno]);
    await office.save({ reqPan: '', reqEmail: email, reqSrNo: srno }, true);
    expect(await standings(email)).toEqual(['held']);
  });

  it('is held under any spelling of its mobile number, and by a hold that was set under another', async () => {
    const [old, email] = ['+919820077777', 'five@held.example'];
    const stored = await office.save({ reqMobile: '9820077777', reqEmail: email }, true);
    // As an earlier version has stored them.
    await world.sql('update requests.request set mobile = $2 where srno = $1', [stored, '+91 98200 77777']);
    await world.sql(
      `insert into platform.hold (kind, value, reason) values ('mobile', $1, 'Asked for by the police')`,
      [old],
    );
    const typed = ['9820077777', '09820077777', '+91-98200-77777'];
    const later: number[] = [];
    for (const reqMobile of typed) later.push(await office.save({ reqMobile, reqEmail: email }, true));
    expect(await standings(email)).toEqual(['held', 'held', 'held', 'held']);
    // What is given out or erased is found by the same number alone: with a leading 0 it can be somebody's landline.
    for (const [value, requests] of [
      ['9820077777', 3],
      [old, 3],
      ['098200 77777', 1],
    ] as const)
      expect(await office.standingsOf(value, 'mobile'), value).toHaveLength(requests);

    // A number that is only spelled in another way has not left.
    await office.save({ reqMobile: '9820077777', reqEmail: email, reqSrNo: stored }, true);
    expect((await holdOf(old))?.hd_left).toEqual([]);
    await office.save({ reqMobile: '9820077776', reqEmail: email, reqSrNo: stored }, true);
    expect((await holdOf(old))?.hd_left).toEqual([stored]);
  });

  it('is found by the spelling in which an earlier version has stored its number', async () => {
    const email = 'six@held.example';
    const srno = await office.save({ reqMobile: '9820066666', reqEmail: email }, true);
    for (const [stored, typed] of [
      ['+91 98200-66666', '9820066666'],
      ['9820 066666', '9820 066666'],
      ['98200.66666', '+919820066666'],
      ['080-23456789', '080-23456789'],
      ['0712 2345678', '07122345678'],
      ['022-23456789', '02223456789'],
      ['+1 415 555 0134', '+1 415 555 0134'],
    ] as const) {
      await world.sql('update requests.request set mobile = $2 where srno = $1', [srno, stored]);
      expect(await office.standingsOf(typed, 'mobile'), stored).toEqual(['free']);
      expect(await office.standingsOf('8023456789', 'mobile'), 'the number of somebody else').toEqual([]);
    }
    // A hold that an earlier version has stored keeps what is saved in another spelling.
    await world.sql(
      `insert into platform.hold (kind, value, reason) values ('mobile', '+91 98200-66666', 'Asked for by the police')`,
    );
    const later = await office.save({ reqMobile: '9820066666', reqEmail: 'seven@held.example' }, true);
    expect(await office.standingsOf('9820066666', 'mobile')).toEqual(['held']);
    expect(later).toBeGreaterThan(srno);
  });

  it('keeps a document that was removed from it', async () => {
    const [mobile, email] = ['9820099999', 'four@held.example'];
    const srno = await office.save({ reqMobile: mobile, reqEmail: email }, true);
    await hold(mobile, 'mobile');
    await world.sql(
      `insert into requests.document (request, kind, file_name, extension, hash, bytes, removed_at)
       values ($1, 1, 'a.pdf', 'pdf', encode(sha256('held'), 'hex'), 10, now() - interval '40 days')`,
      [srno],
    );
    await office.save({ reqMobile: '9820099998', reqEmail: email, reqSrNo: srno }, true);
    await office.runJob();
    expect(await world.sql('select from requests.document where request = $1', [srno])).toHaveLength(1);
  });
});
