import { entity as calls, type EntityDocument } from '#contract/masters/entity.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { documentKinds, insertDocument, lockDocument, openDocument, removeDocument } from './document.sql.ts';
import { mustNotBeFranchise } from './entity.handlers.ts';

/** The KYC and licence documents of entities; their bytes are in the object store. */
export function documentHandlers(store: ObjectStore): readonly Bound[] {
  return [
    handle(calls.documentKinds, async ({ db }) => Reply.json((await documentKinds(db.read)).body)),

    handle(calls.documentUpload, async ({ tx, caller, file }, { srno, docid }) => {
      mustNotBeFranchise(caller);
      const added = file === null ? undefined : await insertDocument(tx, srno, docid, file, caller);
      if (added === undefined) throw notFound();
      return { error: '', message: 'Uploaded.', docdetail: JSON.parse(added.body) as EntityDocument };
    }),

    handle(calls.documentView, async ({ tx, log }, { document: { srno, filename, page = 1 } }) => {
      const document = await openDocument(tx, 'view', [srno, filename]);
      if (document === undefined) throw notFound();
      return showDocument(store, document, page, log);
    }),

    handle(calls.documentDownload, async ({ tx, log }, { document: { srno, filename } }) => {
      const document = await openDocument(tx, 'download', [srno, filename]);
      if (document === undefined) throw notFound();
      return sendDocument(store, document, log);
    }),

    handle(calls.documentRemove, async ({ tx, caller }, { document: { srno, filename } }) => {
      mustNotBeFranchise(caller);
      const locked = await lockDocument(tx, srno, filename);
      if (locked === undefined) throw notFound();
      if (locked.status === 'A') throw new Refusal('An approved document cannot be removed.');
      await removeDocument(tx, srno, caller);
      return { err: '', msg: 'Removed.', srno };
    }),
  ];
}
