import * as calls from '#contract/notes/delivery.ts';
import {
  DELIVERY_STEPS,
  delivererOf,
  STEP_RULES,
  type DeliveryState,
  type DeliveryStep,
} from '#domain/notes/steps.ts';
import { isSale, type RequestStatus, type TransactionType } from '#domain/requests/codes.ts';
import { PROOF_MISSING } from '#domain/requests/documents.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { hasProof, lockRequest, takeSteps, type RequestStep } from '#server/modules/requests/index.ts';
import {
  collectNotes,
  deliverNotes,
  findDelivery,
  handOverNotes,
  undoNotes,
  type Counted,
  type PlacedNote,
} from './delivery.sql.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';

async function stateOf(on: Executor, srno: number, caller: Caller) {
  const row = await findDelivery(on, srno, caller.scope, caller);
  if (row === undefined) throw notFound();
  const notes = row.notes as readonly PlacedNote[];
  const state: DeliveryState = {
    type: row.type,
    handover: row.handover,
    status: row.status,
    approved: row.is_approved,
    withdrawn: row.withdrawn,
    deliveryExecutive: row.delivery_executive,
    noteLines: row.note_lines,
    onTheRoad: notes.map(({ employee }) => employee),
  };
  return { state, notes, employee: row.employee };
}

/** Locks the request, checks the rule and takes the step. Either all notes of the request move or none. */
async function take(
  tx: Transaction,
  step: DeliveryStep,
  srno: number,
  caller: Caller,
  doIt: (found: {
    readonly state: DeliveryState;
    readonly sale: boolean;
  }) => Promise<{ readonly lines: readonly number[]; readonly then: Omit<RequestStep, 'srno'> }>,
  msg: string,
  counted: Counted = null,
) {
  await lockRequest(tx, srno);
  const { state, employee } = await stateOf(tx, srno, caller);
  const answer = STEP_RULES[step](state, { employee, rights: caller.rights });
  if (!answer.ok) throw new Refusal(answer.why);
  const { lines, then } = await doIt({ state, sale: isSale(state.type as TransactionType) });
  if (
    lines.length !== (step === 'schedule' || (state.status === 'S' && step === 'undo') ? 0 : state.noteLines)
  )
    throw new Refusal(NOTE_TEXTS.movedMeanwhile);
  if (Object.keys(counted ?? {}).some((lineNo) => !lines.includes(Number(lineNo))))
    throw new Refusal(NOTE_TEXTS.countedElsewhere);
  await takeSteps(tx, [{ srno, ...then }], caller);
  return { err: '', msg };
}

/** The state that undoing the last step restores: a delivered sale is out again, and a handover returns to pending. */
function before(
  { status, handover, noteLines }: DeliveryState,
  sale: boolean,
): Omit<RequestStep, 'srno' | 'remark'> {
  if (status === 'S') return { status: 'P' };
  const earlier: RequestStatus = handover === 'DEL' ? 'S' : 'P';
  if (sale) return { status: earlier, out: handover === 'DEL' && noteLines > 0 };
  return { status: earlier, in: false };
}

export const deliveryHandlers = (asksProof: boolean): readonly Bound[] => [
  handle(calls.deliverySteps, async ({ db, caller }, { srno }) => {
    const { state, notes, employee } = await stateOf(db.read, srno, caller);
    const answers = DELIVERY_STEPS.map((step) => {
      const answer = STEP_RULES[step](state, { employee, rights: caller.rights });
      return [step, { ok: answer.ok, why: answer.ok ? '' : answer.why }];
    });
    return {
      status: state.status,
      asksProof,
      can: Object.fromEntries(answers) as calls.DeliverySteps['can'],
      notes: notes.map(({ lineNo, isd, quantity, holder }) => ({ lineNo, isd, quantity, holder })),
    };
  }),

  handle(calls.scheduleDelivery, ({ tx, caller }, { srno }) =>
    take(
      tx,
      'schedule',
      srno,
      caller,
      async () => ({ lines: [], then: { status: 'S', remark: 'Delivery planned.' } }),
      'The delivery is planned.',
    ),
  ),

  handle(calls.confirmDelivery, ({ tx, caller }, { srno, counted }) =>
    take(
      tx,
      'deliver',
      srno,
      caller,
      async ({ state, sale }) => {
        if (asksProof && !(await hasProof(tx, srno))) throw new Refusal(PROOF_MISSING);
        const post = sale ? deliverNotes : collectNotes;
        const lines = await post(tx, srno, delivererOf(state), counted?.denominations ?? null, caller);
        const moved = state.noteLines > 0;
        return {
          lines,
          then: sale
            ? { status: 'D', remark: 'Delivered to the customer.', ...(moved ? { out: true } : {}) }
            : { status: 'D', remark: 'Collected from the customer.', ...(moved ? { in: true } : {}) },
        };
      },
      'The request is delivered.',
      counted?.denominations,
    ),
  ),

  handle(calls.handOver, ({ tx, caller }, { srno, counted }) =>
    take(
      tx,
      'handover',
      srno,
      caller,
      async ({ state, sale }) => {
        const lines = await handOverNotes(tx, srno, sale, counted?.denominations ?? null, caller);
        if (lines.length === 0 && state.noteLines > 0) throw new Refusal('The branch has no vault.');
        const moved = state.noteLines > 0;
        return {
          lines,
          then: {
            status: 'H',
            remark: 'Handed over in the branch.',
            ...(moved ? (sale ? { out: true } : { in: true }) : {}),
          },
        };
      },
      'The request is handed over.',
      counted?.denominations,
    ),
  ),

  handle(calls.undoDelivery, ({ tx, caller }, { srno, why }) => {
    const reason = why.reason.trim();
    if (reason === '') throw new Refusal('Please give a reason.');
    return take(
      tx,
      'undo',
      srno,
      caller,
      async ({ state, sale }) => ({
        lines: state.status === 'S' ? [] : await undoNotes(tx, srno, reason, caller),
        then: { ...before(state, sale), remark: `The last step is taken back. Reason: ${reason}` },
      }),
      'The last step is taken back.',
    );
  }),
];
