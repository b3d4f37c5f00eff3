import { afterAll, beforeAll, expect, it } from 'vitest';
import { unreturned } from '#tools/testing/payments.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'bm.del', 'fm.ho', 'cm.ho']) session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const call = (user: string, ...fields: readonly string[]) =>
  world.post('moneyreturn_a.php', [session[user] ?? '', ...fields]);
const mark = (user: string, srno: number, reference: string) =>
  call(user, 'returned', JSON.stringify({ srno, reference }));
const listed = async (user: string): Promise<number[]> =>
  ((await call(user, 'list')).json as readonly { srno: number }[]).map(({ srno }) => srno);

it('is listed page by page within the scope until it is marked with a reference', async () => {
  const { admin } = world.database;
  const mumbai = [await unreturned(admin, { branch: 'MUM' }), await unreturned(admin, { branch: 'MUM' })];
  const delhi = await unreturned(admin, { branch: 'DEL' });
  const [first = { srno: 0, request: 0, id: '' }, second = { srno: 0 }] = mumbai;
  expect(await listed('bm.mum')).toEqual(mumbai.map(({ srno }) => srno));
  expect(await listed('bm.del')).toEqual([delhi.srno]);
  expect(await listed('fm.ho')).toEqual([first.srno, second.srno, delhi.srno]);
  expect((await call('cm.ho', 'list')).status).toBe(403);

  const page = await call('fm.ho', 'list', JSON.stringify({ limit: 2 }));
  const after = page.headers.get('x-next');
  const rest = await call('fm.ho', 'list', JSON.stringify({ limit: 2, after }));
  expect(rest.json[0].srno).toBe(delhi.srno);
  expect([rest.json.length, rest.headers.get('x-next')]).toEqual([1, null]);
  expect((await call('fm.ho', 'list', JSON.stringify({ after: 'x' }))).status).toBe(400);
  expect(page.json[0]).toMatchObject({
    req_srno: first.request,
    req_branname: 'Mumbai Fort',
    cf_payment_id: first.id,
    payment_amount: '10000.00',
    payment_currency: 'INR',
    why: 'the link was paid before',
  });

  expect((await mark('bm.mum', first.srno, '  ')).json).toEqual({
    err: 'Please fill mandatory feilds: Reference',
  });
  expect((await mark('bm.del', first.srno, 'UTR 1')).status).toBe(404);
  expect((await mark('bm.mum', first.srno, ' UTR 778 ')).json).toEqual({
    err: '',
    msg: '₹10,000.00 is noted as returned.',
  });
  expect((await mark('fm.ho', first.srno, 'UTR 779')).json).toEqual({
    err: 'This money has been returned by Bhavna Shah.',
  });
  expect(await listed('bm.mum')).toEqual([second.srno]);
  const { rows } = await admin.query(
    `select returned_by_name, returned_reference, returned_at is not null as has_when,
       (select remark from requests.activity a where a.request = p.request order by a.id desc limit 1) as remark,
       (select count(*)::integer from platform.trail t where t.record = 'payment' and t.record_id = p.id and t.action = 'returned') as entries
     from payments.payment p where srno = $1`,
    [first.srno],
  );
  expect(rows).toEqual([
    {
      returned_by_name: 'Bhavna Shah',
      returned_reference: 'UTR 778',
      has_when: true,
      remark: `Money returned: ₹10,000.00 of payment ${first.id}, reference UTR 778.`,
      entries: 1,
    },
  ]);
});

it('of a request without a branch is only shown to users who see everything', async () => {
  const { srno, request } = await unreturned(world.database.admin);
  await world.database.admin.query('update requests.request set branch = null where srno = $1', [request]);
  expect(await listed('bm.mum')).not.toContain(srno);
  const { json } = await call('fm.ho', 'list');
  expect((json as readonly { srno: number }[]).find((row) => row.srno === srno)).toMatchObject({
    req_srno: request,
    req_brnno: '',
    req_branname: '',
  });
  expect((await mark('bm.mum', srno, 'UTR 1')).status).toBe(404);
  expect((await mark('fm.ho', srno, 'UTR 1')).json.err).toBe('');
  expect(await listed('fm.ho')).not.toContain(srno);
});

it('is returned once, however many users mark it at the same moment', async () => {
  const { srno, id } = await unreturned(world.database.admin, { branch: 'MUM' });
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      mark(index % 2 === 0 ? 'bm.mum' : 'fm.ho', srno, `UTR ${index}`),
    ),
  );
  expect(all.filter(({ json }) => json.err === '')).toHaveLength(1);
  const { rows } = await world.database.admin.query(`select from requests.activity where remark like $1`, [
    `Money returned: %${id}%`,
  ]);
  expect(rows).toHaveLength(1);
});
