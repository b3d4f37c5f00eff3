import { useState } from 'react';
import { entity as calls, type EntityDocument } from '#contract/masters/entity.ts';
import { call } from '#web/app/call.ts';
import { download } from '#web/app/download.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { entityText } from '#web/texts/entity.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { DocumentUpload } from './DocumentUpload.tsx';
import { DocumentView } from './DocumentView.tsx';
import styles from './Entity.module.css';

const text = entityText.documents;

interface EntityDocumentsProps {
  srno: number;
  documents: readonly EntityDocument[];
  mayEdit: boolean;
  /** Fetches the entity anew, after its documents have changed. */
  onChanged: () => Promise<unknown>;
}

/** The documents of an entity: seen in place, taken along, added and taken off. */
export function EntityDocuments({ srno, documents, mayEdit, onChanged }: EntityDocumentsProps) {
  const [shown, setShown] = useState<EntityDocument | null>(null);
  const [removing, setRemoving] = useState<EntityDocument | null>(null);
  const [done, setDone] = useState('');
  const [modal, showMessage] = useMessage();

  async function guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
    }
  }

  const take = ({ srno: document, filename }: EntityDocument) =>
    guarded(() => download(calls.documentDownload, { document: { srno: document, filename } }));

  const remove = ({ srno: document, filename }: EntityDocument) =>
    guarded(async () => {
      await call(calls.documentRemove, { document: { srno: document, filename } });
      if (shown?.srno === document) setShown(null);
      setDone(text.removed(filename));
      await onChanged();
    });

  return (
    <section className={styles.documents} aria-label={entityText.sections.documents}>
      <h2 className={styles.title}>{entityText.sections.documents}</h2>
      <div role="status">{done === '' ? null : <Notice meaning="done">{done}</Notice>}</div>
      {documents.length === 0 ? (
        <EmptyState title={text.none} />
      ) : (
        <DocumentTable
          documents={documents}
          shown={shown?.srno ?? null}
          mayRemove={mayEdit}
          onView={setShown}
          onDownload={(document) => void take(document)}
          onRemove={setRemoving}
        />
      )}
      {shown === null ? null : (
        <DocumentView
          key={shown.srno}
          document={shown}
          onDownload={() => void take(shown)}
          onClose={() => setShown(null)}
        />
      )}
      {mayEdit ? (
        <DocumentUpload
          srno={srno}
          onUploaded={async (fileName) => {
            setDone(text.uploaded(fileName));
            await onChanged();
          }}
        />
      ) : null}
      <ConfirmModal
        opened={removing !== null}
        title={text.removeTitle}
        confirm={text.removeAction}
        danger
        onConfirm={async () => {
          if (removing !== null) await remove(removing);
        }}
        onClose={() => setRemoving(null)}
      >
        {removing === null ? '' : text.removeText(removing.filename)}
      </ConfirmModal>
      {modal}
    </section>
  );
}
