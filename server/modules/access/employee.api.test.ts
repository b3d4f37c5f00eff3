import { afterAll, describe, expect, it } from 'vitest';
import { tellTransfers } from '#tools/testing/notes.ts';
import { grant, sendSheet } from '#tools/testing/sheets.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld } from '#tools/testing/world.ts';

const world = await openWorld();
const admin = await world.signIn('admin');
afterAll(() => world.close());

interface Account {
  readonly srno: number;
  readonly code: string;
  readonly version: number;
  readonly by: string;
}
const accountOf = async (user: string): Promise<Account> =>
  (
    await world.sql<Account>(
      `select srno, employee_code as code, version, changed_by_name as by from access.account where user_id = $1`,
      [user],
    )
  )[0]!;

/** The changes of a user's employee code in the trail, oldest first. */
const trailOf = async ({ srno }: Account) =>
  world.sql(
    `select t.action, a.user_id as by, t.call, e.id as branch, t.before ->> 'employee_code' as before,
       t.after ->> 'employee_code' as after, t.after ? 'found_by' as tells_words
     from platform.trail t left join access.account a on a.srno = t.actor left join masters.entity e on e.srno = t.branch
     where t.record = 'account' and t.action = 'edit' and t.record_id = $1 order by t.id`,
    [String(srno)],
  );

/** Changes the code of an employee as the form does. */
async function recode(from: string, to: string, session = admin) {
  const [found] = await world.sql<{ srno: number; name: string; branch: string; sales: boolean }>(
    `select m.srno, m.name, e.id as branch, m.sales from masters.employee m join masters.entity e on e.srno = m.branch
     where m.code = $1`,
    [from],
  );
  const { srno, name, branch, sales } = found!;
  const record = {
    ...{ emp_code: to, emp_name: name, emp_branch: branch, emp_kind: 'P', emp_active: 1 },
    ...{ emp_sales: Number(sales), emp_delivery: Number(!sales) },
  };
  return (await world.post('employee_a.php', [session, 'save', String(srno), JSON.stringify(record)]))
    .json as { err: string };
}

describe('when the code of an employee changes', () => {
  it("the account follows, and a running session keeps its user's notes", async () => {
    await tellTransfers(world.database.admin, [
      { at: '2026-04-01T10:00:00Z', kind: 'stock', from: 'OUTSIDE', to: 'E111', quantity: 70 },
    ]);
    const session = await world.signIn('dlv1.mum');
    const inHand = async () => (await world.post('stock_a.php', [session, 'mine'])).json as unknown;
    const before = await inHand();
    expect(before).toMatchObject([{ isd: 'USD', qty: '70.00' }]);
    const { srno, version } = await accountOf('dlv1.mum');

    expect(await recode('E111', 'E911')).toMatchObject({ err: '' });
    const after = await accountOf('dlv1.mum');
    expect(after).toEqual({ srno, code: 'E911', version: version + 1, by: 'Asha Rao' });
    expect(await trailOf(after)).toEqual([
      {
        ...{ action: 'edit', by: 'admin', call: 'employee.save', branch: 'MUM' },
        ...{ before: 'E111', after: 'E911', tells_words: false },
      },
    ]);
    await expect.poll(inHand, SOON).toEqual(before);
  });

  it('the account is found regardless of case', async () => {
    await world.sql(`update access.account set employee_code = 'e112' where user_id = 'dlv2.mum'`);
    expect(await recode('E112', 'E912')).toMatchObject({ err: '' });
    expect(await accountOf('dlv2.mum')).toMatchObject({ code: 'E912' });
  });

  it('the account also follows a sheet that changes only the case', async () => {
    await world.sql(`update masters.employee set code = 'e201' where code = 'E201'`);
    const before = await accountOf('sales.del');
    expect(before.code).toBe('e201');
    const [employee] = await world.sql<{ name: string }>(
      `select name from masters.employee where code = 'e201'`,
    );
    const rows = [
      ['Code', 'Name', 'Branch id', 'Kind', 'Sales', 'Delivery', 'Status'],
      ['E201', employee?.name, 'DEL', 'Person', 'Yes', 'No', 'Active'],
    ];
    const reply = await sendSheet(world, admin, 'employee_a.php', 'importapply', rows);
    expect(reply).toMatchObject({ error: '', changed: 1 });
    expect(await accountOf('sales.del')).toMatchObject({ code: 'E201', version: before.version + 1 });
    expect((await trailOf(before)).at(-1)).toMatchObject({
      ...{ by: 'admin', call: 'employee.importapply', before: 'e201', after: 'E201' },
    });
  });

  it("an account out of the caller's scope follows as well", async () => {
    await grant(world, 'bm.mum', 'EMPLOYEE');
    const manager = await world.signIn('bm.mum');
    await world.sql(
      `update access.account set entity = (select srno from masters.entity where type = 'A') where user_id = 'sales.mum'`,
    );
    expect(await recode('E101', 'E901', manager)).toMatchObject({ err: '' });
    const after = await accountOf('sales.mum');
    expect(after).toMatchObject({ code: 'E901', by: 'Bhavna Shah' });
    expect((await trailOf(after)).at(-1)).toMatchObject({ by: 'bm.mum', before: 'E101', after: 'E901' });
  });

  it('a refused code changes nothing, and other accounts stay unchanged', async () => {
    const others = () =>
      world.sql(`select user_id, employee_code, version from access.account order by srno`);
    const before = await others();
    expect(await recode('E911', 'E912')).toEqual({ err: 'This employee code is already taken.' });
    await world.sql(`update masters.employee set code = 'V-' || code where kind = 'V'`);
    expect(await others()).toEqual(before);
  });

  it('a code that belongs to another user is refused', async () => {
    await world.sql(`update access.account set employee_code = 'E999' where user_id = 'newjoin'`);
    expect(await recode('E912', 'E999')).toEqual({ err: 'This employee already has a user.' });
    expect(await accountOf('dlv2.mum')).toMatchObject({ code: 'E912' });
    expect(await world.sql(`select from masters.employee where code = 'E912'`)).toHaveLength(1);
  });
});
