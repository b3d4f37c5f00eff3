import * as calls from '#contract/flash/flash.ts';
import { dateInIndia, readWireDate, type IsoDate } from '#domain/dates.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { existsMessage, FLASH_FLOW, newFlashProblem } from '#domain/flash/flash.ts';
import { FLASH_REFUSALS, FLASH_TEXTS } from '#domain/flash/texts.ts';
import { mayDo } from '#domain/rights.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale } from '#server/platform/record.ts';
import {
  findBranch,
  findFlash,
  flashPage,
  insertFlash,
  lockFlash,
  moveFlash,
  openFlashFile,
  type NamedFlashFile,
  type NewFlashRow,
} from './audit.sql.ts';
import type { FlashFiles } from './files.ts';

const isAll = (written: string | undefined): written is undefined | '' | 'ALL' =>
  written === undefined || written === '' || written === 'ALL';

interface WrittenHeader {
  readonly branch: string;
  readonly date: string;
  readonly cashier: string;
  readonly remark?: string | undefined;
}

/** A new audit as it is stored; throws what is wrong with it. A franchise has no branch to audit. */
async function readHeader(
  read: Executor,
  written: WrittenHeader,
  { scope, entity }: Caller,
  today: IsoDate,
): Promise<NewFlashRow> {
  const typedDate = written.date.trim();
  const day = readWireDate(typedDate);
  const [cashier, remark] = [written.cashier.trim(), (written.remark ?? '').trim()];
  const problem = newFlashProblem({ branch: written.branch, date: day, cashier, remark }, today);
  if (problem?.fields.join() === 'date' && typedDate !== '' && day === null)
    throw new Refusal(FLASH_REFUSALS.noDate);
  if (problem !== null || day === null)
    throw new Refusal(problem === null ? FLASH_REFUSALS.noDate : problem.message);
  if (entity.type === 'F') throw notAllowed();
  const branch = await findBranch(read, written.branch);
  if (branch === undefined) throw new Refusal(FLASH_TEXTS.notAdded);
  if (scope !== 'all' && !scope.includes(branch.srno)) throw notAllowed();
  return { branch: branch.srno, day, cashier, remark };
}

/** Opens a file for a caller. An old audit belongs to the audits, whose screen the caller must see. */
async function openFor(
  tx: Transaction,
  action: 'view' | 'download',
  document: NamedFlashFile,
  { rights }: Caller,
) {
  const found = await openFlashFile(tx, action, document);
  if (found === undefined) throw notFound();
  if (document.doctype === 'OLDFLASH' && !mayDo(rights, 'FLASH', 'query')) throw notAllowed();
  return found;
}

/** The list of flash audits, their headers, and the files of the old ones. */
export const headerHandlers = ({ store }: FlashFiles): readonly Bound[] => [
  handle(calls.listFlashAudits, async ({ db, caller }, { search, page }) => {
    const named = search.branch?.trim();
    const branch = isAll(named) ? null : await findInReach(db.read, named, caller.scope);
    if (branch === undefined) throw notAllowed();
    const status = isAll(search.status) ? null : search.status;
    const query = { branch: branch?.srno ?? null, status };
    const { body, next } = await flashPage(db.read, query, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.saveFlashAudit, async ({ tx, db, caller, now }, { audit }) => {
    const row = await readHeader(db.read, audit, caller, dateInIndia(now.getTime()));
    const added = await insertFlash(tx, row, null, caller);
    if (added === undefined) throw new Problem(200, { err: existsMessage(row.day), msg: '2', srno: 0 });
    return Reply.of({ err: '', msg: '1' as const, srno: added.srno }, { version: added.version });
  }),

  handle(calls.uploadOldFlash, async ({ tx, db, caller, file, now }, meta) => {
    if (file === null) throw new Refusal(FILE_REFUSALS.missing);
    const row = await readHeader(db.read, meta, caller, dateInIndia(now.getTime()));
    const added = await insertFlash(tx, row, file, caller);
    if (added === undefined) throw new Refusal(existsMessage(row.day));
    return { error: '', message: 'Uploaded.', srno: added.srno };
  }),

  handle(calls.flashDetails, async ({ db, caller }, { audit: { srno } }) => {
    const found = await findFlash(db.read, srno, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.setFlashStatus, async ({ tx, caller, version: seen }, { audit: { srno, status } }) => {
    const head = await lockFlash(tx, srno, 'alone');
    if (head === undefined) throw notFound();
    if (head.status === 'C') throw new Refusal(FLASH_REFUSALS.closed);
    refuseStale(seen, head);
    const answer = FLASH_FLOW.can(head.status, status, { mayAdd: true });
    if (!answer.ok) throw new Refusal(answer.why);
    const moved = await moveFlash(tx, srno, status, caller);
    if (moved === undefined) throw new Refusal(FLASH_REFUSALS.closed);
    return Reply.of(
      { err: '', msg: `The status is ${FLASH_FLOW.words[status]} now.`, status },
      { version: moved.version },
    );
  }),

  handle(calls.viewFlashFile, async ({ tx, caller, log }, { document }) =>
    showDocument(store, await openFor(tx, 'view', document, caller), document.page ?? 1, log),
  ),

  handle(calls.downloadFlashFile, async ({ tx, caller, log }, { document }) =>
    sendDocument(store, await openFor(tx, 'download', document, caller), log),
  ),
];
