import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entity as calls } from '#contract/masters/entity.ts';
import { call } from '#web/app/call.ts';
import { NetworkError, sayable } from '#web/app/problems.ts';
import { upload } from '#web/app/upload.ts';
import { documentText } from '#web/texts/documents.ts';
import { entityText } from '#web/texts/entity.ts';
import { DocumentPreview } from '#web/ui/DocumentPreview.tsx';
import styles from '#web/ui/documents/Documents.module.css';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';

interface DocumentUploadProps {
  /** The serial number of the entity. */
  srno: number;
  onTold: (words: string) => void;
  onUploaded: () => Promise<unknown>;
}

/** A document on its way in: chosen or dropped, looked at, sent with progress, given up at any time. */
export function DocumentUpload({ srno, onTold, onUploaded }: DocumentUploadProps) {
  const [kind, setKind] = useState<string | null>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [modal, showMessage] = useMessage();
  const uploading = useUploading((error) => {
    const words = error instanceof NetworkError ? documentText.failed : sayable(error);
    if (words !== null) showMessage(words);
  });
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
    await uploading.run(async (underway) => {
      await upload(calls.documentUpload, { srno, docid: Number(kind) }, file, underway);
      setFile(null);
      setKind(null);
      setShowsMissing(false);
      onTold(documentText.uploaded(file.name));
      await onUploaded();
    });
  }

  return (
    <div className={styles.upload}>
      <SelectField
        label={documentText.kind}
        required
        choices={kinds.map(({ value, name }) => ({ value, label: name }))}
        value={kind}
        error={showsMissing && kind === null ? entityText.documents.kindMissing : undefined}
        disabled={uploading.part !== null}
        onChange={setKind}
      />
      {file === null ? (
        <FileDrop
          label={documentText.pick}
          hint={documentText.hint}
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
          {uploading.part === null ? (
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setFile(null)}>
                {documentText.putAside}
              </Button>
              <Button variant="default" onClick={() => void send()}>
                {documentText.upload}
              </Button>
            </Group>
          ) : (
            <UploadProgress name={file.name} part={uploading.part} onCancel={uploading.cancel} />
          )}
        </>
      )}
      {modal}
    </div>
  );
}
