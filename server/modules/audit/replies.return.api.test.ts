import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { discrepancyRow, replyRow } from '#contract/audit/discrepancies.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies, sendReply } from '#tools/testing/discrepancies.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type DiscrepancyRow = z.input<typeof discrepancyRow>;
type ReplyRow = z.input<typeof replyRow>;

let world: World;
let audit: StartedAudit;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['audit.ca', 'staff.mum']) session[user] = await world.signIn(user);
  audit = await startAudit(world.database.admin, { year: 2005, month: 5 });
});
afterAll(() => world.close());

const ask = (action: string, given: object, user = 'audit.ca') =>
  world.post('audit_a.php', [session[user] ?? '', action, JSON.stringify(given)]);
const decide = (lineno: number, status: string, remark: string) =>
  ask('changediscrestatus', { hdrsrno: audit.srno, lineno, status, remark });
const submit = (lineno: number) =>
  ask('changediscrestatusrev', { hdrsrno: audit.srno, lineno, status: 'R' }, 'staff.mum');
const reply = (lineno: number, remark: string) =>
  sendReply(world, session['staff.mum'] ?? '', { srno: audit.srno, lineno, remark });
const thread = async (lineno: number): Promise<string[]> => {
  const said = (await ask('listauditdiscproof', { srno: audit.srno, lineno })).json as unknown as ReplyRow[];
  return said.map(({ adoc_remark, status, by }) => `${by}: ${status}${adoc_remark}`);
};
const rowOf = async (lineno: number): Promise<DiscrepancyRow | undefined> =>
  ((await ask('listdiscrepancy', { mode: 'V', type: 'T', lineno })).json as unknown as DiscrepancyRow[])[0];

async function inReview(): Promise<number> {
  const [lineno = 0] = await addDiscrepancies(world.database.admin, audit, 1);
  await reply(lineno, 'Ticket attached');
  expect((await submit(lineno)).json.err).toBe('');
  return lineno;
}

describe('002 §4: a discrepancy goes back to the branch with a remark', () => {
  it('remark and status are one change, and the branch has to answer again', async () => {
    const lineno = await inReview();
    expect((await decide(lineno, 'P', '  Of another person ')).json).toEqual({
      err: '',
      msg: 'The status is Pending now.',
    });
    expect(await thread(lineno)).toEqual([
      'Suresh Pillai: Ticket attached',
      'Suresh Pillai: R',
      'Anita Deshmukh: Of another person',
      'Anita Deshmukh: P',
    ]);
    expect(await rowOf(lineno)).toMatchObject({ adis_status: 'P', adis_answered: 0, adis_replies: 2 });
    // The words of the auditor are no answer of the branch.
    expect((await submit(lineno)).json.err).toBe('Please Enter remark.');
    await reply(lineno, 'The right ticket');
    expect((await submit(lineno)).json.err).toBe('');
    const [trail] = await world.sql(
      `select before, after from platform.trail where record = 'audit discrepancy' and record_id = $1
         and action = 'decide' order by id desc offset 1 limit 1`,
      [String(lineno)],
    );
    expect(trail).toEqual({ before: { status: 'R' }, after: { status: 'P', words: 'Of another person' } });
  });

  it('a remark that is refused changes no status', async () => {
    const lineno = await inReview();
    const tooLong = 'x'.repeat(AUDIT_LIMITS.remark + 1);
    expect((await decide(lineno, 'P', tooLong)).json.err).toBe(
      `A remark can have at most ${AUDIT_LIMITS.remark} characters.`,
    );
    await world.sql(
      `insert into audit.reply (discrepancy, branch, words) select $1, $2, 'Filler' from generate_series(1, 99)`,
      [lineno, audit.branch],
    );
    expect((await decide(lineno, 'P', 'One too many')).json.err).toBe(
      'There can be 100 replies. No more can be added.',
    );
    expect(await rowOf(lineno)).toMatchObject({ adis_status: 'R', adis_replies: 100 });
  });

  it('a remark for a status that is there already is not lost silently', async () => {
    const lineno = await inReview();
    expect((await decide(lineno, 'R', 'Still looking')).json.err).toBe(
      'The status is Review already. Your remark is not saved.',
    );
    expect((await thread(lineno)).length).toBe(2);
  });
});
