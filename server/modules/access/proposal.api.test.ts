import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { GRANT_TEXTS } from '#domain/access/grants.ts';
import { PROPOSAL_TEXTS } from '#domain/access/proposals.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
/** Two administrators of head office. */
let maker: string;
let checker: string;
let makerSrno: number;

beforeAll(async () => {
  world = await openWorld({ MAKER_CHECKER: 'users,rights,stock' });
  const [second] = await world.sql<{ user_id: string }>(
    `update access.account a set right_group = (select right_group from access.account where user_id = 'admin')
     from masters.entity_ref e where e.srno = a.entity and e.type = 'A' and a.user_id = 'cm.ho' returning a.user_id`,
  );
  maker = await world.signIn('admin');
  checker = await world.signIn(second?.user_id ?? '');
  makerSrno = await srnoOf('admin');
  // Decisions about users are confirmed, although no setting asks for it.
  for (const session of [maker, checker])
    await world.post('factor_a.php', [session, 'password', DEMO_PASSWORD]);
});
afterAll(() => world.close());

/** The fields of a user that a save sends. */
const SENT = [
  'umUserName',
  'umId',
  'umMob',
  'umEml',
  'umEnable',
  'umEntityType',
  'umEntityCode',
  'umActive',
  'umRightGroup',
  'umEmpCode',
];

const srnoOf = (user: string) =>
  world
    .sql<{ srno: number }>('select srno from access.account where user_id = $1', [user])
    .then(([row]) => row?.srno ?? 0);
const list = async (session: string) => (await world.post('proposal_a.php', [session, 'listjson'])).json;
const decide = (session: string, pr_srno: number, decision: string, remark = '', kind = 'users') =>
  world.post('proposal_a.php', [session, `decide${kind}`, JSON.stringify({ pr_srno, decision, remark })]);
async function userNow(user: string) {
  const srno = await srnoOf(user);
  const { json, headers } = await world.post('user_a.php', [maker, 'detail', String(srno)]);
  return {
    srno,
    version: headers.get('etag') ?? '',
    record: Object.fromEntries(SENT.map((name) => [name, json[name]])),
  };
}
const save = (session: string, srno: number, record: object, version?: string) =>
  world.post('user_a.php', [session, 'save', String(srno), JSON.stringify(record)], {
    ...(version !== undefined && version !== '' && { 'if-match': version }),
  });
/** Proposes another mobile number for a user. Returns the number of the proposal. */
async function propose(user: string, umMob: string): Promise<number> {
  const { srno, record, version } = await userNow(user);
  const { json } = await save(maker, srno, { ...record, umMob }, version);
  expect(json).toEqual({ err: '', msg: PROPOSAL_TEXTS.proposed, srno, proposed: 1 });
  return (await list(checker))[0].pr_srno as number;
}
const mobileOf = async (user: string) => (await userNow(user)).record.umMob as string;
const trail = (record: string, id: number) =>
  world.sql<{ action: string; actor: number; after: Record<string, unknown> }>(
    'select action, actor, after from platform.trail where record = $1 and record_id = $2 order by id',
    [record, String(id)],
  );

describe('a change of a user', () => {
  it('waits as a proposal that shows what it would change, and is made when another user approves it', async () => {
    const before = await mobileOf('sales.mum');
    const srno = await propose('sales.mum', '9876500001');
    expect(await mobileOf('sales.mum')).toBe(before);
    const [row] = await list(checker);
    expect(row).toMatchObject({ pr_kind: 'users', pr_call: 'user.save', pr_maker: makerSrno });
    expect(row.pr_changes).toEqual([
      { action: 'edit', record: 'account', difference: [{ field: 'mobile', before, after: '9876500001' }] },
    ]);
    expect((await decide(checker, srno, 'approved')).json).toEqual({ err: '', msg: PROPOSAL_TEXTS.approved });
    expect(await mobileOf('sales.mum')).toBe('9876500001');
    expect(await list(checker)).toEqual([]);
    const checkerSrno = await srnoOf('cm.ho');
    expect(await trail('proposal', srno)).toMatchObject([
      { action: 'propose', actor: makerSrno },
      { action: 'approve', actor: checkerSrno, after: { made_by: makerSrno } },
    ]);
    const changed = await trail('account', await srnoOf('sales.mum'));
    expect(changed.map(({ action, actor }) => [action, actor])).toEqual([['edit', checkerSrno]]);
    expect((await decide(checker, srno, 'approved')).json.err).toBe(PROPOSAL_TEXTS.gone);
  });

  it('is not decided by its maker, who can take it back; the database agrees', async () => {
    const srno = await propose('sales.mum', '9876500002');
    expect((await decide(maker, srno, 'approved')).json.err).toBe(PROPOSAL_TEXTS.own);
    expect((await decide(maker, srno, 'refused', 'no')).json.err).toBe(PROPOSAL_TEXTS.own);
    expect((await decide(checker, srno, 'withdrawn')).json.err).toBe(PROPOSAL_TEXTS.notOwn);
    await expect(
      world.sql(
        `update platform.proposal set decision = 'approved', decided_by = made_by, decided_at = now() where srno = $1`,
        [srno],
      ),
    ).rejects.toThrow('proposal_maker_is_not_checker');
    expect((await decide(maker, srno, 'withdrawn')).json.msg).toBe(PROPOSAL_TEXTS.withdrawn);
  });

  it('is refused with a reason, and changes nothing', async () => {
    const before = await mobileOf('sales.mum');
    const srno = await propose('sales.mum', '9876500003');
    expect((await decide(checker, srno, 'refused')).json.err).toBe(PROPOSAL_TEXTS.needsRemark);
    expect((await decide(checker, srno, 'refused', 'Not his number')).json.msg).toBe(PROPOSAL_TEXTS.refused);
    expect(await mobileOf('sales.mum')).toBe(before);
  });

  it('is not made if the user was changed meanwhile, and stays to be decided', async () => {
    const srno = await propose('sales.mum', '9876500004');
    await world.sql(`update access.account set version = version + 1 where user_id = 'sales.mum'`);
    expect((await decide(checker, srno, 'approved')).status).toBe(409);
    expect((await list(checker)).map((row: { pr_srno: number }) => row.pr_srno)).toEqual([srno]);
    expect((await decide(checker, srno, 'refused', 'It has changed')).json.err).toBe('');
  });

  it('waits once for each user, needs the version that was seen, and must be possible', async () => {
    const { srno, record, version } = await userNow('bm.mum');
    expect((await save(maker, srno, { ...record, umMob: '9876500005' })).status).toBe(400);
    expect((await save(maker, srno, { ...record, umUserName: '' }, version)).json.err).not.toBe('');
    expect((await save(maker, srno, record, '"9999"')).status).toBe(409);
    const both = await Promise.all(
      ['9876500006', '9876500007'].map((umMob) => save(maker, srno, { ...record, umMob }, version)),
    );
    expect(both.map(({ json }) => json.err).sort()).toEqual(['', PROPOSAL_TEXTS.waits]);
    const [{ pr_srno }] = await list(checker);
    const decided = await Promise.all([1, 2, 3].map(() => decide(checker, pr_srno, 'approved')));
    expect(decided.filter(({ json }) => json.err === '')).toHaveLength(1);
  });

  it('is seen and decided only by those who could make it', async () => {
    const srno = await propose('sales.del', '9876500008');
    const sales = await world.signIn('sales.mum');
    expect(await list(sales)).toEqual([]);
    expect((await decide(sales, srno, 'approved')).status).toBe(403);
    // The right to decide about stock is none to decide about users.
    expect((await decide(checker, srno, 'approved', '', 'stock')).status).toBe(404);
    await decide(maker, srno, 'withdrawn');
  });

  it('is made once for a repeated call with the same key', async () => {
    const { srno, record, version } = await userNow('zm.west');
    const send = () =>
      world.post(
        'user_a.php',
        [maker, 'save', String(srno), JSON.stringify({ ...record, umMob: '9876500009' })],
        {
          'if-match': version,
          'idempotency-key': 'the-same',
        },
      );
    expect((await send()).json.err).toBe('');
    expect((await send()).json.err).toBe('');
    const rows = await list(checker);
    expect(rows).toHaveLength(1);
    await decide(maker, rows[0].pr_srno, 'withdrawn');
  });
});

describe('what an administrator does to the sign-in of a user', () => {
  const act = (session: string, action: string, srno: number) =>
    world.post('user_a.php', [session, action, String(srno)]);

  it('a reset of the second factors waits, says what it removes, and is done when another user approves it', async () => {
    const srno = await srnoOf('bm.del');
    const user = await world.signIn('bm.del');
    await world.sql(
      `insert into access.passkey (account, credential_id, public_key, counter, transports, name)
       values ($1, 'key', '\\x00', 0, '{}', 'Phone')`,
      [srno],
    );
    const proposed = await act(maker, 'resetfactors', srno);
    expect(proposed.json).toEqual({ err: '', msg: PROPOSAL_TEXTS.proposed, srno, proposed: 1 });
    const [row] = await list(checker);
    expect(row).toMatchObject({ pr_kind: 'users', pr_call: 'user.resetfactors', pr_record: String(srno) });
    expect(row.pr_name).toMatch(/\(bm\.del\)$/);
    expect(row.pr_changes).toEqual([
      {
        action: 'reset second factor',
        record: 'account',
        difference: [{ field: 'passkeys', before: '1', after: '0' }],
      },
    ]);
    const passkeys = () => world.sql('select from access.passkey where account = $1', [srno]);
    expect(await passkeys()).toHaveLength(1);
    expect((await act(maker, 'unlinkprovider', srno)).json.err).toBe(PROPOSAL_TEXTS.waits);
    expect((await decide(maker, row.pr_srno, 'approved')).json.err).toBe(PROPOSAL_TEXTS.own);
    expect((await decide(checker, row.pr_srno, 'approved')).json.err).toBe('');
    expect(await passkeys()).toEqual([]);
    expect((await world.post('right_a.php', [user, 'own'])).status).toBe(401);
  });

  it('the removal of a link to the identity provider waits likewise', async () => {
    const srno = await srnoOf('zm.west');
    await world.sql(
      `insert into access.provider_identity (account, issuer, subject) values ($1, 'https://id.example', 'z')`,
      [srno],
    );
    expect((await act(maker, 'unlinkprovider', srno)).json).toMatchObject({ err: '', proposed: 1 });
    const [row] = await list(checker);
    expect(row.pr_changes[0].difference).toContainEqual({
      field: 'issuer',
      before: 'https://id.example',
      after: null,
    });
    const links = () => world.sql('select from access.provider_identity where account = $1', [srno]);
    expect(await links()).toHaveLength(1);
    expect((await decide(checker, row.pr_srno, 'approved')).json.err).toBe('');
    expect(await links()).toEqual([]);
  });

  it('nobody proposes the own reset, or approves it', async () => {
    const own = await act(checker, 'resetfactors', await srnoOf('cm.ho'));
    expect([own.status, own.json.err]).toEqual([403, GRANT_TEXTS.ownFactors]);
    expect((await act(maker, 'resetfactors', await srnoOf('cm.ho'))).json.proposed).toBe(1);
    const [{ pr_srno }] = await list(checker);
    expect(await decide(checker, pr_srno, 'approved')).toMatchObject({
      status: 403,
      json: { err: GRANT_TEXTS.ownFactors },
    });
    expect((await decide(maker, pr_srno, 'withdrawn')).json.err).toBe('');
  });

  it('ending the sessions of a user does not wait, so that one person stops a thief', async () => {
    const stolen = await world.signIn('sales.del');
    expect((await act(maker, 'endsessions', await srnoOf('sales.del'))).json.proposed).toBeUndefined();
    expect((await world.post('right_a.php', [stolen, 'own'])).status).toBe(401);
  });

  it('a stolen young session decides nothing about users', async () => {
    const pr_srno = await propose('sales.mum', '9876500011');
    const stolen = await world.signIn('cm.ho');
    expect(await decide(stolen, pr_srno, 'approved')).toMatchObject({
      status: 403,
      json: { factor: 'password' },
    });
    await decide(maker, pr_srno, 'withdrawn');
  });
});

it('a new user is added by the approval', async () => {
  const { record } = await userNow('sales.del');
  const added = { ...record, umId: 'newcomer', umEmpCode: '', umMob: '', umEml: '' };
  expect((await save(maker, 0, added)).json).toEqual({
    err: '',
    msg: PROPOSAL_TEXTS.proposed,
    srno: 0,
    proposed: 1,
  });
  expect(await srnoOf('newcomer')).toBe(0);
  const [{ pr_srno, pr_record }] = await list(checker);
  expect(pr_record).toBe('');
  expect((await decide(checker, pr_srno, 'approved')).json.err).toBe('');
  expect(await srnoOf('newcomer')).toBeGreaterThan(0);
});

it('a right group and an entry of stock wait as well, and users are not imported', async () => {
  const group = (await world.post('right_group_a.php', [maker, 'listjson'])).json[0];
  const detail = await world.post('right_group_a.php', [maker, 'detail', String(group.rg_srno)]);
  const renamed = await world.post(
    'right_group_a.php',
    [maker, 'save', String(group.rg_srno), JSON.stringify({ rg_name: 'Another name' })],
    { 'if-match': detail.headers.get('etag') ?? '' },
  );
  expect(renamed.json.msg).toBe(PROPOSAL_TEXTS.proposed);
  const [first] = await list(checker);
  expect((await decide(checker, first.pr_srno, 'approved', '', 'rights')).json.err).toBe('');
  expect((await world.post('right_group_a.php', [maker, 'detail', String(group.rg_srno)])).json.rg_name).toBe(
    'Another name',
  );

  const manager = await world.signIn('bm.mum');
  const stock = async () =>
    (await world.post('stock_a.php', [manager, 'list', JSON.stringify({ srchBranch: 'MUM' })])).json.find(
      (row: { kind: string; isd: string }) => row.kind === 'V' && row.isd === 'USD',
    )?.qty as string | undefined;
  const seen = (await stock()) ?? '0';
  const counted = String(Number(seen) + 100);
  const entry = { branch: 'MUM', isd: 'USD', counted, seen, reason: 'Counted' };
  const entered = await world.post('stock_a.php', [manager, 'enter', JSON.stringify(entry)]);
  expect(entered.json).toMatchObject({ err: '', msg: PROPOSAL_TEXTS.proposed });
  expect((await stock()) ?? '0').toBe(seen);
  const [waiting] = await list(checker);
  expect(waiting).toMatchObject({ pr_kind: 'stock', pr_record: 'MUM USD' });
  expect((await decide(checker, waiting.pr_srno, 'approved', '', 'stock')).json.err).toBe('');
  expect(Number(await stock())).toBe(Number(seen) + 100);

  const sheet = new FormData();
  sheet.set('meta', JSON.stringify({ sid: maker, uploadType: 'importapply' }));
  sheet.set('file', new Blob(['x']), 'users.xlsx');
  const sent = await fetch(`${world.url}/api/user_a.php`, { method: 'POST', body: sheet });
  expect(JSON.stringify(await sent.json())).toContain(PROPOSAL_TEXTS.noImport);
});

it('without the setting a save is a save', async () => {
  const plain = await world.another({ MAKER_CHECKER: '' });
  const { srno, record, version } = await userNow('sales.del');
  const body = new URLSearchParams({
    1: maker,
    2: 'save',
    3: String(srno),
    4: JSON.stringify({ ...record, umMob: '9876500010' }),
  });
  const response = await fetch(`${plain.url}/api/user_a.php`, {
    method: 'POST',
    body,
    headers: { 'if-match': version },
  });
  expect(await response.json()).toMatchObject({ err: '', msg: 'Saved.' });
  expect(await mobileOf('sales.del')).toBe('9876500010');
});

describe('proposals that wait', () => {
  /** Adds proposals of a user directly in the table. */
  const add = (madeBy: number, count: number) =>
    world.sql(
      `insert into platform.proposal (kind, call, fields, record, changes, branch, made_by, made_by_name)
       select 'users', 'user.save', '[]', '', '[]', 1, $1, 'bound' from generate_series(1, $2)`,
      [madeBy, count],
    );
  const proposeNew = async (umId: string) => {
    const { record } = await userNow('sales.mum');
    return (await save(maker, 0, { ...record, umId, umEml: `${umId}@bureau.example`, umEmpCode: '' })).json;
  };
  const removeAll = () => world.sql(`delete from platform.proposal where made_by_name = 'bound'`);
  const countOf = async (madeBy: number) =>
    (
      await world.sql<{ waiting: number }>(
        'select count(*)::integer as waiting from platform.proposal where decision is null and made_by = $1',
        [madeBy],
      )
    )[0]?.waiting ?? 0;

  it('are at most 100 of a user, whatever others propose', async () => {
    await add(makerSrno, 100 - (await countOf(makerSrno)));
    expect((await proposeNew('bound.first')).err).toBe(PROPOSAL_TEXTS.tooManyOwn);
    await world.sql(
      `update platform.proposal set decision = 'withdrawn', decided_by = made_by, decided_at = now()
       where srno = (select min(srno) from platform.proposal where made_by_name = 'bound' and decision is null)`,
    );
    expect(await proposeNew('bound.first')).toMatchObject({ err: '', proposed: 1 });
    await removeAll();
  });

  it('are at most 1,000 in all', async () => {
    const [found] = await world.sql<{ waiting: number }>(
      'select count(*)::integer as waiting from platform.proposal where decision is null',
    );
    let left = 1_000 - (found?.waiting ?? 0);
    for (let other = 900_000; left > 0; other += 1, left -= 100) await add(other, Math.min(100, left));
    expect((await proposeNew('bound.last')).err).toBe(PROPOSAL_TEXTS.tooMany);
    await removeAll();
  });

  it('are counted under a lock, so that two at once do not both take the last place', async () => {
    await add(900_200, 99);
    const both = await Promise.allSettled([onOwnConnection(900_200), onOwnConnection(900_200)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await countOf(900_200)).toBe(100);
    await removeAll();
  });

  /** Adds one proposal and holds its transaction open for a moment. */
  async function onOwnConnection(madeBy: number): Promise<void> {
    const client = await openClient(world.database.urls.admin);
    try {
      await client.query('begin');
      await client.query(
        `insert into platform.proposal (kind, call, fields, record, changes, branch, made_by, made_by_name)
         values ('users', 'user.save', '[]', '', '[]', 1, $1, 'bound')`,
        [madeBy],
      );
      await sleep(300);
      await client.query('commit');
    } finally {
      await client.end();
    }
  }
});
