import * as calls from '#contract/licences/approval.ts';
import type { LicenceDocument } from '#contract/licences/approval.ts';
import { fromWire } from '#contract/wire.ts';
import { dateInIndia, readWireDate } from '#domain/dates.ts';
import { decisionProblem, LICENCE_FLOW, LICENCE_TEXTS } from '#domain/licences/licences.ts';
import { licenceDocuments } from '#server/modules/masters/index.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { refuseStale } from '#server/platform/record.ts';
import { findEntity, listDocuments, listEntities, type DocumentQuery } from './documents.sql.ts';
import { queueDecisionMail } from './reminder.sql.ts';

interface Filters {
  readonly entityFilter: string;
  readonly statusFilter: '' | 'ALL' | LicenceDocument['status'];
}

/** A franchisee never decides about its own documents, whatever rights its users are given. */
export function mustNotBeFranchise({ entity }: Caller): void {
  if (entity.type === 'F') throw notAllowed();
}

async function queryOf(
  on: Executor,
  { entityFilter, statusFilter }: Filters,
  { scope }: Caller,
): Promise<DocumentQuery> {
  const named = entityFilter.trim();
  const entity = named === '' || named === 'ALL' ? null : await findEntity(on, named, scope);
  if (entity === undefined) throw notAllowed();
  const status = statusFilter === '' || statusFilter === 'ALL' ? null : statusFilter;
  return { entity: entity?.srno ?? null, status };
}

/** The licence documents in reach, and the decisions about them. */
export const approvalHandlers = (store: ObjectStore): readonly Bound[] => [
  handle(calls.licenceEntities, async ({ db, caller }) =>
    Reply.json((await listEntities(db.read, caller.scope)).body),
  ),

  handle(calls.listLicenceDocuments, async ({ db, caller }, { search, page }) => {
    const query = await queryOf(db.read, search, caller);
    const { body, next } = await listDocuments(db.read, query, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.decideLicenceDocument, async ({ tx, caller, version: seen, now }, { decision }) => {
    mustNotBeFranchise(caller);
    const { lineNo, status, entity, reason = '', expires = '' } = decision;
    const problem = decisionProblem({ status, reason, expiry: expires }, dateInIndia(now.getTime()));
    if (problem !== null) throw new Refusal(problem);
    const query = await queryOf(tx, decision, caller);
    const wanted = {
      srno: lineNo,
      entityId: entity.trim(),
      status,
      reason: status === 'R' ? reason.trim() : '',
      expiresOn: status === 'A' ? readWireDate(expires) : null,
    };
    const decided = await licenceDocuments.decideDocument(tx, wanted, seen, caller);
    if (decided === undefined) {
      const found = await licenceDocuments.findDocument(tx, lineNo, wanted.entityId);
      if (found === undefined) throw notFound();
      refuseStale(seen, found);
      const step = LICENCE_FLOW.can(found.status, status, null);
      throw new Refusal(step.ok ? LICENCE_TEXTS.noFurtherStep : step.why);
    }
    await queueDecisionMail(tx, decided.srno, decided.version);
    const { body } = await listDocuments(tx, query, undefined, caller.scope);
    return Reply.of(
      {
        err: '',
        documents: fromWire(calls.listLicenceDocuments.reply, JSON.parse(body)) as LicenceDocument[],
      },
      { version: decided.version },
    );
  }),

  handle(calls.viewLicenceDocument, async ({ tx, log }, { document: { lineNo, page = 1 } }) => {
    const opened = await licenceDocuments.openDocument(tx, 'view', lineNo);
    if (opened === undefined) throw notFound();
    return showDocument(store, opened, page, log);
  }),

  handle(calls.downloadLicenceDocument, async ({ tx, log }, { document: { lineNo } }) => {
    const opened = await licenceDocuments.openDocument(tx, 'download', lineNo);
    if (opened === undefined) throw notFound();
    return sendDocument(store, opened, log);
  }),
];
