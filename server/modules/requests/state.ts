import { rupees } from '#domain/money.ts';
import type { Answer } from '#domain/answer.ts';
import {
  canApprove,
  canEdit,
  canRemoveDocument,
  canSendLink,
  canUnlock,
  LEVELS,
  type Actor,
  type ApprovalRules,
  type Level,
  type RequestState,
} from '#domain/requests/approval.ts';
import { isSale, type TransactionType } from '#domain/requests/codes.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { StateRow } from './state.sql.ts';

export function stateOf(row: StateRow): RequestState {
  const approval = (by: number | null) => (by === null ? null : { by: String(by), version: row.version });
  return {
    submitted: row.submitted,
    status: row.status,
    hasBranch: row.branch !== null,
    approvals: {
      BM: approval(row.bm_by),
      ZM: approval(row.zm_by),
      CM: approval(row.cm_by),
      FM: approval(row.fm_by),
    },
    received: rupees(row.received),
    grandTotal: rupees(row.grand_total),
    version: row.version,
    makers: row.makers.map(String),
    sale: row.type !== '' && isSale(row.type as TransactionType),
    out: row.is_out,
    in: row.is_in,
    linkRequested: row.link_requested,
    linkSent: row.link_sent,
  };
}

export const actorOf = ({ account, rights }: Caller): Actor => ({ user: String(account), rights });

export const WITHDRAWN = 'The request has been withdrawn.';

/** Applies a rule to a request. A withdrawn request allows nothing. */
const answered = (row: StateRow, rule: (state: RequestState) => Answer): Answer =>
  row.withdrawn_at === null ? rule(stateOf(row)) : { ok: false, why: WITHDRAWN };

export const mayApprove = (row: StateRow, level: Level, caller: Caller, rules: ApprovalRules): Answer =>
  answered(row, (state) => canApprove(level, state, actorOf(caller), rules));
export const mayUnlock = (row: StateRow, caller: Caller): Answer =>
  answered(row, (state) => canUnlock(state, actorOf(caller)));
export const mayEdit = (row: StateRow, caller: Caller): Answer =>
  answered(row, (state) => canEdit(state, actorOf(caller)));
export const mayRemoveDocument = (row: StateRow, caller: Caller): Answer =>
  answered(row, (state) => canRemoveDocument(state, actorOf(caller)));
const maySendLink = (row: StateRow, caller: Caller): Answer =>
  answered(row, (state) => canSendLink(state, actorOf(caller)));

const shown = (answer: Answer) => ({ ok: answer.ok, why: answer.ok ? '' : answer.why });

/** The actions that the caller can take on a request now, with the reason if not. */
export const possibilities = (row: StateRow, caller: Caller, rules: ApprovalRules) => ({
  ...Object.fromEntries(LEVELS.map((level) => [level, shown(mayApprove(row, level, caller, rules))])),
  unlock: shown(mayUnlock(row, caller)),
  edit: shown(mayEdit(row, caller)),
  link: shown(maySendLink(row, caller)),
});
