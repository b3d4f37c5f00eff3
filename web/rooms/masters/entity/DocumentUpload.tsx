import { Button, Group, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { entity as calls } from '#contract/masters/entity.ts';
import { call } from '#web/app/call.ts';
import { messageOf, NetworkError, SessionEndedError } from '#web/app/problems.ts';
import { upload } from '#web/app/upload.ts';
import { entityText } from '#web/texts/entity.ts';
import { DocumentPreview } from '#web/ui/DocumentPreview.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './Entity.module.css';

const text = entityText.documents;

interface DocumentUploadProps {
  /** The serial number of the entity. */
  srno: number;
  onUploaded: (fileName: string) => Promise<void>;
}

/** A document on its way in: chosen or dropped, looked at, sent with progress, given up at any time. */
export function DocumentUpload({ srno, onUploaded }: DocumentUploadProps) {
  const [kind, setKind] = useState<string | null>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [modal, showMessage] = useMessage();
  const { data: kinds = [] } = useQuery({
    queryKey: ['entity', 'document kinds'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await call(calls.documentKinds, {}, { signal })).reply,
  });

  async function send(): Promise<void> {
    if (file === null) return;
    if (kind === null) {
      setShowsMissing(true);
      return;
    }
    const controller = new AbortController();
    sending.current = controller;
    setProgress(0);
    try {
      await upload(calls.documentUpload, { srno, docid: Number(kind) }, file, {
        signal: controller.signal,
        onProgress: setProgress,
      });
      setFile(null);
      setKind(null);
      setShowsMissing(false);
      await onUploaded(file.name);
    } catch (error) {
      if (controller.signal.aborted || error instanceof SessionEndedError) return;
      showMessage(error instanceof NetworkError ? text.failed : messageOf(error));
    } finally {
      setProgress(null);
    }
  }

  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div className={styles.upload}>
      <SelectField
        label={text.kind}
        required
        choices={kinds.map(({ value, name }) => ({ value, label: name }))}
        value={kind}
        error={showsMissing && kind === null ? text.kindMissing : undefined}
        disabled={progress !== null}
        onChange={setKind}
      />
      {file === null ? (
        <FileDrop
          label={text.pick}
          hint={text.hint}
          accepts={calls.documentUpload.accepts}
          onFile={setFile}
        />
      ) : (
        <>
          <DocumentPreview
            documents={[{ id: 'chosen', name: file.name, source: file }]}
            index={0}
            onIndex={() => undefined}
            height="280px"
          />
          {progress === null ? (
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setFile(null)}>
                {text.putAside}
              </Button>
              <Button variant="default" onClick={() => void send()}>
                {text.upload}
              </Button>
            </Group>
          ) : (
            <div className={styles.progress}>
              <Progress.Root size={8}>
                <Progress.Section value={percent} aria-label={text.uploading(file.name, percent)} />
              </Progress.Root>
              <Button variant="default" onClick={() => sending.current?.abort()}>
                {text.cancel}
              </Button>
            </div>
          )}
        </>
      )}
      {modal}
    </div>
  );
}
