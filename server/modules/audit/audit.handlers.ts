import * as calls from '#contract/audit/audit.ts';
import { numberOf } from '#contract/fields.ts';
import {
  AUDIT_FLOW,
  auditYears,
  existsMessage,
  missingMessage,
  newAuditProblem,
  type NewAudit,
} from '#domain/audit/audit.ts';
import type { AuditStatus } from '#domain/audit/codes.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { dateInIndia, readWireDate } from '#domain/dates.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale } from '#server/platform/record.ts';
import { findBranch, insertAudit, lockBranch } from './create.sql.ts';
import { findAudit } from './detail.sql.ts';
import { fillCounts } from './figures.sql.ts';
import type { AuditFiles } from './files.ts';
import { auditPage } from './list.sql.ts';
import { letterheadNow } from './letterhead.ts';
import { reportFacts } from './report.sql.ts';
import { saveTabs } from './save.ts';
import {
  closeAudit,
  lockAudit,
  moveAudit,
  noteUnchanged,
  storeLastMonth,
  type AuditHead,
} from './save.sql.ts';
import type { StoredLetterhead } from './report.present.ts';

const isAll = (written: string | undefined): written is undefined | '' | 'ALL' =>
  written === undefined || written === '' || written === 'ALL';

async function requestedBranch(
  read: Executor,
  id: string | undefined,
  caller: Caller,
): Promise<number | null> {
  if (isAll(id)) return null;
  const found = await findInReach(read, id, caller.scope);
  if (found === undefined) throw notAllowed();
  return found.srno;
}

/** The branch of a new audit. A franchise has no branch to audit. */
async function branchToAudit(read: Executor, id: string, { scope, entity }: Caller): Promise<number> {
  if (entity.type === 'F') throw notAllowed();
  const found = await findBranch(read, id);
  if (found === undefined) throw new Refusal(missingMessage(['branch']));
  if (scope !== 'all' && !scope.includes(found.srno)) throw notAllowed();
  return found.srno;
}

/** The detail as the answer to a change of the audit. */
export async function changedDetail(tx: Transaction, srno: number) {
  const found = await findAudit(tx, srno, 'all');
  if (found === undefined) throw notFound();
  return found;
}

/** Whether the status of an audit is to change; throws if it cannot. */
function isMove(head: AuditHead, to: AuditStatus | undefined, version: number | null): to is AuditStatus {
  if (head.status === 'C') throw new Refusal(AUDIT_REFUSALS.closed);
  if (to === undefined || to === head.status) return false;
  const answer = AUDIT_FLOW.can(head.status, to, { mayChange: true });
  if (!answer.ok) throw new Refusal(answer.why);
  refuseStale(version, head);
  return true;
}

async function changeStatus(
  tx: Transaction,
  srno: number,
  head: AuditHead,
  to: AuditStatus,
  letterhead: StoredLetterhead | null,
  caller: Caller,
): Promise<void> {
  if (to !== 'C' || letterhead === null) {
    await moveAudit(tx, srno, to === 'R' ? 'R' : 'P', caller);
    return;
  }
  if (head.previous !== null) await storeLastMonth(tx, srno, head.previous);
  // What a closed audit counts is what it counted when it was closed.
  await fillCounts(tx, srno, caller);
  const facts = await reportFacts(tx, srno);
  await closeAudit(tx, srno, { facts, letterhead }, caller);
}

/** The list of audits, their header and their tabs. */
export const auditHandlers = (config: Config, files: AuditFiles): readonly Bound[] => [
  handle(calls.auditChoices, async ({ now }) => {
    const today = dateInIndia(now.getTime());
    return { years: [...auditYears(config.FIRST_AUDIT_YEAR, today)], today };
  }),

  handle(calls.listAudits, async ({ db, caller }, { search, page }) => {
    const branch = await requestedBranch(db.read, search.branch, caller);
    const status = isAll(search.status) ? null : search.status;
    const { body, next } = await auditPage(db.read, { branch, status }, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.createAudit, async ({ tx, db, caller, now }, { audit: written }) => {
    const today = dateInIndia(now.getTime());
    const typedDate = written.date?.trim() ?? '';
    const date = typedDate === '' ? null : readWireDate(typedDate);
    const audit: NewAudit = {
      branch: written.branch.trim(),
      year: written.year === '' ? null : written.year,
      month: written.month === '' ? null : written.month,
      date,
      cashier: written.cashier.trim(),
      manager: written.manager.trim(),
    };
    const problem = newAuditProblem(audit, config.FIRST_AUDIT_YEAR, today);
    if (problem !== null) throw new Refusal(problem.message);
    if (typedDate !== '' && date === null) throw new Refusal(AUDIT_REFUSALS.noDate);
    const { year, month, cashier, manager } = audit;
    if (year === null || month === null) throw new Refusal(missingMessage(['month']));
    const branch = await branchToAudit(db.read, audit.branch, caller);
    await lockBranch(tx, branch);
    const row = { branch, year, month, date: date ?? today, cashier, manager };
    const added = await insertAudit(tx, row, caller);
    if (added === undefined) throw new Refusal(existsMessage(year, month));
    return Reply.of({ err: '', msg: 'Saved.', srno: added.srno }, { version: added.version });
  }),

  handle(calls.detailAudit, async ({ db, caller }, { audit }) => {
    const found = await findAudit(db.read, numberOf(audit), caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.saveAudit, async ({ tx, db, caller, version }, { audit: written }) => {
    const { srno, status: to } = written;
    // The letterhead reads the object store, so it is loaded before any lock is taken.
    const letterhead = to === 'C' ? await letterheadNow(db.read, files) : null;
    const head = await lockAudit(tx, srno, to === undefined ? 'share' : 'alone');
    if (head === undefined) throw notFound();
    const moves = isMove(head, to, version);
    const saved = await saveTabs(tx, written, head, caller);
    if (moves) await changeStatus(tx, srno, head, to, letterhead, caller);
    else if (saved === 0) await noteUnchanged(tx, srno, head.branch);
    const { body, version: after } = await changedDetail(tx, srno);
    return Reply.json(body, { version: after });
  }),
];
