import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies, sendReply } from '#tools/testing/discrepancies.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type AuditTransaction = z.input<typeof transactionRow>;

let world: World;
const session: Record<string, string> = {};
/** Every round has a month of its own. */
let months = 0;
async function newAudit(): Promise<StartedAudit> {
  months += 1;
  const [year, month] = [2000 + Math.floor(months / 12), 1 + (months % 12)];
  return startAudit(world.database.admin, { year, month });
}

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '20' });
  for (const user of ['audit.ca', 'staff.mum']) session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const ask = (action: string, given: object, user = 'audit.ca'): Promise<Answered> =>
  world.post('audit_a.php', [session[user] ?? '', action, JSON.stringify(given)]);
const list = async (audit: StartedAudit): Promise<AuditTransaction[]> =>
  (await ask('filterforaudit', { srno: audit.srno })).json as AuditTransaction[];
const nameOf = ({ adt_hdrsrno, adt_trantype, adt_date, adt_tranno }: AuditTransaction) => ({
  srno: adt_hdrsrno,
  type: adt_trantype,
  date: adt_date,
  tranno: adt_tranno,
  tranmastflag: 'T',
});
const addDiscrepancy = (named: object, discre = 'A2 form missing') =>
  ask('addauditdiscrepancy', { ...named, discre });

/** Compares the tally with the transactions themselves. */
async function tallyIsRight(audit: StartedAudit): Promise<void> {
  const counted = `select type, party_type, purpose, status, count(*)::integer as n from audit.transaction where audit = $1
    group by 1, 2, 3, 4`;
  const kept = `select type, party_type, purpose, status, n from audit.tally where audit = $1 and n <> 0`;
  const differences = await world.sql(
    `select * from ((${counted} except ${kept}) union all (${kept} except ${counted})) as d`,
    [audit.srno],
  );
  expect(differences).toEqual([]);
}

/** Few rounds in CI; AUDIT_ROUNDS sets more. */
const ROUNDS = Number(process.env['AUDIT_ROUNDS'] ?? 4);
const CLIENTS = 20;
/** On a busy machine a round takes seconds. */
const timeout = 60_000 + ROUNDS * 15_000;

describe('at once', () => {
  it(`${CLIENTS} clients that add a discrepancy for one transaction make one`, { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const audit = await newAudit();
      await addTransactions(world.database.admin, audit, 1);
      const [row] = await list(audit);
      const named = nameOf(row!);
      // Every second round is about a number that the list does not have.
      const asked = round % 2 === 0 ? named : { ...named, type: 'PP' };
      const replies = await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) => addDiscrepancy(asked, `Client ${n}`)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      const errors = replies.map(({ json }) => json.err as string).filter((err) => err !== '');
      expect(errors).toHaveLength(CLIENTS - 1);
      expect([...new Set(errors)]).toEqual([
        round % 2 === 0
          ? 'This transaction is marked already. Please list again.'
          : 'This transaction has a discrepancy already.',
      ]);
      expect(await world.sql('select from audit.discrepancy where audit = $1', [audit.srno])).toHaveLength(1);
      await tallyIsRight(audit);
    }
  });

  it(`${CLIENTS} clients mark while one closes: the marks at closing stand`, { timeout }, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const audit = await newAudit();
      const lines = await addTransactions(world.database.admin, audit, 120);
      const rows = await list(audit);
      const each = rows.length / CLIENTS;
      const client = async (n: number) => {
        for (const row of rows.slice(n * each, (n + 1) * each)) {
          const named = nameOf(row);
          const replies = [
            n % 4 === 0
              ? await addDiscrepancy(named)
              : n % 4 === 1
                ? await ask('marklines', {
                    srno: audit.srno,
                    lines: [row.adt_lineno, lines[0]],
                    status: 'OK',
                  })
                : await ask('changestatusaudittran', { ...named, status: 'OK' }),
            ...(n % 4 === 2 || n % 4 === 0 ? [await ask('reversestatusaudittran', named)] : []),
          ];
          for (const { status, json } of replies) {
            expect(status).toBe(200);
            outcomes.add(json.err as string);
          }
        }
      };
      const atClosing = new Promise<string>((resolve) =>
        setTimeout(resolve, 20 + 10 * (round % 10), ''),
      ).then(async () => {
        const closed = await ask('saveaudit', { srno: audit.srno, hdrAuditStatus: 'C' });
        expect([closed.status, closed.json.err]).toEqual([200, '']);
        return stateOf(audit);
      });
      await Promise.all([atClosing, ...Array.from({ length: CLIENTS }, (_, n) => client(n))]);
      expect(await stateOf(audit)).toBe(await atClosing);
      await tallyIsRight(audit);
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['', 'This audit is closed.']));
  });

  it('a response and a decision at once leave one order of events', { timeout }, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS * 3; round += 1) {
      const audit = await newAudit();
      const [lineno = 0] = await addDiscrepancies(world.database.admin, audit, 1);
      const decision = { hdrsrno: audit.srno, lineno };
      const reply = async () => {
        const meta = { srno: audit.srno, lineno, remark: 'Here it is' };
        const { status, json } = await sendReply(world, session['staff.mum'] ?? '', meta);
        expect(status).toBe(200);
        outcomes.add(`reply ${json.error}`);
      };
      const submit = async () => {
        const { status, json } = await ask(
          'changediscrestatusrev',
          { ...decision, status: 'R' },
          'staff.mum',
        );
        expect(status).toBe(200);
        outcomes.add(`submit ${json.err}`);
      };
      const answers = async () => {
        await reply();
        await submit();
      };
      const decides = async (statuses: readonly string[]) => {
        for (const status of statuses) {
          const { status: code, json } = await ask('changediscrestatus', { ...decision, status });
          expect([code, json.err]).toEqual([200, '']);
        }
      };
      await reply();
      await Promise.all([submit(), answers(), decides(['D', 'P', 'D']), submit(), answers()]);
      await isOneOrder(lineno);
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['reply ', 'submit ']));
  });
});

/** Replays what happened to a discrepancy: each event must have been possible after those before it. */
async function isOneOrder(lineno: number): Promise<void> {
  const events = await world.sql<{ status: string | null; by: string }>(
    'select status, made_by_name as by from audit.reply where discrepancy = $1 order by srno',
    [lineno],
  );
  let [status, isAnswered] = ['P', false];
  for (const event of events) {
    if (event.status === null) {
      expect(status).toBe('P');
      isAnswered = true;
      continue;
    }
    expect(event.status).not.toBe(status);
    // Only the branch submits a response.
    if (event.status === 'R') expect([status, isAnswered, event.by]).toEqual(['P', true, 'Suresh Pillai']);
    if (event.status === 'P') isAnswered = false;
    ({ status } = event as { status: string });
  }
  const [row] = await world.sql<{ status: string }>(
    'select status from audit.discrepancy where line_no = $1',
    [lineno],
  );
  expect(row?.status).toBe(status);
}

/** Every mark and every live discrepancy of an audit. */
const stateOf = async (audit: StartedAudit): Promise<string> => {
  const [{ state }] = (await world.sql<{ state: string }>(
    `select coalesce((select string_agg(line_no || status || version, ' ' order by line_no) from audit.transaction where audit = $1), '')
       || coalesce((select string_agg(line_no || status, ' ' order by line_no) from audit.discrepancy where audit = $1 and removed_at is null), '')
       as state`,
    [audit.srno],
  )) as [{ state: string }];
  return state;
};
