import { findInReach } from '#server/rooms/masters/index.ts';
import * as calls from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { lockRequests, takeSteps } from '#server/rooms/requests/index.ts';
import {
  decideLines,
  homeAgain,
  listOpen,
  openOf,
  openToOthers,
  type Decision,
  type Waiting,
} from './accept.sql.ts';
import { findHolder, holdersOf, type Holder } from './holders.sql.ts';
import { requestsOf, selectedLines, type AskedLine } from './lines.ts';
import { findSlip, listHeld, sendLines, summarise } from './out.sql.ts';

/** A vault has no user of its own: whoever may enter its stock acts for it. */
const keepsVaults = ({ rights }: Caller) => mayDo(rights, 'VAULTSTOCK', 'edit');

async function summaryOf(read: Executor, lines: readonly AskedLine[], caller: Caller) {
  const { body, lines: inReach } = await summarise(read, lines, caller.scope);
  if (inReach < lines.length) throw notFound();
  return Reply.json<calls.NoteSummary>(body);
}

/** The branch asked for; null for every one in reach. */
async function branchAsked(read: Executor, id: string, caller: Caller): Promise<number | null> {
  if (id === '' || id === 'ALL') return null;
  const branch = await findInReach(read, id, caller.scope);
  if (branch === undefined) throw notFound();
  return branch.srno;
}

/** Whoever cannot see a request cannot tell whether there is one. */
async function lockAll(tx: Transaction, lines: readonly AskedLine[]): Promise<void> {
  const srnos = requestsOf(lines);
  if ((await lockRequests(tx, srnos)).length < srnos.length) throw notFound();
}

/** Whose notes are asked for, which must be of the branch asked for. */
async function holderAsked(
  read: Executor,
  {
    srchBranch,
    reqDeliveryExecutive,
  }: { readonly srchBranch: string; readonly reqDeliveryExecutive: string },
  caller: Caller,
): Promise<Holder> {
  const branch = await branchAsked(read, srchBranch, caller);
  const holder = await findHolder(read, reqDeliveryExecutive, caller.scope);
  if (holder === undefined || (branch !== null && holder.branch !== branch)) throw notFound();
  return holder;
}

const outHandlers: readonly Bound[] = [
  handle(calls.listOut, async ({ db, caller }, { search, page }) => {
    const { body, next } = await listHeld(db.read, await holderAsked(db.read, search, caller), page);
    return Reply.json(body, { next });
  }),

  handle(calls.listTransit, async ({ db, caller }, { search, page }) => {
    const { srno } = await holderAsked(db.read, search, caller);
    const { body, next } = await listOpen(db.read, 'callback', [srno], page);
    return Reply.json(body, { next });
  }),

  handle(calls.summariseOut, ({ db, caller }, { list }) => summaryOf(db.read, selectedLines(list), caller)),

  handle(calls.moveNotes, async ({ tx, caller }, { move }) => {
    const lines = selectedLines(move.moveList);
    const from = await findHolder(tx, move.fromemp, caller.scope);
    if (from === undefined) throw notFound();
    const to = await findHolder(tx, move.toemp, caller.scope);
    if (to === undefined || !to.receives || to.branch !== from.branch || to.srno === from.srno)
      throw new Refusal(NOTE_TEXTS.noExecutive);
    await lockAll(tx, lines);
    const { slip, lines: sent } = await sendLines(tx, lines, from, to, caller);
    if (slip === null || sent < lines.length) throw new Refusal(NOTE_TEXTS.movedMeanwhile);
    const remark = `Notes sent from ${from.name} to ${to.name} (slip ${slip}).`;
    const step = from.is_vault ? ({ status: 'S', out: true } as const) : {};
    await takeSteps(
      tx,
      requestsOf(lines).map((srno) => ({ srno, remark, ...step })),
      caller,
    );
    return { err: '', msg: `The notes are on their way to ${to.name}.`, slip };
  }),

  handle(calls.callBack, async ({ tx, caller }, { back: { backList, fromemp, reason = '' } }) => {
    const lines = selectedLines(backList);
    const from = await findHolder(tx, fromemp, caller.scope);
    if (from === undefined) throw notFound();
    return decide(tx, 'callback', lines, [from.srno], reason.trim(), caller);
  }),

  handle(calls.handoverSlip, async ({ db, caller }, { srno }) => {
    const slip = await findSlip(db.read, srno, caller.scope);
    if (slip === undefined) throw notFound();
    return Reply.json(slip.body);
  }),
];

const SAYS = {
  accept: { msg: 'The notes are accepted.', remark: 'Notes accepted.' },
  reject: { msg: 'The notes are rejected and go back to their sender.', remark: 'Notes rejected.' },
  return: { msg: 'The notes are taken back.', remark: 'Rejected notes taken back.' },
  callback: { msg: 'The notes are called back.', remark: 'Notes called back by their sender.' },
} as const satisfies Record<Decision, object>;

/** Decides over all the lines or none; only for the holders to whom they are open, once. */
async function decide(
  tx: Transaction,
  decision: Decision,
  lines: readonly AskedLine[],
  holders: readonly number[],
  reason: string,
  caller: Caller,
) {
  // Refused notes do not move until they are taken back.
  if (decision === 'reject' && lines.some(({ denominations }) => denominations !== null))
    throw new Refusal(NOTE_TEXTS.countedElsewhere);
  await lockAll(tx, lines);
  const done = await decideLines(tx, decision, lines, holders, reason, caller);
  if (done.lines < lines.length) {
    const open = openOf(decision);
    const others = await openToOthers(tx, open, lines, holders);
    if (others === 0) throw new Refusal(NOTE_TEXTS.movedMeanwhile);
    throw new Refusal(open === 'accept' ? NOTE_TEXTS.notReceiver : NOTE_TEXTS.notSender);
  }
  const home = new Set(decision === 'reject' ? [] : await homeAgain(tx, done.requests));
  const { msg, remark } = SAYS[decision];
  await takeSteps(
    tx,
    done.requests.map((srno) => ({
      srno,
      remark: `${remark}${home.has(srno) ? ' All its notes are in the vault again.' : ''}${reason === '' ? '' : ` Reason: ${reason}`}`,
      ...(home.has(srno) ? ({ status: 'P', out: false } as const) : {}),
    })),
    caller,
  );
  return { err: '', msg };
}

const waitingHandlers = (waiting: Waiting): readonly Bound[] => {
  const { list, summary, accept } = waiting === 'accept' ? calls.cnAccept : calls.cnReturn;
  return [
    handle(list, async ({ db, caller }, { search, page }) => {
      const branch = await branchAsked(db.read, search.srchBranch, caller);
      const holders = await holdersOf(db.read, caller, keepsVaults(caller), branch);
      const { body, next } = await listOpen(db.read, waiting, holders, page);
      return Reply.json(body, { next });
    }),
    handle(summary, ({ db, caller }, args) => summaryOf(db.read, selectedLines(args.list), caller)),
    handle(accept, async ({ tx, caller }, { accept: { acceptList, flag, reason = '' } }) => {
      const decision = waiting === 'return' ? 'return' : flag === 'Y' ? 'accept' : 'reject';
      const lines = selectedLines(acceptList);
      const holders = await holdersOf(tx, caller, keepsVaults(caller));
      return decide(tx, decision, lines, holders, decision === 'reject' ? reason.trim() : '', caller);
    }),
  ];
};

export const movementHandlers: readonly Bound[] = [
  ...outHandlers,
  ...waitingHandlers('accept'),
  ...waitingHandlers('return'),
];
