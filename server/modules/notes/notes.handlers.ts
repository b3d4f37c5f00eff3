import { findInReach } from '#server/modules/masters/index.ts';
import * as calls from '#contract/notes/notes.ts';
import {
  canAcceptNotes,
  canCallBackNotes,
  canSendNotes,
  CUSTODY_TEXTS,
  type CustodyRules,
  type NoteMover,
} from '#domain/notes/custody.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { lockRequests, takeSteps } from '#server/modules/requests/index.ts';
import {
  decideLines,
  findObstacles,
  homeAgain,
  listOpen,
  openOf,
  type Decision,
  type SentBy,
  type Waiting,
} from './accept.sql.ts';
import { findHolder, holdersOf, type Holder } from './holders.sql.ts';
import { requestsOf, selectedLines, type AskedLine } from './lines.ts';
import { findSlip, listHeld, sendLines, summarise } from './out.sql.ts';

/** A vault has no user of its own. Users who may edit its stock act for it. */
const keepsVaults = ({ rights }: Caller) => mayDo(rights, 'VAULTSTOCK', 'edit');
const moverOf = (caller: Caller): NoteMover => ({
  employeeCode: caller.employeeCode,
  keepsVaults: keepsVaults(caller),
});
const partyOf = ({ code, is_vault: isVault }: Holder) => ({ code, isVault });

async function summaryOf(read: Executor, lines: readonly AskedLine[], caller: Caller) {
  const { body, lines: inReach } = await summarise(read, lines, caller.scope);
  if (inReach < lines.length) throw notFound();
  return Reply.json<calls.NoteSummary>(body);
}

/** The requested branch; null means every branch in scope. */
async function requestedBranch(read: Executor, id: string, caller: Caller): Promise<number | null> {
  if (id === '' || id === 'ALL') return null;
  const branch = await findInReach(read, id, caller.scope);
  if (branch === undefined) throw notAllowed();
  return branch.srno;
}

/** A request out of scope gets the same answer as a request that does not exist. */
async function lockAll(tx: Transaction, lines: readonly AskedLine[]): Promise<void> {
  const srnos = requestsOf(lines);
  if ((await lockRequests(tx, srnos)).length < srnos.length) throw notFound();
}

/** The requested holder, who must belong to the requested branch. */
async function requestedHolder(
  read: Executor,
  asked: { readonly branch: string; readonly executive: string },
  caller: Caller,
): Promise<Holder> {
  const branch = await requestedBranch(read, asked.branch, caller);
  const holder = await findHolder(read, asked.executive, caller.scope);
  if (holder === undefined || (branch !== null && holder.branch !== branch)) throw notFound();
  return holder;
}

/** Which movements from a holder the user may call back, by their sender. */
function callableOf(from: Holder, caller: Caller): SentBy {
  const may = (hasSent: boolean) => canCallBackNotes(moverOf(caller), partyOf(from), hasSent);
  if (may(false).ok) return 'anybody';
  const own = may(true);
  if (!own.ok) throw new Refusal(own.why);
  return 'oneself';
}

const outHandlers = (rules: CustodyRules): readonly Bound[] => [
  handle(calls.listOut, async ({ db, caller }, { search, page }) => {
    const { body, next } = await listHeld(db.read, await requestedHolder(db.read, search, caller), page);
    return Reply.json(body, { next });
  }),

  handle(calls.listTransit, async ({ db, caller }, { search, page }) => {
    const { srno } = await requestedHolder(db.read, search, caller);
    const { body, next } = await listOpen(db.read, 'callback', [srno], page, caller);
    return Reply.json(body, { next });
  }),

  handle(calls.summariseOut, ({ db, caller }, { list }) => summaryOf(db.read, selectedLines(list), caller)),

  handle(calls.moveNotes, async ({ tx, caller }, { move }) => {
    const lines = selectedLines(move.lines);
    const from = await findHolder(tx, move.from, caller.scope);
    if (from === undefined) throw notFound();
    const to = await findHolder(tx, move.to, caller.scope);
    if (to === undefined || !to.receives || to.branch !== from.branch || to.srno === from.srno)
      throw new Refusal(NOTE_TEXTS.noExecutive);
    const allowed = canSendNotes(moverOf(caller), partyOf(from), partyOf(to), rules);
    if (!allowed.ok) throw new Refusal(allowed.why);
    await lockAll(tx, lines);
    const { slip, lines: sent } = await sendLines(tx, lines, from, to, rules, caller);
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

  handle(calls.callBack, async ({ tx, caller }, { back }) => {
    const lines = selectedLines(back.lines);
    const from = await findHolder(tx, back.from, caller.scope);
    if (from === undefined) throw notFound();
    const whose = { holders: [from.srno], sentBy: callableOf(from, caller) };
    return decide(tx, 'callback', lines, whose, back.reason?.trim() ?? '', caller);
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

/** Decides all the lines or none, once, and only for holders to whom they are open. */
async function decide(
  tx: Transaction,
  decision: Decision,
  lines: readonly AskedLine[],
  { holders, sentBy }: { readonly holders: readonly number[]; readonly sentBy: SentBy },
  reason: string,
  caller: Caller,
) {
  // Rejected notes do not move until they are taken back, so a count with a rejection is refused.
  if (decision === 'reject' && lines.some(({ denominations }) => denominations !== null))
    throw new Refusal(NOTE_TEXTS.countedElsewhere);
  await lockAll(tx, lines);
  const done = await decideLines(tx, decision, lines, holders, sentBy, reason, caller);
  if (done.lines < lines.length) {
    const open = openOf(decision);
    const { others, sent } = await findObstacles(tx, open, lines, holders, sentBy, caller);
    if (others > 0) throw new Refusal(open === 'accept' ? NOTE_TEXTS.notReceiver : NOTE_TEXTS.notSender);
    if (sent > 0)
      throw new Refusal(open === 'accept' ? CUSTODY_TEXTS.acceptOwnSending : CUSTODY_TEXTS.callBack);
    throw new Refusal(NOTE_TEXTS.movedMeanwhile);
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

const waitingHandlers = (waiting: Waiting, rules: CustodyRules): readonly Bound[] => {
  const { list, summary, accept } = waiting === 'accept' ? calls.cnAccept : calls.cnReturn;
  return [
    handle(list, async ({ db, caller }, { search, page }) => {
      const branch = await requestedBranch(db.read, search.branch, caller);
      const holders = await holdersOf(db.read, caller, keepsVaults(caller), branch);
      const { body, next } = await listOpen(db.read, waiting, holders, page, caller);
      return Reply.json(body, { next });
    }),
    handle(summary, ({ db, caller }, args) => summaryOf(db.read, selectedLines(args.list), caller)),
    handle(accept, async ({ tx, caller }, { accept: { lines: asked, flag, reason = '' } }) => {
      const decision = waiting === 'return' ? 'return' : flag === 'Y' ? 'accept' : 'reject';
      const lines = selectedLines(asked);
      const holders = await holdersOf(tx, caller, keepsVaults(caller));
      const isFree = decision !== 'accept' || canAcceptNotes({ isVault: true }, true, rules).ok;
      const whose = { holders, sentBy: isFree ? 'anybody' : 'others' } as const;
      return decide(tx, decision, lines, whose, decision === 'reject' ? reason.trim() : '', caller);
    }),
  ];
};

export const movementHandlers = (rules: CustodyRules): readonly Bound[] => [
  ...outHandlers(rules),
  ...waitingHandlers('accept', rules),
  ...waitingHandlers('return', rules),
];
