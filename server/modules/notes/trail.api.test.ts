import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const sessions = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['admin', 'bm.mum', 'dlv1.mum']) sessions.set(user, await world.signIn(user));
  await stockVault(world.database.admin, { USD: 1_000 });
});
afterAll(() => world.close());

const call = async (user: string, endpoint: string, action: string, content: object | string) => {
  const field = typeof content === 'string' ? content : JSON.stringify(content);
  const { json } = await world.post(endpoint, [sessions.get(user) ?? '', action, field]);
  expect(json.err ?? '').toBe('');
  return json;
};

test("the trail lists every action on the notes of a slip under the slip's number", async () => {
  const [first = 0, second = 0] = await addApproved(world.database.admin, { lines: [['USD', 100]] }, 2);
  const lines = [first, second].map((srno) => ({ srno, lno: 1 }));
  const move = async (): Promise<string> =>
    String(
      (await call('bm.mum', 'cnout_a.php', 'move', { moveList: lines, fromemp: 'VMUM', toemp: 'E111' })).slip,
    );
  const decide = (user: string, endpoint: string, acceptList: object, flag = 'Y') =>
    call(user, endpoint, 'accept', { acceptList, flag });
  const [one, other] = [lines.slice(0, 1), lines.slice(1)];

  const refused = await move();
  await decide('dlv1.mum', 'cnaccept_a.php', lines, 'N');
  await decide('bm.mum', 'cnraccept_a.php', lines);
  const parted = await move();
  await decide('dlv1.mum', 'cnaccept_a.php', one);
  await call('bm.mum', 'cnout_a.php', 'callback', { backList: other, fromemp: 'VMUM', reason: 'Too late' });

  const entries = async (recordid: string) =>
    (await call('admin', 'trail_a.php', 'list', { record: 'notes', recordid })) as {
      tr_id: number;
      tr_action: string;
      tr_user: string;
      tr_branch: string;
    }[];
  const told = (await entries(refused)).map((row) => [row.tr_action, row.tr_user, row.tr_branch]);
  expect(told).toEqual([
    ['return', 'bm.mum', 'MUM'],
    ['reject', 'dlv1.mum', 'MUM'],
    ['move', 'bm.mum', 'MUM'],
  ]);
  const later = await entries(parted);
  expect(later.map((row) => [row.tr_action, row.tr_user])).toEqual([
    ['callback', 'bm.mum'],
    ['accept', 'dlv1.mum'],
    ['move', 'bm.mum'],
  ]);
  const detail = await call('admin', 'trail_a.php', 'detail', String(later[0]?.tr_id));
  expect(detail.tr_difference).toEqual([
    { field: 'lines.1', before: null, after: `${second}, 1, USD, 100` },
    { field: 'reason', before: null, after: 'Too late' },
  ]);
});
