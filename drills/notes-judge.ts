import type pg from 'pg';
import { compareExact, exact } from '#domain/money.ts';
import { brokenInvariants } from '#tools/testing/notes.ts';
import type { Findings } from './drill.ts';
import { CustodyModel, refusalToSend, type Handed } from './notes-custody.ts';
import { NotesModel, type LedgerTransfer } from './notes-model.ts';
import { HANDS, type Outcome, type Pool } from './notes-work.ts';

const POLITE = new RegExp(
  `^(?:200|403|404) (?:There is no such record|Please |Some of |Only the|There are not enough|The |Its |Not all|No step|You |Another executive|A second person)`,
);

/**
 * The claims after a seed: the ledger's own invariants, those of the model, and the answers recorded by the clients.
 */
export async function judge(
  findings: Findings,
  admin: pg.Client,
  seed: number,
  pool: readonly Pool[],
  outcomes: readonly Outcome[],
  fourEyes: boolean,
): Promise<void> {
  findings.holds(`seed ${seed}: the ledger keeps its invariants`, await brokenInvariants(admin));
  findings.holds(
    `seed ${seed}: what was refused was refused politely`,
    outcomes
      .filter(({ done, said }) => !done && !POLITE.test(said))
      .map(({ said, fields }) => `${said} ${fields.join(' ')}`),
  );
  const told = await historyOf(admin);
  const model = new Map(Object.keys(HANDS).map((branch) => [branch, new NotesModel()]));
  for (const { branch, ...transfer } of told) model.get(branch)?.take(transfer);
  findings.holds(
    `seed ${seed}: the model makes of the transfers what the ledger has`,
    [...model.values()].flatMap(({ faults }) => faults),
  );
  const custody = new Map(Object.keys(HANDS).map((branch) => [branch, new CustodyModel(fourEyes)]));
  for (const { branch, ...handed } of told) custody.get(branch)?.take(handed);
  findings.holds(
    `seed ${seed}: nobody moved notes that they may not move${fourEyes ? ', with four eyes' : ''}`,
    [...custody.values()].flatMap(({ faults }) => faults),
  );
  findings.holds(
    `seed ${seed}: every forbidden sending was refused`,
    forbiddenIn(outcomes, fourEyes).filter(({ done }) => done),
  );
  findings.holds(`seed ${seed}: the model's balances are the ledger's`, await otherBalances(admin, model));
  findings.holds(
    `seed ${seed}: what was acknowledged is there, once, and nothing else`,
    await otherThanAcknowledged(admin, told, outcomes),
  );
  findings.holds(
    `seed ${seed}: each request says where its notes are`,
    await wrongStates(admin, model, pool),
  );
}

/** The sendings that the rules forbid. */
export const forbiddenIn = (outcomes: readonly Outcome[], fourEyes: boolean): readonly Outcome[] =>
  outcomes.filter(({ leaves, user, fields }) => {
    if (leaves !== 'out') return false;
    const { fromemp, toemp } = JSON.parse(fields[1] ?? '{}') as { fromemp: string; toemp: string };
    return refusalToSend(user, fromemp, toemp, fourEyes) !== null;
  });

async function historyOf(admin: pg.Client): Promise<(Handed & { readonly branch: string })[]> {
  const { rows } = await admin.query<Handed & { branch: string }>(
    `select t.id::text, t.kind, coalesce(nullif(f.code, ''), upper(f.kind)) as from,
       coalesce(nullif(r.code, ''), upper(r.kind)) as to, t.isd, t.quantity::text, t.from_after::text as "fromAfter",
       t.to_after::text as "toAfter", t.request || '/' || t.line_no as line, t.reverses::text, b.id as branch,
       coalesce(a.user_id, '') as by, m.to_code as receiver
     from notes.transfer t join notes.holder_name f on f.srno = t.from_holder
     join notes.holder_name r on r.srno = t.to_holder join masters.entity b on b.srno = t.branch
     left join access.account a on a.srno = t.made_by
     left join (select m.srno, h.code as to_code from notes.movement m join notes.holder_name h on h.srno = m.to_holder) m
       on m.srno = t.movement
     order by t.at`,
  );
  return rows;
}

async function otherBalances(admin: pg.Client, model: ReadonlyMap<string, NotesModel>): Promise<string[]> {
  const { rows } = await admin.query<{ branch: string; holder: string; quantity: string }>(
    `select b.id as branch, coalesce(nullif(h.code, ''), upper(h.kind)) || ' ' || x.isd as holder, x.quantity::text
     from notes.balance x join notes.holder_name h on h.srno = x.holder join masters.entity b on b.srno = h.branch`,
  );
  return rows
    .filter(
      ({ branch, holder, quantity }) =>
        compareExact(model.get(branch)?.balances.get(holder) ?? exact('0'), exact(quantity)) !== 0,
    )
    .map(({ branch, holder, quantity }) => `${branch} ${holder} ${quantity}`);
}

/** Compares the counts by line and kind: acknowledged by the server, and found in the ledger. */
async function otherThanAcknowledged(
  admin: pg.Client,
  told: readonly LedgerTransfer[],
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const counts = new Map<string, number>();
  const count = (what: string, by: number) => counts.set(what, (counts.get(what) ?? 0) + by);
  const done = outcomes.filter((outcome) => outcome.done);
  // A call back is a refusal and a return in one step.
  const parts = (leaves: string) => (leaves === 'callback' ? ['reject', 'return'] : [leaves]);
  for (const { leaves, lines } of done)
    for (const part of parts(leaves))
      if (['out', 'accept', 'reject', 'return'].includes(part))
        for (const line of lines) count(`${part} ${line}`, 1);
  for (const { kind, line } of told)
    if (['out', 'accept', 'return'].includes(kind)) count(`${kind} ${line ?? ''}`, -1);
  const { rows: rejected } = await admin.query<{ line: string }>(
    `select request || '/' || line_no as line from notes.movement where state in ('rejected', 'returned')`,
  );
  for (const { line } of rejected) count(`reject ${line}`, -1);
  // Steps apply to whole requests: the activity log has a line for each.
  const REMARKS: Readonly<Record<string, string>> = {
    delivered: '(?:Delivered to|Collected from) the customer\\.',
    'hand over': 'Handed over in the branch\\.',
    schedule: 'Delivery planned\\.',
    undo: 'The last step is taken back\\.',
  };
  for (const { leaves, lines } of done)
    if (leaves in REMARKS) for (const line of lines) count(`${leaves} ${line}`, 1);
  const { rows: steps } = await admin.query<{ request: number; remark: string }>(
    `select request, remark from requests.activity where request in (select request from notes.movement)
       or remark ~ '^(Delivered|Collected|Handed|Delivery planned|The last step)'`,
  );
  const asked = new Set(outcomes.flatMap(({ lines }) => lines));
  for (const { request, remark } of steps)
    for (const [leaves, pattern] of Object.entries(REMARKS))
      if (asked.has(String(request)) && new RegExp(`^${pattern}`).test(remark))
        count(`${leaves} ${request}`, -1);
  return [...counts].filter(([, left]) => left !== 0).map(([what, left]) => `${what}: ${left}`);
}

async function wrongStates(
  admin: pg.Client,
  model: ReadonlyMap<string, NotesModel>,
  pool: readonly Pool[],
): Promise<string[]> {
  const { rows } = await admin.query<{ srno: number; status: string; type: string; handover: string }>(
    'select srno, status, type, handover from requests.request where srno = any ($1)',
    [pool.map(({ srno }) => srno)],
  );
  return rows.flatMap(({ srno, status, type, handover }) => {
    const { branch = '', lines = 0 } = pool.find((each) => each.srno === srno) ?? {};
    const places = Array.from(
      { length: lines },
      (_, at) => model.get(branch)?.places.get(`${srno}/${at + 1}`) ?? 'home',
    );
    const isSale = type.startsWith('S');
    const isDone = places.every((place) => place === 'done');
    const isOut = places.some((place) => place !== 'home' && place !== 'done');
    const fits =
      handover === 'IN'
        ? isDone
          ? status === 'H'
          : status === (isOut ? 'S' : 'P')
        : isSale
          ? isDone
            ? status === 'D'
            : status === (isOut ? 'S' : 'P')
          : ['P', 'S', 'D'].includes(status);
    return fits ? [] : [`${srno} ${type} ${handover} is ${status} with ${places.join(', ')}`];
  });
}
