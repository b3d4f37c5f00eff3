import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { giveCode, signInWithApp } from '#tools/testing/second-factor.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, post } from '#tools/testing/world.ts';
import { codeAt, stepAt } from './totp.ts';

let desk: Desk;
const CONFIRM = { err: FACTOR_TEXTS.confirm, factor: 'confirm' };

beforeAll(async () => {
  desk = await openDesk(['sales.mum', 'bm.mum', 'bm.del', 'zm.west', 'ho.rates', 'cm.ho', 'admin'], {
    STEP_UP: 'approvals,rates,rights,users,bank',
    STEP_UP_AMOUNT: '60000',
  });
  await desk.sql(
    `update access.account set right_group = (select right_group from access.account where user_id = 'admin')
     where user_id = 'cm.ho'`,
  );
});
afterAll(() => desk.close());

const factor = (user: string, action: string, ...fields: string[]) =>
  desk.ask(user, 'factor_a.php', [action, ...fields]);

/** Sets up an authenticator app and signs in with it. Returns a source of codes. */
async function enrol(user: string): Promise<() => string> {
  const { session, secret } = await signInWithApp(desk, user);
  desk.useSession(user, session);
  return () => codeAt(secret, stepAt(Date.now()));
}

/** As if the session had been left open, or was stolen later. */
async function age(user: string): Promise<void> {
  await desk.sql(
    `update access.session s set second_factor_at = now() - interval '1 hour', step_up_at = now() - interval '1 hour'
     from access.account a where a.srno = s.account and a.user_id = $1`,
    [user],
  );
  await desk.sql('update access.totp set last_step = 0');
  await expect.poll(async () => (await factor(user, 'codes')).status, SOON).toBe(403);
}

const submitted = async (qty: string): Promise<{ srno: number; version: number }> => {
  const reqProductData = [{ product: 'CN', isd: 'USD', qty, rate: '88.4567' }] as const;
  const { json } = await desk.save(pricedRequest('SP', { reqProductData: [...reqProductData] }));
  expect(json.err).toBe('');
  return { srno: json.srno as number, version: 1 };
};
const small = () => submitted('500');
const large = () => submitted('1000');
const approve = (user: string, { srno }: { srno: number }) =>
  desk.ask(user, 'fxrequest_a.php', ['APPROVE', 'BM', String(srno)]);
const approverOf = async ({ srno }: { srno: number }) =>
  (await desk.sql<{ bm_by: number | null }>('select bm_by from requests.request where srno = $1', [srno]))[0]
    ?.bm_by;

describe('an approval above the amount', () => {
  it('is refused to a user without a second factor, who can approve up to the amount', async () => {
    const request = await large();
    expect(await approve('zm.west', request)).toMatchObject({ status: 403 });
    const refused = await approve('bm.mum', request);
    expect(refused).toMatchObject({ status: 403, json: { err: FACTOR_TEXTS.needsFactor } });
    expect((await approve('bm.mum', await small())).json.err).toBe('');
    expect(await approverOf(request)).toBeNull();
  });

  it('is refused to a stolen session, which can neither confirm nor add a factor nor approve in bulk', async () => {
    const codeNow = await enrol('bm.mum');
    await age('bm.mum');
    const [request, other] = [await large(), await small()];
    expect(await approve('bm.mum', request)).toMatchObject({ status: 403, json: CONFIRM });
    expect((await factor('bm.mum', 'verify', '000000')).json.done).toBe(0);
    expect(await factor('bm.mum', 'totpbegin')).toMatchObject({ status: 403, json: CONFIRM });
    const bulk = await desk.ask('bm.mum', 'fxrequest_a.php', [
      'APPROVEALL',
      'BM',
      JSON.stringify([request, other]),
    ]);
    expect(bulk.json.results).toEqual([
      { srno: request.srno, why: FACTOR_TEXTS.aboveLimit('₹60,000.00') },
      { srno: other.srno, why: '' },
    ]);
    expect(await approverOf(request)).toBeNull();

    // The user confirms in the same session, and the same call succeeds, also in another process.
    const another = await desk.another();
    expect((await factor('bm.mum', 'verify', codeNow())).json.done).toBe(1);
    const body = fieldsBody([desk.sessionOf('bm.mum'), 'APPROVE', 'BM', String(request.srno)]);
    expect((await post(another.url, 'fxrequest_a.php', body)).json.err).toBe('');
    expect(await approverOf(request)).not.toBeNull();
  });
});

describe('other calls', () => {
  it('are refused to a session in which the factor was set up, until the next sign-in', async () => {
    await factor('cm.ho', 'password', DEMO_PASSWORD);
    const { secret } = (await factor('cm.ho', 'totpbegin')).json;
    const codeNow = () => codeAt(secret, stepAt(Date.now()));
    expect((await factor('cm.ho', 'totpfinish', codeNow())).json.done).toBe(1);
    await desk.sql('update access.totp set last_step = 0');
    const group = () =>
      desk.ask('cm.ho', 'right_group_a.php', ['save', '0', JSON.stringify({ rg_name: 'Evening shift' })]);
    // Neither the new factor nor the password opens it.
    for (const give of [
      () => factor('cm.ho', 'verify', codeNow()),
      () => factor('cm.ho', 'password', DEMO_PASSWORD),
    ]) {
      await give();
      expect(await group()).toMatchObject({ status: 403, json: { err: FACTOR_TEXTS.nextSignIn } });
    }
    const session = await desk.signIn('cm.ho');
    desk.useSession('cm.ho', session);
    await giveCode(desk, session, secret);
    expect(await group()).toMatchObject({ status: 403, json: CONFIRM });
    await giveCode(desk, session, secret);
    expect((await group()).json.err).toBe('');
  });

  it('a publication of rates needs a fresh factor, a draft does not', async () => {
    await enrol('ho.rates');
    await age('ho.rates');
    const save = (flag: string) =>
      desk.ask('ho.rates', 'ibr_a.php', ['saveibr', JSON.stringify({ flag, ibrList: [] })]);
    expect(await save('F')).toMatchObject({ status: 403, json: CONFIRM });
    expect(await save('O')).toMatchObject({ status: 403, json: CONFIRM });
    expect((await save('D')).status).toBe(200);
  });

  it('rights, users and bank details need a fresh factor, also by import', async () => {
    const codeNow = await enrol('admin');
    await age('admin');
    const ask = (endpoint: string, ...fields: string[]) => desk.ask('admin', endpoint, fields);
    const upload = (endpoint: string) => {
      const form = new FormData();
      form.set('meta', JSON.stringify({ sid: desk.sessionOf('admin'), uploadType: 'importapply' }));
      form.set('file', new Blob(['x']), 'x.xlsx');
      return fetch(`${desk.url}/api/${endpoint}`, { method: 'POST', body: form });
    };
    const group = JSON.stringify({ rg_name: 'Night shift' });
    const answers = await Promise.all([
      ask('right_group_a.php', 'save', '0', group),
      ask('right_group_a.php', 'saveright', JSON.stringify({ rg_srno: 1, rg_rights: [] })),
      ask('user_a.php', 'saveright', JSON.stringify({ umSrNo: 2, umRights: [] })),
      ask('user_a.php', 'resetfactors', '2'),
      ask('bank_a.php', 'save', '0', JSON.stringify({ bnk_name: 'Bank of the East' })),
      ask('gatewaybank_a.php', 'save', '0', JSON.stringify({ gbk_name: 'East', gbk_code: '9001' })),
      upload('user_a.php'),
      upload('bank_a.php'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await ask('right_group_a.php', 'listjson', '{}')).status).toBe(200);
    expect((await factor('admin', 'verify', codeNow())).json.done).toBe(1);
    expect((await ask('right_group_a.php', 'save', '0', group)).json.err).toBe('');
  });
});
