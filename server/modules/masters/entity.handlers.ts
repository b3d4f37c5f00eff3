import { entity as calls, type EntityRow } from '#contract/masters/entity.ts';
import { ENTITY_RULES, entityProblems, PAN_CLEARED, type EntityDraft } from '#domain/masters/entity.ts';
import { mandatoryMessage, TEXTS } from '#domain/messages.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { refuseStale } from '#server/platform/record.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { ENTITY_SHEET, entityColumns, entityDraft } from './entity.present.ts';
import {
  ENTITY_TEXTS,
  entityOptions,
  findBranch,
  findEntity,
  insertEntity,
  listEntities,
  lockEntity,
  selectCurrencies,
  updateEntity,
} from './entity.sql.ts';

const FILE_NAMES = { B: 'branches.xlsx', F: 'franchisees.xlsx', S: 'councilors.xlsx' } as const;
const SHEETS = { B: 'Branches', F: 'Franchisees', S: 'Councilors' } as const;

/** A franchise can view its own entity but not change it, because head office sets its margins and licence. */
export function mustNotBeFranchise({ entity }: Caller): void {
  if (entity.type === 'F') throw notAllowed();
}

/**
 * The controlling branch by its id, within the caller's scope. A caller who does not see all branches must choose one
 * in their scope.
 */
async function controllingBranch(
  tx: Transaction,
  { scope }: Caller,
  draft: EntityDraft,
): Promise<number | null> {
  if (draft.type === 'B') return null;
  if (draft.controllingBranch === '') {
    if (scope === 'all') return null;
    throw new Refusal(mandatoryMessage([ENTITY_RULES.controllingBranch.label]));
  }
  const found = await findBranch(tx, draft.controllingBranch);
  if (found !== undefined) return found.srno;
  throw scope === 'all' ? new Refusal(TEXTS.badBranch) : notAllowed();
}

async function lockForChange(tx: Transaction, id: string, draft: EntityDraft, version: number | null) {
  const locked = await lockEntity(tx, id);
  if (locked === undefined) throw notFound();
  if (draft.id !== '' && draft.id !== id) throw new Refusal('The id of an entity cannot be changed.');
  if (draft.type !== locked.type) throw new Refusal(ENTITY_TEXTS.typeStays);
  refuseStale(version, locked);
  return locked.srno;
}

export const entityHandlers: readonly Bound[] = [
  handle(calls.list, async ({ db, caller }, { type, page }) => {
    const { body, next } = await listEntities(db.read, caller.scope, type, page);
    return Reply.json(body, { next });
  }),

  handle(calls.options, async ({ db, caller }, { type, page }) => {
    const { body, next } = await entityOptions(db.read, caller.scope, { type, page });
    return Reply.json(body, { next });
  }),

  handle(calls.franchiseOptions, async ({ db, caller }, { branch, page }) => {
    const { body, next } = await entityOptions(db.read, caller.scope, { type: 'F', branch, page });
    return Reply.json(body, { next });
  }),

  handle(calls.detail, async ({ db, caller }, { entity: { type, id } }) => {
    const found = await findEntity(db.read, caller.scope, type, id);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.save, async ({ tx, caller, version }, { id, record }) => {
    mustNotBeFranchise(caller);
    const isNew = id === '';
    const { draft, panWasCleared } = entityDraft(record);
    if (isNew && draft.type === 'B' && caller.scope !== 'all')
      throw new Problem(403, { err: ENTITY_TEXTS.branchByHeadOffice });
    const srno = isNew ? null : await lockForChange(tx, id, draft, version);
    // The length check uses the text as written, even if an invalid PAN would be cleared later.
    const [problem] = entityProblems({ ...draft, pan: record.pan });
    if (problem !== undefined) throw new Refusal(problem.message);

    const row = entityColumns(draft, await controllingBranch(tx, caller, draft));
    const currencies = record.currencies === undefined ? null : draft.currencies;
    const saved = await (srno === null
      ? insertEntity(tx, draft.id, draft.type, row, draft.currencies, caller)
      : updateEntity(tx, srno, row, currencies, caller));
    if (currencies !== null) await selectCurrencies(tx, saved.srno, currencies);
    const msg = panWasCleared ? `Saved. ${PAN_CLEARED}` : 'Saved.';
    return Reply.of({ err: '', msg, srno: saved.srno, id: saved.id }, { version: saved.version });
  }),

  handle(calls.exported, ({ tx, db, caller }, { type, page }) =>
    exportList<EntityRow>(tx, {
      record: 'entity',
      reply: calls.list.reply,
      query: { type, ...page },
      fileName: FILE_NAMES[type],
      sheet: SHEETS[type],
      columns: ENTITY_SHEET,
      page,
      read: (at) => listEntities(db.read, caller.scope, type, at),
    }),
  ),
];
