import { buffer } from 'node:stream/consumers';
import type { OpenedDocument } from '../db/documents.ts';
import { mimeOf } from '../files/kinds.ts';
import { BUSY_TEXT, Busy, createGate } from '../gate.ts';
import { DOCUMENT_GATE } from '../limits.ts';
import { isPreviewable, openPreview, PreviewRefused } from '../files/preview.ts';
import { ObjectNotFound, type ObjectStore } from '../files/store.ts';
import type { Log } from '../log.ts';
import { AfterCommit, type Sending } from './handler.ts';
import { Refusal } from './problems.ts';

const CANNOT_SHOW = 'This kind of file cannot be shown. Please download it.';
const NO_PREVIEW = 'This document cannot be shown. Please download it.';
const FILE_MISSING = 'The file of this document is missing. Please tell your administrator.';

/** Bounds the documents in progress, because a document is sent whole, in base64. */
const whole = createGate(DOCUMENT_GATE);

/** Converts failures of the store or the preview to messages for the user. A missing file is also logged. */
function asRefusal(error: unknown, log: Log): unknown {
  if (error instanceof Busy) return new Refusal(BUSY_TEXT);
  if (error instanceof PreviewRefused) return new Refusal(error.reason === 'busy' ? BUSY_TEXT : NO_PREVIEW);
  if (!(error instanceof ObjectNotFound)) return error;
  log.error({ err: error }, 'a document without its file');
  return new Refusal(FILE_MISSING);
}

/** The displayable form of a document. Every view of a document returns it. */
export function showDocument(store: ObjectStore, document: OpenedDocument, page: number, log: Log) {
  const { extension, hash, kind, file_name } = document;
  if (!isPreviewable(extension)) throw new Refusal(CANNOT_SHOW);
  return new AfterCommit(async () => {
    try {
      const { body, mime, pages } = await openPreview(store, { hash, extension }, page);
      const content = await whole
        .run(async () => (await buffer(body)).toString('base64'))
        .finally(() => body.destroy());
      return { content, type: mime, description: kind, filename: file_name, pages };
    } catch (error) {
      throw asRefusal(error, log);
    }
  });
}

/** The original file of a document. */
export const sendDocument = (store: ObjectStore, document: OpenedDocument, log: Log): AfterCommit<Sending> =>
  new AfterCommit(async () => {
    try {
      const body = await store.get(document.hash);
      return { fileName: document.file_name, contentType: mimeOf(document.extension), body };
    } catch (error) {
      throw asRefusal(error, log);
    }
  });
