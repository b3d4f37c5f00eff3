import { buffer } from 'node:stream/consumers';
import { entity as calls, type EntityDocument } from '#contract/masters/entity.ts';
import type { Log } from '#server/platform/log.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { mimeOf } from '#server/platform/files/kinds.ts';
import { isPreviewable, openPreview, PreviewRefused } from '#server/platform/files/preview.ts';
import { ObjectNotFound, type ObjectStore } from '#server/platform/files/store.ts';
import { documentKinds, insertDocument, lockDocument, openDocument, removeDocument } from './document.sql.ts';
import { mustNotBeFranchise } from './entity.handlers.ts';

const CANNOT_SHOW = 'This kind of file cannot be shown. Please download it.';
const NO_PREVIEW = 'This document cannot be shown. Please download it.';
const FILE_MISSING = 'The file of this document is missing. Please tell your administrator.';

/** What the store or the preview cannot do, as the user reads it. A file that is gone is for the log as well. */
function asRefusal(error: unknown, log: Log): unknown {
  if (error instanceof PreviewRefused) return new Refusal(NO_PREVIEW);
  if (!(error instanceof ObjectNotFound)) return error;
  log.error({ err: error }, 'a document without its file');
  return new Refusal(FILE_MISSING);
}

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
      const document = await openDocument(tx, 'view', srno, filename);
      if (document === undefined) throw notFound();
      const { extension, hash, kind } = document;
      if (!isPreviewable(extension)) throw new Refusal(CANNOT_SHOW);
      try {
        const preview = await openPreview(store, { hash, extension }, page);
        const bytes = await buffer(preview.body);
        return {
          bs64: bytes.toString('base64'),
          typ: preview.mime,
          desc: kind,
          fname: document.file_name,
          pages: preview.pages,
        };
      } catch (error) {
        throw asRefusal(error, log);
      }
    }),

    handle(calls.documentDownload, async ({ tx, log }, { document: { srno, filename } }) => {
      const document = await openDocument(tx, 'download', srno, filename);
      if (document === undefined) throw notFound();
      try {
        const body = await store.get(document.hash);
        return { fileName: document.file_name, contentType: mimeOf(document.extension), body };
      } catch (error) {
        throw asRefusal(error, log);
      }
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
