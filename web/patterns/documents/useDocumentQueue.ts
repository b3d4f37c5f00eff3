import { useEffect, useRef, useState, type ReactNode } from 'react';
import { documentRefusal, fileRefusal } from '#domain/files.ts';
import { messageOf, userMessage } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';
import { documentText as text } from '#web/texts/documents.ts';
import { useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { asideButtonOf, kindFieldOf, retryButtonOf, type QueuedFile } from './QueuedDocument.tsx';
import type { DocumentsOf } from './documentsOf.ts';
import { sendOneByOne } from './sendOneByOne.ts';

/** Files that are chosen and not uploaded yet. Whoever leaves the screen loses them, so that it must ask first. */
export interface DocumentQueue {
  readonly files: readonly QueuedFile[];
  /** The one on its way, and how much of it has been sent; null while nothing is. */
  readonly sending: { readonly id: number; readonly part: number } | null;
  /** Whether a kind that was not chosen is marked. */
  readonly showsMissing: boolean;
  /** How many have been uploaded since the screen was opened. */
  readonly uploaded: number;
  /** What the last upload did, in words. */
  readonly news: { readonly words: string } | null;
  /** Without a kind, the name of the file suggests one. */
  readonly add: (file: File, kind?: string) => void;
  readonly change: (file: QueuedFile, to: Partial<QueuedFile>) => void;
  readonly putAside: (file: QueuedFile) => void;
  /** Whether none waits now; `files` are those that are shown. */
  readonly isEmpty: () => boolean;
  /** Tells the first specified refusal of what is chosen; whether there is one. */
  readonly tellRefusal: () => boolean;
  /** Uploads to a stored record one by one; without a name, all of them. Those that fail stay. */
  readonly send: (srno: number, only?: QueuedFile) => Promise<void>;
  readonly cancel: () => void;
  readonly modal: ReactNode;
}

type Uploads = Pick<
  DocumentsOf<never>,
  'calls' | 'kindRefusal' | 'guessKind' | 'maxRemarkChars' | 'uploadFields'
>;

/** `onUploaded` is called for each document with the record's number and the `docdetail` of the reply. */
export function useDocumentQueue(
  { calls, kindRefusal, guessKind, maxRemarkChars, uploadFields }: Uploads,
  onUploaded: (srno: number, docdetail: unknown) => unknown,
): DocumentQueue {
  const [files, setFiles] = useState<readonly QueuedFile[]>([]);
  // A save takes its time, and what is chosen meanwhile counts.
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });
  const lastId = useRef(0);
  const [sendingId, setSendingId] = useState(0);
  const [showsMissing, setShowsMissing] = useState(false);
  const [uploaded, setUploaded] = useState(0);
  const [news, setNews] = useState<{ words: string } | null>(null);
  const [modal, showMessage] = useMessage();
  const uploading = useUploading((error) => {
    const words = userMessage(error);
    if (words !== null) showMessage(words);
  });

  const putAside = ({ id }: QueuedFile) => setFiles((before) => before.filter((each) => each.id !== id));
  const change = ({ id }: QueuedFile, to: Partial<QueuedFile>) =>
    setFiles((before) => before.map((each) => (each.id === id ? { ...each, ...to } : each)));

  const refusalOf = (file: QueuedFile) => documentRefusal(file, kindRefusal);

  /** The specified refusals, before anything is sent; the focus then goes to what is at fault. */
  function tellRefusal(chosen: readonly QueuedFile[]): boolean {
    const file = chosen.find((each) => refusalOf(each) !== null);
    if (file === undefined) return false;
    const isKind = kindRefusal(file.kind) !== null;
    setShowsMissing(true);
    showMessage(refusalOf(file) ?? '', `#${isKind ? kindFieldOf(file) : asideButtonOf(file)}`);
    return true;
  }

  async function send(srno: number, only?: QueuedFile): Promise<void> {
    const chosen = only === undefined ? latest.current : [only];
    if (chosen.length === 0) showMessage(fileRefusal(null) ?? '');
    const [refused, good] = [
      chosen.filter((each) => refusalOf(each)),
      chosen.filter((each) => !refusalOf(each)),
    ];
    if (good.length === 0) {
      tellRefusal(chosen);
      return;
    }
    // A refused file does not hold the others back. It stays, with the reason.
    for (const file of refused)
      if (kindRefusal(file.kind) === null) change(file, { failure: refusalOf(file) ?? '' });
    setShowsMissing(refused.length > 0);
    await uploading.run(async (underway) => {
      const failed = await sendOneByOne(good, async (queued) => {
        setSendingId(queued.id);
        underway.onProgress(0);
        change(queued, { failure: '' });
        const { file, kind, remark } = queued;
        const about = maxRemarkChars === undefined ? {} : { remark };
        const meta = { srno, ...uploadFields, docid: Number(kind), ...about };
        const { docdetail } = await upload(calls.upload, meta, file, underway);
        setUploaded((before) => before + 1);
        putAside(queued);
        await onUploaded(srno, docdetail);
      });
      for (const { document, error } of failed) change(document, { failure: messageOf(error) });
      const arrived = good.filter((each) => failed.every(({ document }) => document !== each));
      if (arrived.length > 0)
        setNews({
          words:
            arrived.length === 1
              ? text.uploaded(arrived[0]?.file.name ?? '')
              : text.uploadedMany(arrived.length),
        });
      const [first] = failed;
      const messages = new Set(failed.map(({ error }) => messageOf(error)));
      if (first !== undefined) showMessage([...messages].join('\n'), `#${retryButtonOf(first.document)}`);
      else tellRefusal(refused);
    });
  }

  return {
    files,
    sending: uploading.part === null ? null : { id: sendingId, part: uploading.part },
    showsMissing,
    uploaded,
    news,
    add: (file, kind = guessKind?.(file.name) ?? '') => {
      lastId.current += 1;
      const queued = { id: lastId.current, file, kind, remark: '', failure: '' };
      setFiles((before) => [...before, queued]);
    },
    change,
    putAside,
    isEmpty: () => latest.current.length === 0,
    tellRefusal: () => tellRefusal(files),
    send,
    cancel: uploading.cancel,
    modal,
  };
}
