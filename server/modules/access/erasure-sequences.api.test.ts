import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModelRequest, sequences, type Step } from '#tools/testing/erasure-model.ts';
import { bankPayment, pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { retentionOf, type Retention } from '#tools/testing/retention.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/**
 * Random sequences of what people and the nightly job do with a request, many at a time, each step followed by a night.
 * What ever was a deal or is on hold is never erased before its day, and the trail tells its payments for good. Every
 * change is tested with the same few; ERASURE_RUNS=500 asks for new ones, and ERASURE_SEED for the same again.
 */
const RUNS = Number(process.env['ERASURE_RUNS'] ?? 200);
const USUAL_SEED = 20_261_118;
const fresh = process.env['ERASURE_RUNS'] === undefined ? USUAL_SEED : randomBytes(4).readInt32BE();
const SEED = Number(process.env['ERASURE_SEED'] ?? fresh);
const AT_ONCE = 8;
const TIMEOUT_MS = 600_000;

let world: World;
let office: Retention;

beforeAll(async () => {
  world = await openWorld({ ROLE: 'both', DATABASE_CONNECTIONS: String(AT_ONCE) });
  office = await retentionOf(world);
});
afterAll(() => world.close());

interface Line {
  readonly type: string;
  readonly amount: string;
  readonly paid_on: string | null;
}

/** One sequence: its steps, the model, and the request in the product. */
class Run {
  readonly steps: readonly Step[];
  readonly model = new ModelRequest();
  srno = 0;
  readonly #pan: string;
  readonly #email: string;
  /** The payments of each accepted save, in order. */
  readonly saved: (readonly Line[])[] = [];

  constructor(steps: readonly Step[], index: number) {
    const letter = (n: number) => String.fromCodePoint(65 + (Math.trunc(n) % 26));
    this.steps = steps;
    this.#pan = `QZ${letter(index)}P${letter(index / 26)}${String(1_000 + index).slice(-4)}S`;
    this.#email = `sequence${index}@customer.example`;
  }

  /** Takes one step. Returns what was accepted and refused against the model; null if they agree. */
  async take(step: Step): Promise<string | null> {
    const expected = this.model.take(step);
    // The days of all requests pass in one statement.
    if (expected === null || step.does === 'wait') return null;
    const reply = await this.#ask(step);
    const isDone = step.does === 'erase' ? reply.erased.includes(this.srno) : reply.err === '';
    return isDone === expected
      ? null
      : `${JSON.stringify(step)} gave ${JSON.stringify(reply)}, not ${expected}`;
  }

  async #ask(step: Exclude<Step, { does: 'wait' }>) {
    const person = { kind: 'pan', value: this.#pan };
    switch (step.does) {
      case 'draft':
      case 'final':
        return this.#save(step);
      case 'approve':
        return office.ask('bm.mum', 'fxrequest_a.php', 'APPROVE', 'BM', String(this.srno));
      case 'unlock':
        return office.desk('bm.mum', 'UNLOCK', this.srno);
      case 'withdraw':
        return office.desk(
          'sales.mum',
          'WITHDRAW',
          this.srno,
          ...(step.hasNote ? [{ note: 'Returned in cash' }] : []),
        );
      case 'hold':
        return office.retention('hold', { ...person, reason: 'A sequence' });
      case 'lift': {
        const [hold] = await world.sql<{ srno: number }>(
          'select srno from platform.hold where value = $1 and ended_at is null',
          [this.#pan],
        );
        return office.retention('endhold', hold?.srno);
      }
      case 'erase':
        // The number may have been taken out, so the request is found by its address.
        return office.retention('erase', { kind: 'email', value: this.#email, requests: [this.srno] });
    }
  }

  async #save({ does, hasPan, paid }: Extract<Step, { does: 'draft' | 'final' }>) {
    const given: GivenRequest = {
      reqSrNo: this.srno,
      reqPan: hasPan ? this.#pan : '',
      reqEmail: this.#email,
      reqPaymentLink: paid === 'whole' ? 0 : 1,
      reqRemitterBankCode: '3021',
      reqRemitterAcctNo: '00112233445566',
      reqRemitterAcctIfsc: 'HDFC0000001',
      reqPaymentData: [],
    };
    const total = Number(pricedRequest('SP', given).reqGrandTotal);
    const first = 1_000 + this.saved.length;
    const amounts = { nothing: [], part: [first], whole: [first, total - first] }[paid];
    const lines = amounts.map((amount, n) => ({
      type: n === 0 ? 'CASH' : 'BANK',
      amount: amount.toFixed(2),
      paid_on: n === 0 ? null : '2026-01-05',
    }));
    const reqPaymentData = lines.map(({ type, amount, paid_on }, n) =>
      type === 'CASH'
        ? { paytype: 'CASH', paybankcode: '', refnum: `Secretref${n}`, payamnt: amount, paydate: '' }
        : bankPayment(amount, { refnum: `Secretref${n}`, paydate: paid_on }),
    );
    const record = {
      ...pricedRequest('SP', { ...given, reqPaymentData }),
      reqDraftFinal: does === 'final' ? 'F' : 'D',
    };
    const reply = await office.ask('sales.mum', 'newfxrequest_a.php', 'save', JSON.stringify(record));
    if (reply.err === '') {
      this.srno = reply.srno as number;
      this.saved.push(lines);
    }
    return reply;
  }
}

/** Does the work for every run, several at a time. */
async function each(runs: readonly Run[], work: (run: Run) => Promise<void>): Promise<void> {
  const waiting = runs.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const run of waiting) await work(run);
    }),
  );
}

/** Lets the days of this round pass for all requests that wait. */
function pass(runs: readonly Run[], round: number) {
  const waits = runs.flatMap(({ steps, srno }) => {
    const step = steps[round];
    return step?.does === 'wait' ? [{ srno, days: step.days }] : [];
  });
  return world.sql(
    `update requests.request r set made_on = made_on - w.days, changed_at = changed_at - make_interval(days => w.days),
       withdrawn_at = withdrawn_at - make_interval(days => w.days)
     from unnest($1::integer[], $2::integer[]) as w (srno, days) where r.srno = w.srno and r.erased_at is null`,
    [waits.map(({ srno }) => srno), waits.map(({ days }) => days)],
  );
}

/** Which requests are erased in the product. */
async function erasedNow(runs: readonly Run[]): Promise<ReadonlySet<number>> {
  const rows = await world.sql<{ srno: number }>(
    'select srno from requests.request where srno = any ($1) and erased_at is not null',
    [runs.map(({ srno }) => srno)],
  );
  return new Set(rows.map(({ srno }) => srno));
}

/** What the trail itself tells of payments, without any key. */
async function toldPayments(runs: readonly Run[]): Promise<ReadonlyMap<number, readonly Line[][]>> {
  const rows = await world.sql<{ srno: number; told: Line[][] }>(
    `select t.record_id::integer as srno, jsonb_agg((select coalesce(jsonb_agg(jsonb_build_object(
         'type', l ->> 'type', 'amount', l ->> 'amount', 'paid_on', l ->> 'paid_on') order by n), '[]')
         from jsonb_array_elements(t.after -> 'payments') with ordinality as p (l, n)) order by t.id) as told
     from platform.trail t where t.record = 'request' and t.record_id = any ($1::text[]) and t.action in ('add', 'edit')
     group by t.record_id`,
    [runs.map(({ srno }) => String(srno))],
  );
  return new Map(rows.map(({ srno, told }) => [srno, told]));
}

it(
  `nothing that was ever a deal or on hold is erased before its day (ERASURE_SEED=${SEED}, ${RUNS} sequences)`,
  async () => {
    const runs = fc
      .sample(sequences, { seed: SEED, numRuns: RUNS })
      .map((steps, index) => new Run(steps, index));
    const faults: string[] = [];
    const blame = ({ steps, srno }: Run, round: number, what: string) =>
      faults.push(`request ${srno}, step ${round} of ${JSON.stringify(steps)}: ${what}`);

    const rounds = Math.max(...runs.map(({ steps }) => steps.length));
    for (let round = 0; round < rounds && faults.length === 0; round += 1) {
      await each(runs, async (run) => {
        const step = run.steps[round];
        const fault = step === undefined ? null : await run.take(step);
        if (fault !== null) blame(run, round, fault);
      });
      await pass(runs, round);
      await office.runJob();
      const erased = await erasedNow(runs);
      for (const run of runs) {
        run.model.night();
        if (erased.has(run.srno) !== run.model.isErased)
          blame(run, round, run.model.isErased ? 'is still there' : 'is erased');
      }
    }

    const told = await toldPayments(runs);
    for (const run of runs) {
      const found = told.get(run.srno);
      if (!isDeepStrictEqual(found, run.saved))
        blame(run, rounds, `the trail tells ${JSON.stringify(found)}, not ${JSON.stringify(run.saved)}`);
    }
    expect(faults.slice(0, 5), `ERASURE_SEED=${SEED}`).toEqual([]);
    const clear = await world.sql(
      `select from platform.trail t where record = 'request' and concat(before, after) ~ 'Secretref' limit 1`,
    );
    expect(clear).toEqual([]);
    // The sequences must reach what they are about.
    const reached = (of: (run: Run) => boolean) => runs.filter(of).length;
    expect(reached(({ model }) => model.wasDeal && model.isErased)).toBeGreaterThan(RUNS / 50);
    expect(reached(({ model }) => model.wasDeal && !model.isErased)).toBeGreaterThan(RUNS / 10);
    expect(reached(({ model }) => model.isHeld)).toBeGreaterThan(RUNS / 50);
  },
  TIMEOUT_MS,
);
