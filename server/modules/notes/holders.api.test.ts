import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { SOON } from '#tools/testing/until.ts';

/** How employees map to holders of the ledger, and which of their notes each user sees. */

let world: World;
let manager: string;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.signIn('bm.mum');
  await world.database.admin.query(
    'truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade',
  );
  await stockVault(world.database.admin, { USD: 1_000 });
  await stockVault(world.database.admin, { USD: 5_000 }, 'DEL');
});
afterAll(() => world.close());

const call = (session: string, endpoint: string, action: string, asked: object) =>
  world.post(endpoint, [session, action, JSON.stringify(asked)]);
const setCode = (user: string, code: string) =>
  world.database.admin.query('update access.account set employee_code = $2 where user_id = $1', [user, code]);
const moveTo = (code: string, branch: string) =>
  world.database.admin.query(
    'update masters.employee set branch = (select srno from masters.entity where id = $2) where code = $1',
    [code, branch],
  );

test('a user with the employee code of a vault does not act for the vault', async () => {
  await setCode('dlv1.mum', 'VDEL');
  const session = await world.signIn('dlv1.mum');
  const mine = await world.post('stock_a.php', [session, 'mine']);
  expect(mine.json).toEqual([]);
  const [srno = 0] = await addApproved(world.database.admin, { branch: 'DEL', deliveryExecutive: 'E211' });
  const [keeper, rider] = [await world.signIn('bm.del'), await world.signIn('dlv.del')];
  const moveList = [{ srno, lno: 1 }];
  await call(keeper, 'cnout_a.php', 'move', { moveList, fromemp: 'VDEL', toemp: 'E211' });
  await call(rider, 'cnaccept_a.php', 'accept', { acceptList: moveList, flag: 'Y' });
  await call(rider, 'cnout_a.php', 'move', { moveList, fromemp: 'E211', toemp: 'VDEL' });
  const asked = { deliveryExecutive: '', srchBranch: '' };
  expect((await call(keeper, 'cnaccept_a.php', 'list', asked)).json).toHaveLength(1);
  expect((await call(session, 'cnaccept_a.php', 'list', asked)).json).toEqual([]);
  await setCode('dlv1.mum', 'E111');
});

test('the movements of an employee who changed branch are limited to the current branch', async () => {
  await world.database.admin.query(
    `insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
     select k.kind, e.branch, case when k.out then o.srno else h.srno end, case when k.out then h.srno else o.srno end,
       'CN', 'USD', 10, 'as before'
     from masters.employee e join notes.holder h on h.employee = e.srno
     join notes.holder o on o.branch = e.branch and o.kind = 'outside',
       (values ('stock', true), ('stock', false)) as k (kind, out) where e.code = 'E211'`,
  );
  await world.database.admin.query(
    `delete from notes.line; update notes.movement set state = 'accepted', decided_at = now()`,
  );
  await moveTo('E211', 'MUM');
  const asked = { srchBranch: 'MUM', holder: 'E211', isd: 'USD' };
  expect((await call(manager, 'stock_a.php', 'movements', asked)).json).toEqual([]);
  await moveTo('E211', 'DEL');
});

test('an employee who changes branch while notes are posted to them receives none', async () => {
  const other = world.database.admin;
  const moving = await openClient(world.database.urls.admin);
  await moving.query('begin');
  await moving.query(
    `update masters.employee set branch = (select srno from masters.entity where id = 'DEL') where code = 'E112'`,
  );
  const posting = other.query(
    `insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
     select 'stock', e.branch, o.srno, h.srno, 'CN', 'USD', 10, 'late'
     from masters.employee e join notes.holder h on h.employee = e.srno
     join notes.holder o on o.branch = e.branch and o.kind = 'outside' where e.code = 'E112'`,
  );
  const refused = expect(posting).rejects.toThrow('a transfer stays within its branch');
  // A posting that waits for the row has already read the old branch. Committing earlier would show it the new branch.
  const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
  await expect.poll(async () => (await moving.query(waiting)).rowCount, SOON).toBe(1);
  await moving.query('commit');
  await refused;
  await moving.end();
});

describe('an executive with notes', () => {
  const HOLDS =
    'This employee holds notes, or has some on their way. They must be moved before this can be changed.';
  let rider: string;
  beforeAll(async () => {
    await moveTo('E112', 'MUM');
    rider = await world.signIn('dlv2.mum');
  });

  /** Saves the employee Danish Shaikh as the form of the master does. */
  async function saveRider(delivery: 0 | 1): Promise<string> {
    const office = await world.signIn('admin');
    const [found] = await world.sql<{ srno: number; name: string }>(
      `select srno, name from masters.employee where code = 'E112'`,
    );
    const record = {
      ...{ emp_code: 'E112', emp_name: found?.name, emp_branch: 'MUM', emp_kind: 'P' },
      ...{ emp_sales: 0, emp_delivery: delivery, emp_active: 1 },
    };
    const asked = [office, 'save', String(found?.srno), JSON.stringify(record)];
    return (await world.post('employee_a.php', asked)).json.err as string;
  }
  const send = (session: string, moveList: object, fromemp: string, toemp: string) =>
    call(session, 'cnout_a.php', 'move', { moveList, fromemp, toemp });
  const accept = (session: string, acceptList: object, flag: 'Y' | 'N' = 'Y') =>
    call(session, 'cnaccept_a.php', 'accept', { acceptList, flag });

  test('remains a delivery executive until the notes are elsewhere', async () => {
    const [srno = 0] = await addApproved(world.database.admin, { deliveryExecutive: 'E112' });
    const line = [{ srno, lno: 1 }];
    await send(manager, line, 'VMUM', 'E112');
    expect(await saveRider(0)).toBe(HOLDS);
    await accept(rider, line);
    expect(await saveRider(0)).toBe(HOLDS);
    await send(rider, line, 'E112', 'VMUM');
    expect(await saveRider(0)).toBe(HOLDS);
    await accept(manager, line, 'N');
    expect(await saveRider(0)).toBe(HOLDS);
    await call(rider, 'cnraccept_a.php', 'accept', { acceptList: line, flag: 'Y' });
    await send(rider, line, 'E112', 'VMUM');
    await accept(manager, line);
    expect(await saveRider(0)).toBe('');
    expect(await saveRider(1)).toBe('');
  });

  test('does not get delivered notes back by undo after losing the delivery role', async () => {
    const [srno = 0] = await addApproved(world.database.admin, { deliveryExecutive: 'E112' });
    const line = [{ srno, lno: 1 }];
    await send(manager, line, 'VMUM', 'E112');
    await accept(rider, line);
    await world.post('delivery_a.php', [rider, 'deliver', String(srno)]);
    expect(await saveRider(0)).toBe('');
    const undo = async () => {
      const why = JSON.stringify({ reason: 'The customer was not there' });
      return (await world.post('delivery_a.php', [manager, 'undo', String(srno), why])).json;
    };
    expect(await undo()).toMatchObject({ err: 'The receiver does not deliver any more.' });
    expect(await saveRider(1)).toBe('');
    expect(await undo()).toMatchObject({ err: '', msg: 'The last step is taken back.' });
  });
});
