import { useRef, useState } from 'react';
import { addDocument, saveDocument, uploadDocument } from '#contract/library/documents.ts';
import { call } from '#web/wire/call.ts';
import type { CallOptions } from '#web/wire/post.ts';
import { upload } from '#web/wire/upload.ts';
import { documentOf, type FormDraft } from './documentDraft.ts';

export interface SavedDocument {
  readonly srno: number;
  /** False if the user cancelled the upload of the file. */
  readonly isWhole: boolean;
}

const same = (one: FormDraft, other: FormDraft | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves the details of a document, then its file. If the file fails, the details stay saved: the next attempt sends only
 * what has changed since, so that a new document is added once.
 */
export function useDocumentSave(opened: number) {
  const stored = useRef<{ readonly srno: number; readonly draft: FormDraft } | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);

  async function saveDetails(
    draft: FormDraft,
    before: FormDraft | null,
    options: CallOptions,
  ): Promise<number> {
    const srno = stored.current?.srno ?? opened;
    if (same(draft, stored.current?.draft ?? before)) return srno;
    const document = documentOf(draft);
    const { reply } =
      srno === 0
        ? await call(addDocument, { document }, options)
        : await call(
            saveDocument,
            { document: { ...document, srno } },
            stored.current === null ? options : { ...options, version: undefined },
          );
    stored.current = { srno: reply.srno, draft };
    return reply.srno;
  }

  async function sendFile(srno: number, file: File): Promise<boolean> {
    const controller = new AbortController();
    sending.current = controller;
    setPart(0);
    try {
      await upload(uploadDocument, { srno }, file, { signal: controller.signal, onProgress: setPart });
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      throw error;
    } finally {
      setPart(null);
    }
  }

  return {
    /** How much of the file is sent, from 0 to 1; null while none is. */
    part,
    cancel: () => sending.current?.abort(),
    async save(
      draft: FormDraft,
      before: FormDraft | null,
      file: File | null,
      options: CallOptions,
    ): Promise<SavedDocument> {
      const srno = await saveDetails(draft, before, options);
      return { srno, isWhole: file === null || (await sendFile(srno, file)) };
    },
  };
}
