import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies } from '#tools/testing/discrepancies.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let audit: StartedAudit;
const session: Record<string, string> = {};

const GIVEN = [
  ['T', 'P', 4],
  ['T', 'R', 2],
  ['M', 'P', 3],
  ['M', 'D', 1],
] as const;

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['audit.ca', 'staff.mum', 'staff.del']) session[user] = await world.signIn(user);
  audit = await startAudit(world.database.admin, { year: 2004, month: 5 });
  for (const [flag, status, count] of GIVEN)
    await addDiscrepancies(world.database.admin, audit, count, { flag, status, day: '2004-05-10' });
});
afterAll(() => world.close());

const ask = async (action: string, search: object, user: string) =>
  (await world.post('audit_a.php', [session[user] ?? '', action, JSON.stringify(search)])).json;

const NONE = { T: { P: 0, R: 0, D: 0 }, M: { P: 0, R: 0, D: 0 } };
const ALL = { T: { P: 4, R: 2, D: 0 }, M: { P: 3, R: 0, D: 1 } };

it.each([
  ['audit.ca', { srchYear: 2004, srchMonth: 5 }, ALL],
  ['staff.mum', { srchYear: 2004 }, ALL],
  ['staff.del', { srchYear: 2004 }, NONE],
  ['audit.ca', { srchYear: 2004, srchMonth: 6 }, NONE],
  ['audit.ca', { srchYear: 2004, branch: 'MUM' }, ALL],
  ['audit.ca', { srchYear: 2004, branch: 'DEL' }, NONE],
  ['audit.ca', { fromDate: '10/05/2004', toDate: '10/05/2004' }, ALL],
  ['audit.ca', { fromDate: '11/05/2004', toDate: '12/05/2004' }, NONE],
])('002 §2.7: %s counts by type and status what the list has: %j', async (user, within, expected) => {
  expect(await ask('discrepancycounts', within, user)).toEqual(expected);
  for (const type of ['T', 'M'] as const)
    for (const status of ['P', 'R', 'D'] as const) {
      const rows = await ask('listdiscrepancy', { mode: 'V', type, status, ...within }, user);
      expect((rows as unknown as object[]).length).toBe(expected[type][status]);
    }
});

it('counts up to a limit', async () => {
  const other = await startAudit(world.database.admin, { year: 2004, month: 7 });
  await addDiscrepancies(world.database.admin, other, MOST_COUNTED + 5);
  const counts = await ask('discrepancycounts', { srchYear: 2004, srchMonth: 7 }, 'audit.ca');
  expect(counts).toEqual({ ...NONE, T: { ...NONE.T, P: MOST_COUNTED } });
});
