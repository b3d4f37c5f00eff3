import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addApproved, brokenInvariants, stockVault, type Approved } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** A count by denominations is either stored with the notes that move or refused. It is never dropped silently. */

let world: World;
const sessions = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'dlv1.mum']) sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.database.admin.query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  await stockVault(world.database.admin, { USD: 1_000 });
});

const call = async (
  user: string,
  endpoint: string,
  action: string,
  ...fields: readonly (string | object)[]
) => {
  const { status, json } = await world.post(endpoint, [
    sessions.get(user) ?? '',
    action,
    ...fields.map((field) => (typeof field === 'string' ? field : JSON.stringify(field))),
  ]);
  return [status, json.err === '' ? json.msg : json.err];
};
const approve = async (given: Approved) => {
  const [srno = 0] = await addApproved(world.database.admin, { lines: [['USD', 300]], ...given });
  return srno;
};
const goOut = async (srno: number) => {
  const lines = [{ srno, lno: 1 }];
  await call('bm.mum', 'cnout_a.php', 'move', { moveList: lines, fromemp: 'VMUM', toemp: 'E111' });
  return lines;
};
const kept = async (srno: number) =>
  (
    await world.database.admin.query(
      'select kind, denominations from notes.transfer where request = $1 and denominations is not null order by id',
      [srno],
    )
  ).rows;

const ELSEWHERE = [200, 'Denominations are given for a line whose notes do not move.'];
const COUNTED = { 100: 3 };

test.each([
  ['delivered', 'deliver', { type: 'SP' }, 'deliver'],
  ['collected', 'deliver', { type: 'PP' }, 'collect'],
  ['handed over', 'handover', { handover: 'IN' }, 'hand over'],
] as const)('%s notes are counted only on their own lines', async (_, action, given, kind) => {
  const srno = await approve(given);
  if (kind === 'deliver') {
    const lines = await goOut(srno);
    await call('dlv1.mum', 'cnaccept_a.php', 'accept', { acceptList: lines, flag: 'Y' });
  } else if (kind === 'collect') await call('bm.mum', 'delivery_a.php', 'schedule', String(srno));
  const take = (denominations: object) =>
    call('dlv1.mum', 'delivery_a.php', action, String(srno), { denominations });
  expect(await take({ 1: COUNTED, 2: COUNTED })).toEqual(ELSEWHERE);
  expect(await take({ 7: COUNTED })).toEqual(ELSEWHERE);
  expect(await kept(srno)).toEqual([]);
  expect((await take({ 1: COUNTED }))[1]).toMatch(/^The request is /);
  expect(await kept(srno)).toEqual([{ kind, denominations: COUNTED }]);
  expect(await brokenInvariants(world.database.admin)).toEqual([]);
});

test('a card has no notes to count', async () => {
  const srno = await approve({ product: 'CARD' });
  await call('bm.mum', 'delivery_a.php', 'schedule', String(srno));
  const deliver = (...counted: object[]) =>
    call('dlv1.mum', 'delivery_a.php', 'deliver', String(srno), ...counted);
  expect(await deliver({ denominations: { 1: COUNTED } })).toEqual(ELSEWHERE);
  expect(await deliver()).toEqual([200, 'The request is delivered.']);
});

test('rejected notes do not move; they are counted when they are taken back', async () => {
  const srno = await approve({});
  const [line] = await goOut(srno);
  const counted = [{ ...line, denominations: COUNTED }];
  const reject = (acceptList: object) =>
    call('dlv1.mum', 'cnaccept_a.php', 'accept', { acceptList, flag: 'N' });
  expect(await reject(counted)).toEqual(ELSEWHERE);
  expect(await reject([line])).toEqual([200, 'The notes are rejected and go back to their sender.']);
  await call('bm.mum', 'cnraccept_a.php', 'accept', { acceptList: counted, flag: 'Y' });
  expect(await kept(srno)).toEqual([{ kind: 'return', denominations: COUNTED }]);
});

test('a line that is named twice must have the same count both times', async () => {
  const srno = await approve({});
  const move = (...counts: readonly object[]) =>
    call('bm.mum', 'cnout_a.php', 'move', {
      moveList: counts.map((denominations) => ({ srno, lno: 1, denominations })),
      fromemp: 'VMUM',
      toemp: 'E111',
    });
  expect(await move({ 50: 6 }, COUNTED)).toEqual([200, 'A line is counted twice, and not in the same way.']);
  expect(await move(COUNTED, COUNTED)).toEqual([200, 'The notes are on their way to Dinesh Kadam.']);
  expect(await kept(srno)).toEqual([{ kind: 'out', denominations: COUNTED }]);
});
