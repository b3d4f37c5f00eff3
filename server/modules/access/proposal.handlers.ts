import {
  decideRetention,
  decideRights,
  decideStock,
  decideUsers,
  proposalList,
  type Proposal,
} from '#contract/access/proposals.ts';
import { fromWire } from '#contract/wire.ts';
import { PROPOSAL_TEXTS, type CheckedKind } from '#domain/access/proposals.ts';
import { meetsNeed } from '#domain/rights.ts';
import { differenceOf } from '#domain/trail.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { isForNew, parseFields } from '#server/platform/dispatch/dispatch.ts';
import { handle, Reply, type Bound, type Context } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { findProposal, listProposals, takeProposal } from '#server/platform/dispatch/proposal.sql.ts';
import type { BoundCall } from '#server/platform/dispatch/registry.ts';
import { findProposalNames } from './proposal.sql.ts';
import { kindsOf } from './proposal.waiting.ts';

type WriteContext = Context<typeof decideUsers>;
type CallNamed = (name: string) => BoundCall | undefined;

type Fields = Readonly<Record<string, unknown>> | null;
type StoredRow = Omit<Proposal, 'changes' | 'name'> & {
  readonly changes: readonly { action: string; record: string; before: Fields; after: Fields }[];
};

/** The key of a record among those of a page of proposals. */
const keyOf = (kind: string, record: string): string => `${kind} ${record}`;

/** The names of the users and right groups that these proposals change. */
async function namesOf(on: Executor, rows: readonly StoredRow[]): Promise<ReadonlyMap<string, string>> {
  const numbers = (kind: CheckedKind) =>
    rows.filter((row) => row.kind === kind && row.record !== '').map((row) => Number(row.record));
  const found = await on.rows(findProposalNames, [numbers('users'), numbers('rights')]);
  return new Map(found.map(({ kind, record, name }) => [keyOf(kind, record), name]));
}

/** A proposal with its changes field by field, as the trail shows them. */
const presented = ({ changes, ...row }: StoredRow, names: ReadonlyMap<string, string>): Proposal => ({
  ...row,
  name: names.get(keyOf(row.kind, row.record)) ?? '',
  changes: changes.map(({ action, record, before, after }) => ({
    action,
    record,
    difference: [...differenceOf(before, after)],
  })),
});

interface Stored {
  readonly call: string;
  readonly fields: unknown;
  readonly version: number | null;
}

/**
 * Makes the change in the name of the user who approves it, in the same transaction and by the handler of the call
 * itself, with all its checks: rights, reach, version.
 */
async function apply(
  context: WriteContext,
  { call: name, fields, version }: Stored,
  callNamed: CallNamed,
): Promise<void> {
  const call = callNamed(name);
  if (call === undefined) throw new Refusal('This program does not know the proposed change.');
  const args = parseFields(call, fields as readonly string[]);
  const { caller } = context;
  if (!meetsNeed(caller, call.declared.right, isForNew(call.declared, args))) throw notAllowed();
  const { tx, db, requestId, address, agent, now, log, signal } = context;
  const cookie = (cookieName: string) => context.cookie(cookieName);
  const inner = { tx, db, requestId, address, agent, now, log, signal, cookie, caller, version };
  await call.handle({ ...inner, isUnconfirmed: false } as never, args as never);
}

interface Decision {
  readonly srno: number;
  readonly decision: 'approved' | 'refused' | 'withdrawn';
  readonly remark: string;
}

async function decide(
  context: WriteContext,
  kind: CheckedKind,
  { srno, decision, remark }: Decision,
  callNamed: CallNamed,
) {
  const { tx, caller } = context;
  if (decision === 'refused' && remark.trim() === '') throw new Refusal(PROPOSAL_TEXTS.needsRemark);
  const values = [srno, decision, caller.account, caller.name, remark.trim(), kind];
  const taken = await tx.maybe(takeProposal, values);
  if (taken === undefined) {
    const found = await tx.maybe(findProposal, [srno, caller.account, kind]);
    if (found === undefined) throw notFound();
    if (!found.is_waiting) throw new Refusal(PROPOSAL_TEXTS.gone);
    throw new Refusal(found.is_own ? PROPOSAL_TEXTS.own : PROPOSAL_TEXTS.notOwn);
  }
  if (decision === 'approved') await apply(context, taken, callNamed);
  return { err: '', msg: PROPOSAL_TEXTS[decision] };
}

export const proposalHandlers = (callNamed: CallNamed): readonly Bound[] => [
  handle(proposalList, async ({ db, caller }, { page }) => {
    const kinds = kindsOf(caller);
    if (kinds.length === 0) return [];
    const { body, next } = await listProposals(db.read, page, { kinds, scope: entitiesIn(caller.scope) });
    const rows = fromWire(proposalList.reply, JSON.parse(body)) as StoredRow[];
    const names = await namesOf(db.read, rows);
    return Reply.of(
      rows.map((row) => presented(row, names)),
      { next },
    );
  }),

  handle(decideUsers, (context, { decision }) => decide(context, 'users', decision, callNamed)),
  handle(decideRights, (context, { decision }) => decide(context, 'rights', decision, callNamed)),
  handle(decideStock, (context, { decision }) => decide(context, 'stock', decision, callNamed)),
  handle(decideRetention, (context, { decision }) => decide(context, 'retention', decision, callNamed)),
];
