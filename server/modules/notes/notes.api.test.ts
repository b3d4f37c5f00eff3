import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addApproved, balances, brokenInvariants, stockVault } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const sessions = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'bm.del', 'dlv1.mum', 'dlv2.mum', 'sales.mum', 'cm.ho'])
    sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

/** The contents of the vault at the start of each test. */
beforeEach(async () => {
  await world.database.admin.query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  await stockVault(world.database.admin, { USD: 10_000, EUR: 5_000 });
});

const call = (user: string, endpoint: string, action: string, ...fields: unknown[]) =>
  world.post(endpoint, [
    sessions.get(user) ?? '',
    action,
    ...fields.map((field) => (typeof field === 'string' ? field : JSON.stringify(field))),
  ]);
const said = async (answered: ReturnType<typeof call>) => {
  const { status, json } = await answered;
  return status === 200 ? (json.err === '' ? json.msg : json.err) : status;
};

const VAULT = 'VMUM';
const lines = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([srno, lno]) => ({ srno, lno }));
const move = (user: string, moveList: object, fromemp: string, toemp: string) =>
  call(user, 'cnout_a.php', 'move', { moveList, fromemp, toemp });
const accept = (user: string, acceptList: object, flag = 'Y') =>
  call(user, 'cnaccept_a.php', 'accept', { acceptList, flag });
const takeBack = (user: string, acceptList: object) =>
  call(user, 'cnraccept_a.php', 'accept', { acceptList, flag: 'Y' });
const held = async (user: string, reqDeliveryExecutive: string) =>
  (await call(user, 'cnout_a.php', 'list', { srchMovement: 'OUT', srchBranch: 'MUM', reqDeliveryExecutive }))
    .json;
const waiting = async (user: string, endpoint: string) =>
  (await call(user, endpoint, 'list', { deliveryExecutive: '', srchBranch: '' })).json;
const request = async (srno: number) =>
  (
    await world.database.admin.query('select status, is_out, is_in from requests.request where srno = $1', [
      srno,
    ])
  ).rows[0];
const hands = () => balances(world.database.admin);
const sound = async () => expect(await brokenInvariants(world.database.admin)).toEqual([]);
const approve = async (
  ...given: Parameters<typeof addApproved> extends [unknown, ...infer Rest] ? Rest : never
) => (await addApproved(world.database.admin, ...given)) as [number, ...number[]];

describe('notes of a sale', () => {
  test('go out, are accepted and delivered, and the ledger balances at every step', async () => {
    const [srno] = await approve({
      lines: [
        ['USD', 500],
        ['EUR', 200],
      ],
      customer: 'Ravi Out',
    });
    expect((await held('bm.mum', VAULT)).filter((line: any) => line.prd_srno === srno)).toMatchObject([
      { prd_lineno: 1, prd_isd: 'USD', prd_quantity: '500.00', prd_product: 'CN', req_customer: 'Ravi Out' },
      { prd_lineno: 2, prd_isd: 'EUR', prd_quantity: '200.00', prd_trantype: 'SP' },
    ]);
    const both = lines([srno, 1], [srno, 2]);
    const summary = await call('bm.mum', 'cnout_a.php', 'summary', both);
    expect(summary.json).toMatchObject([
      { product: 'CN', isd: 'USD', qty: '500.00', lines: 1 },
      { product: 'CN', isd: 'EUR', qty: '200.00', lines: 1 },
    ]);
    const moved = await move('bm.mum', both, VAULT, 'E111');
    expect(moved.json).toMatchObject({ err: '', msg: 'The notes are on their way to Dinesh Kadam.' });
    expect(await hands()).toMatchObject({ 'TRANSIT USD': '500.00', 'VMUM USD': '9500.00' });
    expect(await request(srno)).toEqual({ status: 'S', is_out: true, is_in: false });
    expect((await held('bm.mum', VAULT)).some((line: any) => line.prd_srno === srno)).toBe(false);

    expect(await waiting('dlv1.mum', 'cnaccept_a.php')).toMatchObject([
      {
        trmv_srno: srno,
        trmv_lineno: 1,
        trmv_fromemp: VAULT,
        trmv_toemp: 'E111',
        emp_nameto: 'Dinesh Kadam',
      },
      { trmv_lineno: 2, trmv_isd: 'EUR', trmv_quantity: '200.00', trmv_slip: moved.json.slip },
    ]);
    expect(await said(accept('dlv1.mum', both))).toBe('The notes are accepted.');
    expect(await hands()).toMatchObject({ 'E111 USD': '500.00', 'E111 EUR': '200.00' });
    expect(await waiting('dlv1.mum', 'cnaccept_a.php')).toEqual([]);

    expect(await said(call('dlv2.mum', 'delivery_a.php', 'deliver', String(srno)))).toBe(
      'Only the executive who holds its notes can confirm.',
    );
    expect(await said(call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno)))).toBe(
      'The request is delivered.',
    );
    expect(await hands()).toEqual({
      'CUSTOMER EUR': '200.00',
      'CUSTOMER USD': '500.00',
      'OUTSIDE EUR': '-5000.00',
      'OUTSIDE USD': '-10000.00',
      'VMUM EUR': '4800.00',
      'VMUM USD': '9500.00',
    });
    expect(await request(srno)).toEqual({ status: 'D', is_out: true, is_in: false });
    await sound();
  });

  test('go out, are rejected and return, and the request can be changed again', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    const one = lines([srno, 1]);
    await move('bm.mum', one, VAULT, 'E111');
    const refused = call('dlv1.mum', 'cnaccept_a.php', 'accept', {
      acceptList: one,
      flag: 'N',
      reason: 'Torn',
    });
    expect(await said(refused)).toBe('The notes are rejected and go back to their sender.');
    expect(await hands()).toMatchObject({ 'TRANSIT USD': '300.00' });
    expect(await waiting('bm.mum', 'cnraccept_a.php')).toMatchObject([
      { trmv_srno: srno, trmv_fromemp: VAULT, trmv_reason: 'Torn' },
    ]);
    expect(await said(takeBack('dlv1.mum', one))).toBe('Only the sender can take these notes back.');
    expect(await said(takeBack('bm.mum', one))).toBe('The notes are taken back.');
    expect(await hands()).toMatchObject({ 'VMUM USD': '10000.00' });
    expect(await request(srno)).toEqual({ status: 'P', is_out: false, is_in: false });
    expect((await held('bm.mum', VAULT)).some((line: any) => line.prd_srno === srno)).toBe(true);
    await sound();
  });

  test('go from one executive to another and back to the vault', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    const one = lines([srno, 1]);
    await move('bm.mum', one, VAULT, 'E111');
    await accept('dlv1.mum', one);
    expect(await held('bm.mum', 'E111')).toMatchObject([{ prd_srno: srno }]);
    expect(await said(move('dlv1.mum', one, 'E111', 'E112'))).toBe(
      'The notes are on their way to Danish Shaikh.',
    );
    await accept('dlv2.mum', one);
    expect(await hands()).toMatchObject({ 'E112 USD': '300.00' });
    await move('dlv2.mum', one, 'E112', VAULT);
    expect(await said(accept('dlv2.mum', one))).toBe('Only the receiver can accept or reject these notes.');
    expect(await said(accept('bm.mum', one))).toBe('The notes are accepted.');
    expect(await request(srno)).toMatchObject({ status: 'P', is_out: false });
    await sound();
  });

  test('go from the vault to the customer at the counter, and back when it was a mistake', async () => {
    const [srno] = await approve({ handover: 'IN', lines: [['USD', 50]] });
    expect(await said(call('bm.mum', 'delivery_a.php', 'handover', String(srno)))).toBe(
      'The request is handed over.',
    );
    expect(await request(srno)).toEqual({ status: 'H', is_out: true, is_in: false });
    expect(await hands()).toMatchObject({ 'VMUM USD': '9950.00', 'CUSTOMER USD': '50.00' });
    const undo = (reason: string) => call('bm.mum', 'delivery_a.php', 'undo', String(srno), { reason });
    expect(await said(undo(' '))).toBe('Please give a reason.');
    expect(await said(undo('The customer left'))).toBe('The last step is taken back.');
    expect(await request(srno)).toEqual({ status: 'P', is_out: false, is_in: false });
    expect(await hands()).toMatchObject({ 'VMUM USD': '10000.00' });
    expect(await said(undo('Again'))).toBe('No step has been taken yet.');
    await sound();
  });

  test('are refused with the texts of the specification', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    const one = lines([srno, 1]);
    expect(await said(move('bm.mum', [], VAULT, 'E111'))).toBe('Please select some transactions.');
    for (const nobody of ['', 'E999', 'E101', 'E211', VAULT])
      expect(await said(move('bm.mum', one, VAULT, nobody))).toBe('Please select a valid executive');
    expect(await said(accept('dlv1.mum', []))).toBe('Please select some transactions.');
    // Notes that are not out yet, another currency, another quantity, a line that does not exist.
    const gone = 'Some of these notes have moved or changed meanwhile. Please list them again.';
    expect(await said(move('bm.mum', one, 'E111', 'E112'))).toBe(gone);
    for (const seen of [{ isd: 'EUR' }, { qty: '299' }, { lno: 2 }])
      expect(await said(move('bm.mum', [{ srno, lno: 1, ...seen }], VAULT, 'E111'))).toBe(gone);
    expect(await said(move('bm.del', one, VAULT, 'E111'))).toBe(404);
    expect((await hands())['VMUM USD']).toBe('10000.00');
  });

  test('do not move at all if the vault has too few', async () => {
    const [srno, other] = [
      ...(await approve({ lines: [['USD', 100]] })),
      ...(await approve({ lines: [['EUR', 6_000]] })),
    ] as [number, number];
    expect(await said(move('bm.mum', lines([srno, 1], [other, 1]), VAULT, 'E111'))).toBe(
      'There are not enough notes for this: the holder has fewer than it takes.',
    );
    expect(await request(srno)).toEqual({ status: 'P', is_out: false, is_in: false });
    await sound();
  });

  test('counted by denominations must add up to the quantity, and the slip prints the count', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    const counted = (denominations: object) => [{ srno, lno: 1, denominations }];
    expect(await said(move('bm.mum', counted({ 100: 2 }), VAULT, 'E111'))).toBe(
      'The denominations do not come to the quantity.',
    );
    const moved = await move('bm.mum', counted({ 100: 2, 50: 2 }), VAULT, 'E111');
    const slip = await call('bm.mum', 'cnout_a.php', 'slip', String(moved.json.slip));
    expect(slip.json).toMatchObject({
      emp_nameto: 'Dinesh Kadam',
      branchname: 'Mumbai Fort',
      lines: [{ srno, qty: '300.00', state: 'transit', denominations: { 100: 2, 50: 2 } }],
    });
    expect((await call('bm.del', 'cnout_a.php', 'slip', String(moved.json.slip))).status).toBe(404);
  });
});

describe('notes of a purchase', () => {
  test('are planned, collected and brought to the vault', async () => {
    const [srno] = await approve({ type: 'PP', lines: [['GBP', 400]] });
    const one = lines([srno, 1]);
    const deliver = (user: string) => said(call(user, 'delivery_a.php', 'deliver', String(srno)));
    expect(await deliver('dlv1.mum')).toBe('The delivery is not planned yet.');
    expect(await said(call('bm.mum', 'delivery_a.php', 'schedule', String(srno)))).toBe(
      'The delivery is planned.',
    );
    expect(await request(srno)).toEqual({ status: 'S', is_out: false, is_in: false });
    expect(await deliver('dlv2.mum')).toBe('Only the delivery executive of the request can confirm.');
    expect(await deliver('dlv1.mum')).toBe('The request is delivered.');
    expect(await request(srno)).toEqual({ status: 'D', is_out: false, is_in: true });
    expect(await hands()).toMatchObject({ 'E111 GBP': '400.00', 'CUSTOMER GBP': '-400.00' });
    await move('dlv1.mum', one, 'E111', VAULT);
    await accept('bm.mum', one);
    expect(await hands()).toMatchObject({ 'VMUM GBP': '400.00' });
    expect(await request(srno)).toEqual({ status: 'D', is_out: false, is_in: true });
    const undo = call('bm.mum', 'delivery_a.php', 'undo', String(srno), { reason: 'Wrong one' });
    expect(await said(undo)).toBe('Its notes have been moved on since they were collected.');
    await sound();
  });

  test('go back to the customer when the collection is undone', async () => {
    const [srno] = await approve({ type: 'PP', lines: [['GBP', 400]] });
    await call('bm.mum', 'delivery_a.php', 'schedule', String(srno));
    await call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
    const undo = call('bm.mum', 'delivery_a.php', 'undo', String(srno), { reason: 'Wrong one' });
    expect(await said(undo)).toBe('The last step is taken back.');
    expect(await request(srno)).toEqual({ status: 'S', is_out: false, is_in: false });
    expect((await hands())['E111 GBP']).toBeUndefined();
    await sound();
  });

  test('cannot be taken back from the collector after a colleague has received them', async () => {
    const [srno] = await approve({ type: 'PP', lines: [['USD', 400]] });
    const [sale] = await approve({ lines: [['USD', 400]] });
    // The collector also holds the same quantity of a sale, which could cover the reversal by mistake.
    await move('bm.mum', lines([sale, 1]), VAULT, 'E111');
    await accept('dlv1.mum', lines([sale, 1]));
    await call('bm.mum', 'delivery_a.php', 'schedule', String(srno));
    await call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
    await move('dlv1.mum', lines([srno, 1]), 'E111', 'E112');
    await accept('dlv2.mum', lines([srno, 1]));
    const undo = () => call('bm.mum', 'delivery_a.php', 'undo', String(srno), { reason: 'Wrong one' });
    expect(await said(undo())).toBe('Its notes have been moved on since they were collected.');
    await move('dlv2.mum', lines([srno, 1]), 'E112', 'E111');
    await accept('dlv1.mum', lines([srno, 1]));
    expect(await said(undo())).toBe('The last step is taken back.');
    await sound();
  });

  test('go into the vault at the counter', async () => {
    const [srno] = await approve({ type: 'PB', handover: 'IN', lines: [['JPY', 90_000]] });
    await call('bm.mum', 'delivery_a.php', 'handover', String(srno));
    expect(await hands()).toMatchObject({ 'VMUM JPY': '90000.00' });
    expect(await request(srno)).toEqual({ status: 'H', is_out: false, is_in: true });
    await sound();
  });
});

test('a card moves no notes and is delivered by its delivery executive', async () => {
  const [srno] = await approve({ product: 'CARD' });
  expect((await held('bm.mum', VAULT)).some((line: any) => line.prd_srno === srno)).toBe(false);
  await call('bm.mum', 'delivery_a.php', 'schedule', String(srno));
  expect(await said(call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno)))).toBe(
    'The request is delivered.',
  );
  expect(await request(srno)).toEqual({ status: 'D', is_out: false, is_in: false });
  const undo = () => call('bm.mum', 'delivery_a.php', 'undo', String(srno), { reason: 'Wrong one' });
  await undo();
  expect(await request(srno)).toEqual({ status: 'S', is_out: false, is_in: false });
  await undo();
  expect(await request(srno)).toEqual({ status: 'P', is_out: false, is_in: false });
});

test('the steps that a user can take are known in advance', async () => {
  const [srno] = await approve({ lines: [['USD', 10]] });
  const steps = async (user: string) => (await call(user, 'delivery_a.php', 'steps', String(srno))).json;
  expect((await steps('dlv1.mum')).can).toMatchObject({
    schedule: { ok: false, why: 'The delivery is planned when its notes go out (CN Out).' },
    deliver: { ok: false, why: 'Not all its notes have gone out.' },
    handover: { ok: false, why: 'The request is for delivery, not for the branch.' },
    undo: { ok: false, why: 'You do not have the right for this step.' },
  });
  await move('bm.mum', lines([srno, 1]), VAULT, 'E111');
  expect((await steps('dlv1.mum')).notes).toEqual([
    { lno: 1, isd: 'USD', qty: '10.00', holder: 'In transit' },
  ]);
  expect((await call('bm.del', 'delivery_a.php', 'steps', String(srno))).status).toBe(404);
});

describe('the stock of a vault', () => {
  const enter = (counted: string, seen: string, reason = 'Counted at closing') =>
    call('bm.mum', 'stock_a.php', 'enter', { branch: 'MUM', isd: 'USD', counted, seen, reason });

  test('is corrected to a count with a reason, but not if the figure has changed since it was seen', async () => {
    expect(await said(enter('9990', '10000'))).toBe('The stock is entered.');
    expect((await hands())['VMUM USD']).toBe('9990.00');
    expect(await said(enter('9980', '10000'))).toBe(
      'The stock has changed since you looked at it. Please look again.',
    );
    expect(await said(enter('9990', '9990'))).toBe('The vault is known to hold this already.');
    expect(await said(enter('9000', '9990', ' '))).toBe('Please fill mandatory feilds: Reason');
    expect((await hands())['VMUM USD']).toBe('9990.00');
    await sound();
  });

  test('must be looked at again if it changed after the count, even if the count equals the figure seen', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    await move('bm.mum', lines([srno, 1]), VAULT, 'E111');
    expect(await said(enter('10000', '10000'))).toBe(
      'The stock has changed since you looked at it. Please look again.',
    );
  });

  test('lists the holders, shows the movements behind a figure, and reverses an entry once', async () => {
    const [srno] = await approve({ lines: [['USD', 300]] });
    await move('bm.mum', lines([srno, 1]), VAULT, 'E111');
    await enter('9500', '9700');
    const stock = await call('bm.mum', 'stock_a.php', 'list', { srchBranch: 'MUM' });
    expect(stock.json.filter((row: any) => row.isd === 'USD')).toMatchObject([
      { kind: 'V', holder: VAULT, qty: '9500.00' },
      { kind: 'T', holdername: 'In transit', qty: '300.00' },
    ]);
    const behind = async () =>
      (await call('bm.mum', 'stock_a.php', 'movements', { srchBranch: 'MUM', holder: VAULT, isd: 'USD' }))
        .json;
    const [entry, out, opening] = await behind();
    expect([entry, out, opening]).toMatchObject([
      { kind: 'stock', qty: '-200.00', balance: '9500.00', reversible: true, reason: 'Counted at closing' },
      { kind: 'out', qty: '-300.00', balance: '9700.00', request: srno, reversible: false },
      { kind: 'stock', qty: '10000.00', balance: '10000.00', other: 'Outside' },
    ]);
    const reverse = (user = 'bm.mum') =>
      call(user, 'stock_a.php', 'reverse', { id: entry.id, reason: 'Miscounted' });
    expect(await said(reverse('bm.del'))).toBe(404);
    expect(await said(reverse())).toBe('The entry is posted back.');
    expect(await said(reverse())).toBe('This entry has been posted back already.');
    expect((await hands())['VMUM USD']).toBe('9700.00');
    await sound();
  });
});

test('an employee who holds notes cannot be deactivated, and gets no notes afterwards', async () => {
  const [srno, other] = (await approve({ lines: [['USD', 100]] }, 2)) as unknown as [number, number];
  const { admin } = world.database;
  await move('bm.mum', lines([srno, 1]), VAULT, 'E112');
  const leave = () => admin.query(`update masters.employee set active = false where code = 'E112'`);
  await expect(leave()).rejects.toThrow('the employee holds notes');
  await accept('dlv2.mum', lines([srno, 1]));
  await expect(leave()).rejects.toThrow('the employee holds notes');
  await move('dlv2.mum', lines([srno, 1]), 'E112', VAULT);
  // The vault may still reject them, and then they return to this employee.
  await expect(leave()).rejects.toThrow('the employee holds notes');
  await accept('bm.mum', lines([srno, 1]));
  await leave();
  expect(await said(move('bm.mum', lines([other, 1]), VAULT, 'E112'))).toBe(
    'Please select a valid executive',
  );
  await admin.query(`update masters.employee set active = true where code = 'E112'`);
});

test('of twenty concurrent attempts one succeeds, with one slip and one line in the log', async () => {
  const { admin } = world.database;
  const [srno] = await approve({
    lines: [
      ['USD', 100],
      ['EUR', 10],
    ],
  });
  const both = lines([srno, 1], [srno, 2]);
  const gone = 'Some of these notes have moved or changed meanwhile. Please list them again.';
  const once = async (attempt: () => ReturnType<typeof call>, success: string, refusal: string) => {
    const all = await Promise.all(Array.from({ length: 20 }, () => said(attempt())));
    expect(all.filter((one) => one === success)).toHaveLength(1);
    expect(all.filter((one) => one === refusal)).toHaveLength(19);
  };
  await once(() => move('bm.mum', both, VAULT, 'E111'), 'The notes are on their way to Dinesh Kadam.', gone);
  await once(() => accept('dlv1.mum', both), 'The notes are accepted.', gone);
  const deliver = () => call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno));
  await once(deliver, 'The request is delivered.', 'The request is delivered already.');
  const { rows } = await admin.query<{ remark: string; status: string | null }>(
    'select remark, status from requests.activity where request = $1 order by id',
    [srno],
  );
  expect(rows.map(({ remark, status }) => [remark, status])).toEqual([
    [expect.stringMatching(/^Notes sent from Vault Mumbai Fort to Dinesh Kadam \(slip \d+\)\.$/), 'S'],
    ['Notes accepted.', null],
    ['Delivered to the customer.', 'D'],
  ]);
  expect((await admin.query('select from notes.slip')).rowCount).toBe(1);
  await sound();
});
