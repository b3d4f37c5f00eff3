import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addApproved, balances, brokenInvariants, stockVault } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Senders call back notes that the receiver has neither accepted nor rejected. custody.api.test.ts tests who may do
 * so. */

let world: World;
const sessions = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'bm.del', 'dlv1.mum', 'dlv2.mum', 'sales.mum', 'admin'])
    sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.database.admin.query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  await stockVault(world.database.admin, { USD: 1_000 });
});

const call = (user: string, endpoint: string, action: string, content: object) =>
  world.post(endpoint, [sessions.get(user) ?? '', action, JSON.stringify(content)]);
const said = async (answered: ReturnType<typeof call>) => {
  const { status, json } = await answered;
  return status === 200 ? (json.err === '' ? json.msg : json.err) : status;
};

const VAULT = 'VMUM';
const GONE = 'Some of these notes have moved or changed meanwhile. Please list them again.';
const move = (user: string, moveList: object, fromemp: string, toemp: string) =>
  call(user, 'cnout_a.php', 'move', { moveList, fromemp, toemp });
const accept = (user: string, acceptList: object, flag = 'Y') =>
  call(user, 'cnaccept_a.php', 'accept', { acceptList, flag });
const callBack = (user: string, backList: object, fromemp: string, reason?: string) =>
  call(user, 'cnout_a.php', 'callback', { backList, fromemp, reason });
const inTransit = async (user: string, reqDeliveryExecutive: string, srchBranch = 'MUM') =>
  (await call(user, 'cnout_a.php', 'transit', { srchBranch, reqDeliveryExecutive })).json;
const waitsFor = async (user: string, endpoint: string) =>
  (await call(user, endpoint, 'list', { deliveryExecutive: '', srchBranch: '' })).json;

const approve = async (lines: readonly (readonly [string, number])[] = [['USD', 300]]) => {
  const [srno = 0] = await addApproved(world.database.admin, { lines });
  return { srno, all: lines.map((_, at) => ({ srno, lno: at + 1 })) };
};
const request = async (srno: number) =>
  (await world.database.admin.query('select status, is_out from requests.request where srno = $1', [srno]))
    .rows[0];
const remarks = async (srno: number): Promise<string[]> =>
  (await world.database.admin.query('select remark from requests.activity where request = $1 order by id', [srno]))
    .rows.map(({ remark }) => remark); // prettier-ignore
const hands = () => balances(world.database.admin);
const sound = async () => expect(await brokenInvariants(world.database.admin)).toEqual([]);

test('calling notes back returns them to the vault and resets their request', async () => {
  const { srno, all } = await approve();
  await move('bm.mum', all, VAULT, 'E111');
  expect(await inTransit('bm.mum', VAULT)).toMatchObject([
    { trmv_srno: srno, trmv_fromemp: VAULT, trmv_toemp: 'E111', emp_nameto: 'Dinesh Kadam' },
  ]);
  expect(await said(callBack('bm.mum', all, VAULT, ' Sent to the wrong one '))).toBe(
    'The notes are called back.',
  );
  expect(await hands()).toEqual({ 'OUTSIDE USD': '-1000.00', 'VMUM USD': '1000.00' });
  expect(await request(srno)).toEqual({ status: 'P', is_out: false });
  expect((await remarks(srno)).at(-1)).toBe(
    'Notes called back by their sender. All its notes are in the vault again. Reason: Sent to the wrong one',
  );
  expect(await inTransit('bm.mum', VAULT)).toEqual([]);
  expect(await waitsFor('dlv1.mum', 'cnaccept_a.php')).toEqual([]);
  expect(await waitsFor('bm.mum', 'cnraccept_a.php')).toEqual([]);
  // The ledger keeps the original posting, its reversal and the reason.
  const { rows } = await world.database.admin.query(
    'select kind, quantity::text, reason from notes.transfer where request = $1 order by id',
    [srno],
  );
  expect(rows).toEqual([
    { kind: 'out', quantity: '300.00', reason: '' },
    { kind: 'return', quantity: '300.00', reason: 'Sent to the wrong one' },
  ]);
  const trail = await world.database.admin.query(
    `select after ->> 'reason' as reason, branch from platform.trail where record = 'notes' and action = 'callback'`,
  );
  expect(trail.rows).toEqual([{ reason: 'Sent to the wrong one', branch: 2 }]);
  // The notes can be sent out again at once.
  expect(await said(move('bm.mum', all, VAULT, 'E112'))).toBe('The notes are on their way to Danish Shaikh.');
  await sound();
});

test('calling back one line leaves the others in transit and the request out', async () => {
  const { srno, all } = await approve([
    ['USD', 300],
    ['USD', 200],
  ]);
  await move('bm.mum', all, VAULT, 'E111');
  await callBack('bm.mum', [{ srno, lno: 2 }], VAULT);
  expect(await hands()).toMatchObject({ 'VMUM USD': '700.00', 'TRANSIT USD': '300.00' });
  expect(await request(srno)).toEqual({ status: 'S', is_out: true });
  expect((await remarks(srno)).at(-1)).toBe('Notes called back by their sender.');
  await sound();
});

test('an executive calls back notes that they sent on, and holds them again', async () => {
  const { srno, all } = await approve();
  await move('bm.mum', all, VAULT, 'E111');
  await accept('dlv1.mum', all);
  await move('dlv1.mum', all, 'E111', 'E112');
  expect(await said(callBack('dlv1.mum', all, 'E111'))).toBe('The notes are called back.');
  expect(await hands()).toMatchObject({ 'E111 USD': '300.00', 'VMUM USD': '700.00' });
  expect(await request(srno)).toEqual({ status: 'S', is_out: true });
  expect(await said(accept('dlv2.mum', all))).toBe(GONE);
  await sound();
});

test('notes that were accepted, rejected or changed since they were listed cannot be called back', async () => {
  const { srno, all } = await approve();
  expect(await said(callBack('bm.mum', [], VAULT))).toBe('Please select some transactions.');
  expect(await said(callBack('bm.mum', all, VAULT))).toBe(GONE);
  await move('bm.mum', all, VAULT, 'E111');
  expect(await said(callBack('bm.mum', all, 'E111'))).toBe('Only the sender can take these notes back.');
  expect(await said(callBack('bm.mum', [{ srno, lno: 1, qty: '299' }], VAULT))).toBe(GONE);
  // The refused callers: a user without the right, a user of another branch, and a sender that does not exist.
  expect(await said(callBack('sales.mum', all, VAULT))).toBe(403);
  for (const sender of [VAULT, 'VDEL']) expect(await said(callBack('bm.del', all, sender))).toBe(404);
  expect(await said(callBack('bm.mum', all, 'E999'))).toBe(404);
  expect(await inTransit('bm.del', VAULT, '')).toMatchObject({ err: expect.any(String) });
  await accept('dlv1.mum', all, 'N');
  expect(await said(callBack('bm.mum', all, VAULT))).toBe(GONE);
  expect(await hands()).toMatchObject({ 'TRANSIT USD': '300.00' });
  await sound();
});

test('when twenty users accept, reject and call back at the same moment, exactly one succeeds', async () => {
  const attempts = [
    (all: object) => accept('dlv1.mum', all),
    (all: object) => callBack('bm.mum', all, VAULT),
    (all: object) => accept('dlv1.mum', all, 'N'),
    (all: object) => callBack('admin', all, VAULT),
  ];
  for (let round = 0; round < 3; round += 1) {
    const { all } = await approve([
      ['USD', 100],
      ['USD', 50],
    ]);
    await move('bm.mum', all, VAULT, 'E111');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => said(attempts[(n + round) % 4]!(all))),
    );
    expect(answers.filter((answer) => answer !== GONE)).toEqual([
      expect.stringMatching(
        /^The notes are (?:accepted|rejected and go back to their sender|called back)\.$/,
      ),
    ]);
    await sound();
  }
});
