import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { kycDocumentKinds, uploadKyc } from '#contract/requests/documents.ts';
import type { RequestDocument } from '#contract/requests/desk.ts';
import { fileRefusal } from '#domain/files.ts';
import { documentKind, documentRefusal, kindRefusal } from '#domain/requests/documents.ts';
import { call } from '#web/app/call.ts';
import { NetworkError, sayable } from '#web/app/problems.ts';
import { upload } from '#web/app/upload.ts';
import { documentText, requestDocumentText as text } from '#web/texts/documents.ts';
import styles from '#web/ui/documents/Documents.module.css';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import queued from './DocumentQueue.module.css';
import { asideButtonOf, kindFieldOf, QueuedDocument, type Queued } from './QueuedDocument.tsx';

interface DocumentQueueProps {
  srno: number;
  onTold: (words: string) => void;
  onUploaded: (documents: readonly RequestDocument[]) => void;
  onWaiting: ((count: number) => void) | undefined;
}

/** Documents on their way in: dropped or chosen together, each with its kind and remark, looked at, then sent one by one. */
export function DocumentQueue({ srno, onTold, onUploaded, onWaiting }: DocumentQueueProps) {
  const [queue, setQueue] = useState<readonly Queued[]>([]);
  const waiting = queue.length;
  useEffect(() => {
    onWaiting?.(waiting);
    return () => onWaiting?.(0);
  }, [waiting, onWaiting]);
  const lastId = useRef(0);
  /** The one that is on its way. */
  const [sending, setSending] = useState<number | null>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const [modal, showMessage] = useMessage();
  const uploading = useUploading((error) => {
    const words = error instanceof NetworkError ? documentText.failed : sayable(error);
    if (words !== null) showMessage(words);
  });
  const { data: kinds = [] } = useQuery({
    queryKey: ['request', 'document kinds'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await call(kycDocumentKinds, {}, { signal })).reply,
  });

  function add(file: File): void {
    lastId.current += 1;
    const document = { id: lastId.current, file, kind: '', remark: '' };
    setQueue((before) => [...before, document]);
  }
  const leave = ({ id }: Queued) => setQueue((before) => before.filter((each) => each.id !== id));
  const change = ({ id }: Queued, to: Partial<Queued>) =>
    setQueue((before) => before.map((each) => (each.id === id ? { ...each, ...to } : each)));

  /** The specified refusals, before anything is sent; the focus then goes to what is at fault. */
  function isRefused(): boolean {
    if (queue.length === 0) {
      showMessage(fileRefusal(null) ?? '');
      return true;
    }
    for (const document of queue) {
      const refused = documentRefusal(document);
      if (refused === null) continue;
      const isKind = kindRefusal(document.kind) !== null;
      setShowsMissing(true);
      showMessage(refused, `#${isKind ? kindFieldOf(document) : asideButtonOf(document)}`);
      return true;
    }
    return false;
  }

  async function sendAll(): Promise<void> {
    if (isRefused()) return;
    setShowsMissing(false);
    await uploading.run(async (underway) => {
      for (const document of queue) {
        setSending(document.id);
        underway.onProgress(0);
        const { file, kind, remark } = document;
        const meta = { srno, pageright: uploadKyc.right.key, docid: documentKind(kind), remark };
        const { docdetail } = await upload(uploadKyc, meta, file, underway);
        leave(document);
        onUploaded(docdetail);
      }
      onTold(
        queue.length === 1
          ? documentText.uploaded(queue[0]?.file.name ?? '')
          : text.uploadedMany(queue.length),
      );
    });
    setSending(null);
  }

  const isBusy = uploading.part !== null;
  return (
    <div className={`${styles.upload} no-print`}>
      <FileDrop
        label={text.pick}
        hint={documentText.hint}
        accepts={uploadKyc.accepts}
        many={{ orDrop: text.orDrop }}
        camera={text.camera}
        disabled={isBusy}
        onFile={add}
      />
      {queue.length === 0 ? null : (
        <ul className={queued.queue} aria-label={text.queue} data-waiting>
          {queue.map((document) => (
            <QueuedDocument
              key={document.id}
              document={document}
              kinds={kinds}
              showsMissing={showsMissing}
              isBusy={isBusy}
              onChange={(to) => change(document, to)}
              onAside={() => leave(document)}
            >
              {uploading.part !== null && sending === document.id ? (
                <UploadProgress name={document.file.name} part={uploading.part} onCancel={uploading.cancel} />
              ) : null}
            </QueuedDocument>
          ))}
        </ul>
      )}
      {isBusy ? null : (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void sendAll()}>
            {text.uploadAll(queue.length)}
          </Button>
        </Group>
      )}
      {modal}
    </div>
  );
}
