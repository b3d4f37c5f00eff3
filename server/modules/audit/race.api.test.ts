import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail, checklistRow } from '#contract/audit/audit.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { startAudit } from '#tools/testing/audits.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type AuditDetail = z.input<typeof auditDetail>;
type ChecklistRow = z.input<typeof checklistRow>;

/** Races of those who audit. AUDIT_ROUNDS=200 repeats each of them 200 times. */
const ROUNDS = Number(process.env['AUDIT_ROUNDS'] ?? 4);
const AT_ONCE = 20;

let world: World;
let clients: AuditClient[];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '24' });
  const sessions = [await world.signIn('audit.ca'), await world.signIn('admin')];
  clients = Array.from({ length: AT_ONCE }, (_, at) => auditClient(world, sessions[at % 2] ?? ''));
});
afterAll(() => world.close());

const failures = (answers: readonly Answered[]) => answers.filter(({ status }) => status >= 500);
const [first, other] = [() => clients[0]!, () => clients[1]!];

it('twenty who start the audit of one month: one does, with one trail entry (R10)', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round moves the audits of the round before out of the way.
    await world.sql(
      `update audit.audit set year = 2100 + srno / 12 % 99, month = 1 + srno % 12, audited_on = '2199-12-31'
       where branch = 5 and year = 2024`,
    );
    const answers = await Promise.all(
      clients.map((client) =>
        client.create({ branch: 'BLR', year: 2024, month: 1 + (round % 12), cashier: 'A', bm: 'B' }),
      ),
    );
    expect(failures(answers)).toEqual([]);
    const done = answers.filter(({ json }) => json.err === '');
    expect(done).toHaveLength(1);
    const refused = answers.filter(({ json }) => /^Audit Already exists for \w+ 2024$/.test(json.err));
    expect(refused).toHaveLength(AT_ONCE - 1);
    const entries = await world.sql(
      `select from platform.trail where record = 'audit' and action = 'add' and record_id = $1`,
      [String(done[0]?.json.srno)],
    );
    expect(entries).toHaveLength(1);
  }
}, 600_000);

describe('two auditors of one audit', () => {
  const answered = (rows: readonly ChecklistRow[], round: number) =>
    rows
      .filter(({ mst_editable }) => mst_editable === 1)
      .map(({ srno, version }) => ({
        srno,
        version,
        dtl_yesno: round % 2 === 0 ? 'Y' : 'N',
        dtl_auditobservation: `round ${round}`,
      }));

  it('on two tabs lose nothing of each other', async () => {
    const { srno } = await startAudit(world.database.admin, { branch: 'PUN', year: 2031, month: 1 });
    const save = async (client: AuditClient, tab: 'RBIGL' | 'OPSGL') => {
      let rows = (await client.detail(srno))[tab];
      for (let round = 0; round < ROUNDS * 5; round += 1) {
        const { json, status } = await client.save({ srno, [`audit${tab}Data`]: answered(rows, round) });
        expect({ status, err: json.err }).toEqual({ status: 200, err: '' });
        rows = (json as AuditDetail)[tab];
        expect(
          rows.filter(({ dtl_auditobservation }) => dtl_auditobservation === `round ${round}`),
        ).toHaveLength(25);
      }
    };
    await Promise.all([save(first(), 'RBIGL'), save(other(), 'OPSGL')]);
    const { RBIGL, OPSGL } = await first().detail(srno);
    for (const row of [...RBIGL, ...OPSGL].filter(({ mst_editable }) => mst_editable === 1))
      expect(row.version).toBe(1 + ROUNDS * 5);
  }, 600_000);

  it('on the same row: one saves, the other gets 409', async () => {
    const { srno } = await startAudit(world.database.admin, { branch: 'PUN', year: 2031, month: 3 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [row] = answered((await first().detail(srno)).RBIGL, round);
      const answers = await Promise.all(
        clients.map((client, at) =>
          client.save({ srno, auditRBIGLData: [{ ...row, dtl_auditobservation: `by ${at} in ${round}` }] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: AT_ONCE - 1 }, () => 409),
      ]);
      const [winner] = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
      const stored = (await first().detail(srno)).RBIGL.find((each) => each.srno === row?.srno);
      expect(stored?.dtl_auditobservation).toBe(`by ${winner} in ${round}`);
    }
  }, 600_000);
});

it('twenty who save while one closes: what was saved at closing is what stands, and nobody hangs', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { srno } = await startAudit(world.database.admin, {
      branch: 'DEL',
      year: 2040 + Math.floor(round / 12),
      month: 1 + (round % 12),
    });
    const { RBIGL, MtssCount } = await first().detail(srno);
    const rows = RBIGL.filter(({ mst_editable }) => mst_editable === 1);
    const saves = clients.map((client, at) =>
      client.save(
        at % 5 === 4
          ? { srno, auditMtssCountData: [{ srno: MtssCount[at % 4]?.srno, dtl_trancount: at }] }
          : {
              srno,
              // Some send the status as well, which locks the header alone.
              ...(at % 3 === 0 ? { hdrAuditStatus: 'P' } : {}),
              auditRBIGLData: [{ srno: rows[at]?.srno, dtl_yesno: 'Y', dtl_auditobservation: '' }],
            },
      ),
    );
    const counts = [first(), other()].map((client) => client.call('doautotransactioncount', { srno }));
    const closing = first().save({ srno, hdrAuditStatus: 'C' });
    const answers = await Promise.all([...saves, ...counts]);
    const { json } = await closing;
    expect(failures(answers)).toEqual([]);
    expect(json.err).toBe('');
    for (const answer of answers) expect(['', 'This audit is closed.']).toContain(answer.json.err ?? '');
    const yes = (list: readonly ChecklistRow[]) => list.filter(({ dtl_yesno }) => dtl_yesno === 'Y').length;
    const after = await first().detail(srno);
    expect(yes(after.RBIGL)).toBe(yes((json as AuditDetail).RBIGL));
    const done = answers.slice(0, AT_ONCE).filter((answer, at) => at % 5 !== 4 && answer.json.err === '');
    expect(yes(after.RBIGL)).toBe(done.length);
  }
}, 600_000);
