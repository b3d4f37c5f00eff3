import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MOST_COUNTED, type Waiting } from '#domain/home/waiting.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies, sendReply } from '#tools/testing/discrepancies.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let audit: StartedAudit;
const session: Record<string, string> = {};
const open: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  for (const user of ['audit.ca', 'staff.mum', 'staff.del', 'sales.mum'])
    session[user] = await world.signIn(user);
  audit = await startAudit(world.database.admin, { year: 2003, month: 5 });
});
afterAll(() => world.close());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(user: string): Promise<() => Waiting | undefined> {
  const stream = await openStream(world.url, 'home_a.php', [session[user] ?? '', 'watch']);
  open.push(stream);
  const counts = () =>
    stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as Waiting | undefined;
  await expect.poll(counts, SOON).toBeDefined();
  return counts;
}
const ask = async (user: string, action: string, given: object) => {
  const { json } = await world.post('audit_a.php', [session[user] ?? '', action, JSON.stringify(given)]);
  expect(json.err).toBe('');
};

describe('what waits', () => {
  it('goes from the branch that answers to the auditor who decides, and back (002 §2.7)', async () => {
    await addTransactions(world.database.admin, audit, 1, { first: 7 });
    const [mumbai, delhi, auditor] = [
      await follow('staff.mum'),
      await follow('staff.del'),
      await follow('audit.ca'),
    ];
    const [answers = 0, elsewhere, decisions = 0] = [mumbai()?.answer, delhi()?.answer, auditor()?.decide];
    // Whoever decides does not answer, and a branch does not decide.
    expect(auditor()).not.toHaveProperty('answer');
    expect(mumbai()).not.toHaveProperty('decide');

    const named = { srno: audit.srno, type: 'SP', date: '01/05/2003', tranno: '7', tranmastflag: 'T' };
    await ask('audit.ca', 'addauditdiscrepancy', { ...named, discre: 'No ticket' });
    await expect.poll(() => mumbai()?.answer, SOON).toBe(answers + 1);
    const [line] = await world.sql<{ line_no: number }>(
      'select line_no from audit.discrepancy where audit = $1',
      [audit.srno],
    );
    const lineno = line?.line_no ?? 0;
    await sendReply(world, session['staff.mum'] ?? '', { srno: audit.srno, lineno, remark: 'Here' });
    const decision = { hdrsrno: audit.srno, lineno };
    await ask('staff.mum', 'changediscrestatusrev', { ...decision, status: 'R' });
    await expect.poll(() => [mumbai()?.answer, auditor()?.decide], SOON).toEqual([answers, decisions + 1]);
    await ask('audit.ca', 'changediscrestatus', { ...decision, status: 'P' });
    await expect.poll(() => [mumbai()?.answer, auditor()?.decide], SOON).toEqual([answers + 1, decisions]);
    await ask('audit.ca', 'reversestatusaudittran', named);
    await expect.poll(() => mumbai()?.answer, SOON).toBe(answers);
    expect(delhi()?.answer).toBe(elsewhere);
  });

  it('is not told to those who cannot open the page', async () => {
    const sales = await follow('sales.mum');
    expect(sales()).not.toHaveProperty('answer');
    expect(sales()).not.toHaveProperty('decide');
  });

  it('is counted up to a limit', async () => {
    await addDiscrepancies(world.database.admin, audit, MOST_COUNTED + 200);
    await addDiscrepancies(world.database.admin, audit, MOST_COUNTED + 200, { status: 'R' });
    expect((await follow('staff.mum'))()?.answer).toBe(MOST_COUNTED);
    expect((await follow('audit.ca'))()?.decide).toBe(MOST_COUNTED);
  });
});
