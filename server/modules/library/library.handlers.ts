import * as calls from '#contract/library/documents.ts';
import type { LibraryFile, SentDocument } from '#contract/library/documents.ts';
import type { ArgsOf, ReplyOf } from '#contract/define.ts';
import { numberOf } from '#contract/fields.ts';
import { toWire } from '#contract/wire.ts';
import { dateInIndia, readWireDate, type IsoDate } from '#domain/dates.ts';
import { isCategory } from '#domain/library/codes.ts';
import { documentProblem, expiryRange, type DocumentDraft } from '#domain/library/document.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { LIBRARY_TEXTS } from '#domain/library/texts.ts';
import { mayDo } from '#domain/rights.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { refuseStale } from '#server/platform/record.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { entityOptions, usedSubCategories } from './choices.sql.ts';
import {
  findDocument,
  insertDocument,
  insertFile,
  isSeen,
  lockDocument,
  openFile,
  updateDocument,
  type NamedFile,
  type StoredDraft,
} from './document.sql.ts';
import { countExpiring } from './expiry.sql.ts';
import { documentSheet } from './library.present.ts';
import { documentPage, SHELVES, type DocumentQuery, type Shelf } from './list.sql.ts';

type Search = ArgsOf<typeof calls.listDocuments>['search'];

/** The place of the unified documents. */
const UNIFIED = 0;
/** The places whose documents a caller sees; null means all. */
const placesOf = ({ scope }: Caller): readonly number[] | null =>
  scope === 'all' ? null : [UNIFIED, ...scope];
const mayAddTo = ({ rights }: Caller): boolean => mayDo(rights, 'GUIDELINE', 'add');

/** Users without the add flag see what is active and has its file, whatever they ask for. */
function shelvesOf(status: Search['status'], mayAdd: boolean): readonly Shelf[] {
  if (!mayAdd) return ['on'];
  if (status === '1') return ['on', 'bare'];
  return status === '0' ? ['off'] : SHELVES;
}

function dayOf(written: string | undefined): IsoDate | null {
  if (written === undefined || written === '') return null;
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

function queryOf(search: Search, caller: Caller, today: IsoDate): DocumentQuery {
  const category = search.category ?? '';
  const most = Number(search.limit);
  const shared = {
    category: isCategory(category) ? category : null,
    shelves: shelvesOf(search.status, mayAddTo(caller)),
    most: most > 0 ? most : null,
    places: placesOf(caller),
  };
  if (search.expiry !== undefined && search.expiry !== '')
    return { ...shared, order: 'expires', ...expiryRange(search.expiry, today) };
  const isPeriod = search.period === 'PERIOD';
  return {
    ...shared,
    order: 'dated',
    from: isPeriod ? dayOf(search.from) : null,
    to: isPeriod ? dayOf(search.to) : null,
  };
}

/** A day of the form: null if it is empty, 'wrong' if there is no such day. */
function typed(written: string | undefined): DocumentDraft['dated'] {
  if (written === undefined || written.trim() === '') return null;
  return readWireDate(written.trim()) ?? 'wrong';
}

function draftOf(sent: SentDocument, { scope }: Caller): DocumentDraft {
  const visible = sent.visible ?? '';
  return {
    name: sent.name.trim(),
    category: sent.category,
    subCategory1: sent.subCategory1?.trim() ?? '',
    subCategory2: sent.subCategory2?.trim() ?? '',
    dated: typed(sent.dated),
    byWhom: sent.byWhom?.trim() ?? '',
    submittedTo: sent.category === 'R' ? (sent.submittedTo ?? '') : '',
    expires: typed(sent.expires),
    visible: visible === '' ? (scope === 'all' ? 'U' : 'B') : visible,
    branch: sent.branch?.trim() ?? '',
  };
}

/** The document to store. Whoever does not reach every branch adds documents for their own branches only. */
async function checked(read: Executor, sent: SentDocument, caller: Caller): Promise<StoredDraft> {
  const draft = draftOf(sent, caller);
  const problem = documentProblem(draft, null);
  if (problem !== null) throw new Refusal(problem.message);
  const { name, category, subCategory1, subCategory2, dated, byWhom, submittedTo, expires, visible } = draft;
  // The check above has refused these.
  if (category === '' || dated === null || dated === 'wrong' || expires === 'wrong')
    throw new Refusal(LIBRARY_TEXTS.mandatory);
  if (visible === 'U' && caller.scope !== 'all') throw notAllowed();
  const branch = visible === 'U' ? null : await findInReach(read, draft.branch, caller.scope);
  if (branch === undefined) throw notAllowed();
  return {
    name,
    category,
    sub1: subCategory1,
    sub2: subCategory2,
    dated,
    byWhom,
    submittedTo,
    visible,
    branch: branch?.srno ?? null,
    expires,
    active: sent.active ?? true,
  };
}

/** The reason why a change found no document: it cannot be changed by this caller, or there is none. */
const refusalOf = async (tx: Transaction, srno: number) =>
  (await isSeen(tx, srno)) ? notAllowed() : notFound();

async function openFor(tx: Transaction, action: 'view' | 'download', named: NamedFile, caller: Caller) {
  const opened = await openFile(tx, action, named, mayAddTo(caller));
  if (opened === undefined) throw notFound();
  return opened;
}

/** The list of documents, and what a form offers. */
const listHandlers = ({ LIBRARY_REMINDER_DAYS }: Config): readonly Bound[] => [
  handle(calls.listDocuments, async ({ db, caller, requestId, address, now }, { search, page }) => {
    const query = queryOf(search, caller, dateInIndia(now.getTime()));
    if (search.mode !== 'D') {
      const { body, next } = await documentPage(db.read, query, page);
      return Reply.json(body, { next });
    }
    const acting = {
      scope: caller.scope,
      actor: caller.account,
      branch: caller.entity.srno,
      call: 'guideline.getdocs',
      request: requestId,
      address,
    };
    const file = await db.write(acting, (tx) =>
      exportList(tx, {
        reply: calls.listDocuments.reply,
        record: 'library document',
        query: toWire(calls.librarySearch, search) as object,
        fileName: 'documents.xlsx',
        sheet: 'Documents',
        columns: documentSheet(mayAddTo(caller)),
        page: page?.q === undefined ? undefined : { q: page.q },
        read: (at) => documentPage(db.read, query, at),
      }),
    );
    return new SentFile(file);
  }),

  handle(calls.documentEntities, async ({ db, caller }, { page }) => {
    const { body, next } = await entityOptions(db.read, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.documentSubCategories, async ({ db, caller }) => {
    const { first, second } = await usedSubCategories(db.read, placesOf(caller) ?? [UNIFIED]);
    return { first: first as string[], second: second as string[] };
  }),

  handle(calls.expiringDocuments, async ({ db, caller, now }) => {
    const today = dateInIndia(now.getTime());
    const days = { today, soon: expiryRange('SOON', today).to, year: expiryRange('YEAR', today).to };
    const found = await countExpiring(db.read, days, shelvesOf('1', mayAddTo(caller)), placesOf(caller));
    return { today, ...found, reminders: LIBRARY_REMINDER_DAYS } as ReplyOf<typeof calls.expiringDocuments>;
  }),
];

/** One document, its details and its files. */
const documentHandlers = (store: ObjectStore): readonly Bound[] => [
  handle(calls.documentDetail, async ({ db, caller }, { document }) => {
    const srno = numberOf(document);
    const found = await findDocument(db.read, srno, placesOf(caller), mayAddTo(caller));
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.addDocument, async ({ tx, db, caller }, { document }) => {
    const draft = await checked(db.read, document, caller);
    const { srno, version } = await insertDocument(tx, draft, caller);
    return Reply.of({ err: '', msg: '1', srno }, { version });
  }),

  handle(calls.saveDocument, async ({ tx, db, caller, version: seen }, { document }) => {
    const draft = await checked(db.read, document, caller);
    const locked = await lockDocument(tx, document.srno);
    if (locked === undefined) throw await refusalOf(tx, document.srno);
    refuseStale(seen, locked);
    const { version } = await updateDocument(tx, document.srno, draft, caller);
    return Reply.of({ err: '', msg: '1', srno: document.srno }, { version });
  }),

  handle(calls.uploadDocument, async ({ tx, caller, file }, { srno }) => {
    if (file === null) throw new Refusal(FILE_REFUSALS.missing);
    const added = await insertFile(tx, srno, file, caller);
    if (added === undefined) throw await refusalOf(tx, srno);
    return { error: '', message: 'Uploaded.', docdetail: JSON.parse(added.body) as LibraryFile };
  }),

  handle(calls.viewDocument, async ({ tx, caller, log }, { document }) =>
    showDocument(store, await openFor(tx, 'view', document, caller), document.page ?? 1, log),
  ),

  handle(calls.downloadDocument, async ({ tx, caller, log }, { document }) =>
    sendDocument(store, await openFor(tx, 'download', document, caller), log),
  ),
];

export const documentLibraryHandlers = (config: Config, store: ObjectStore): readonly Bound[] => [
  ...listHandlers(config),
  ...documentHandlers(store),
];
