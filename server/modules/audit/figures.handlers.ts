import * as calls from '#contract/audit/figures.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Transaction } from '#server/platform/database.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { changedDetail } from './audit.handlers.ts';
import { fillBusiness, fillCounts } from './figures.sql.ts';
import { lockAudit, noteUnchanged, type AuditHead } from './save.sql.ts';

/** The audit whose figures are filled, locked so that nobody closes it meanwhile. */
async function openAudit(tx: Transaction, srno: number): Promise<AuditHead> {
  const head = await lockAudit(tx, srno, 'share');
  if (head === undefined) throw notFound();
  if (head.status === 'C') throw new Refusal(AUDIT_REFUSALS.closed);
  return head;
}

/** The detail was built by PostgreSQL as JSON. */
async function filled<Filled>(tx: Transaction, srno: number) {
  const { body, version } = await changedDetail(tx, srno);
  return Reply.json<Filled>(`{"error":"","detail":${body}}`, { version });
}

/** The figures of an audit that the server computes. */
export const figureHandlers: readonly Bound[] = [
  handle(calls.countTransactions, async ({ tx, caller }, { audit: { srno } }) => {
    const { branch } = await openAudit(tx, srno);
    if ((await fillCounts(tx, srno, caller)) === 0) await noteUnchanged(tx, srno, branch);
    return filled(tx, srno);
  }),

  handle(calls.fillBusiness, async ({ tx, caller }, { audit: { srno, year, month, branch } }) => {
    const head = await openAudit(tx, srno);
    const isOther =
      (year ?? head.year) !== head.year ||
      (month ?? head.month) !== head.month ||
      (branch !== undefined && branch !== '' && (await findInReach(tx, branch, 'all'))?.srno !== head.branch);
    if (isOther) throw new Refusal(AUDIT_REFUSALS.otherMonth);
    await fillBusiness(tx, srno, caller);
    return filled(tx, srno);
  }),
];
