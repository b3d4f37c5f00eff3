import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#web/wire/call.ts';
import { documentText as text } from '#web/texts/documents.ts';
import styles from '#web/ui/documents/Documents.module.css';
import { UploadProgress } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import queued from './DocumentQueue.module.css';
import { QueuedDocument } from './QueuedDocument.tsx';
import type { DocumentsOf } from './documentsOf.ts';
import type { DocumentQueue as Queue } from './useDocumentQueue.ts';

interface DocumentQueueProps {
  of: Pick<DocumentsOf<never>, 'owner' | 'calls' | 'kindRefusal' | 'maxRemarkChars'>;
  /** 0 while the record is not stored. */
  srno: number;
  queue: Queue;
  /** What is said where the record's own save uploads the documents; null where a button does. */
  withSave: string | null;
  onTold: (words: string) => void;
}

/** Documents on their way in: dropped or chosen together, each with its kind and its remark, previewed, then sent one by one. */
export function DocumentQueue({ of, srno, queue, withSave, onTold }: DocumentQueueProps) {
  const { calls } = of;
  const { files, sending, news } = queue;
  const { data: kinds = [] } = useQuery({
    queryKey: [of.owner, 'document kinds'],
    enabled: files.length > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await call(calls.kinds, {}, { signal })).reply,
  });
  const tell = useLatest(onTold);
  const told = useRef(news);
  useEffect(() => {
    if (news !== null && told.current !== news) tell(news.words);
    told.current = news;
  }, [news, tell]);

  const isBusy = sending !== null;
  const isStored = srno !== 0;
  return (
    <div className={`${styles.upload} no-print`}>
      <FileDrop
        label={text.pick}
        hint={text.hint}
        accepts={calls.upload.accepts}
        many={{ orDrop: text.orDrop }}
        camera={text.camera}
        disabled={isBusy}
        onFile={(file) => queue.add(file)}
      />
      {files.length === 0 ? null : (
        <ul className={queued.queue} aria-label={text.queue}>
          {files.map((file) => (
            <QueuedDocument
              key={file.id}
              document={file}
              kinds={kinds}
              of={of}
              showsMissing={queue.showsMissing}
              isBusy={isBusy}
              onChange={(to) => queue.change(file, to)}
              onAside={() => queue.putAside(file)}
              onRetry={isStored ? () => void queue.send(srno, file) : null}
            >
              {sending?.id === file.id ? (
                <UploadProgress name={file.file.name} part={sending.part} onCancel={queue.cancel} />
              ) : null}
            </QueuedDocument>
          ))}
        </ul>
      )}
      {withSave === null ? null : <p className={styles.none}>{withSave}</p>}
      {isBusy || withSave !== null ? null : (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void queue.send(srno)}>
            {text.uploadAll(files.length)}
          </Button>
        </Group>
      )}
    </div>
  );
}
