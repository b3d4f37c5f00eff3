import { buffer } from 'node:stream/consumers';
import type { OpenedDocument } from '../db/documents.ts';
import { mimeOf } from '../files/kinds.ts';
import { isPreviewable, openPreview, PreviewRefused } from '../files/preview.ts';
import { ObjectNotFound, type ObjectStore } from '../files/store.ts';
import type { Log } from '../log.ts';
import { AfterCommit, type Sending } from './handler.ts';
import { Refusal } from './problems.ts';

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

/** What a browser can show of a document, as every view of one is answered. */
export function showDocument(store: ObjectStore, document: OpenedDocument, page: number, log: Log) {
  const { extension, hash, kind, file_name } = document;
  if (!isPreviewable(extension)) throw new Refusal(CANNOT_SHOW);
  return new AfterCommit(async () => {
    try {
      const { body, mime, pages } = await openPreview(store, { hash, extension }, page);
      const bytes = await buffer(body);
      return { bs64: bytes.toString('base64'), typ: mime, desc: kind, fname: file_name, pages };
    } catch (error) {
      throw asRefusal(error, log);
    }
  });
}

/** A document as it was uploaded. */
export const sendDocument = (store: ObjectStore, document: OpenedDocument, log: Log): AfterCommit<Sending> =>
  new AfterCommit(async () => {
    try {
      const body = await store.get(document.hash);
      return { fileName: document.file_name, contentType: mimeOf(document.extension), body };
    } catch (error) {
      throw asRefusal(error, log);
    }
  });
