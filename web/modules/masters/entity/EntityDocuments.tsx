import { entityDocuments, type EntityDocument } from '#contract/masters/documents.ts';
import { dateInIndia, formatDate } from '#domain/dates.ts';
import { cellLines } from '#web/patterns/documents/cellLines.tsx';
import type { DocumentsOf } from '#web/patterns/documents/documentsOf.ts';
import { RecordDocuments } from '#web/patterns/documents/RecordDocuments.tsx';
import { useDocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
import { entityText } from '#web/texts/entity.ts';
import { Quiet } from '#web/ui/documents/DocumentTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Meaning } from '#web/ui/theme.ts';

const text = entityText.documents;
const MEANINGS: Readonly<Record<EntityDocument['status'], Meaning>> = {
  P: 'waiting',
  A: 'done',
  R: 'refused',
};
const dayOf = (iso: string) => formatDate(dateInIndia(Date.parse(iso)));

const DOCUMENTS: DocumentsOf<EntityDocument> = {
  owner: 'entity',
  calls: entityDocuments,
  title: entityText.sections.documents,
  label: text.table,
  columns: [
    { head: text.columns.name, cell: ({ name, filename }) => cellLines(name, filename) },
    {
      head: text.columns.status,
      cell: ({ status, reason, approvedAt }) => (
        <>
          <StatusBadge meaning={MEANINGS[status]}>{text.statuses[status]}</StatusBadge>
          {reason === '' ? null : <Quiet>{reason}</Quiet>}
          {approvedAt === '' ? null : <Quiet>{text.approvedAt(dayOf(approvedAt))}</Quiet>}
        </>
      ),
    },
    {
      head: text.columns.uploaded,
      cell: ({ uploadedAt, uploadedBy }) => cellLines(dayOf(uploadedAt), uploadedBy),
    },
  ],
  name: ({ srno, filename }) => ({ srno, filename }),
  removeText: text.removeText,
  kindRefusal: (kind) => (kind === '' ? text.kindMissing : null),
};

interface EntityDocumentsProps {
  srno: number;
  documents: readonly EntityDocument[];
  mayEdit: boolean;
  /** Fetches the entity again after its documents have changed. */
  onChanged: () => Promise<unknown>;
}

/** The KYC and licence documents of an entity. */
export function EntityDocuments({ srno, documents, mayEdit, onChanged }: EntityDocumentsProps) {
  const queue = useDocumentQueue(DOCUMENTS, () => onChanged());
  return (
    <>
      <RecordDocuments
        of={DOCUMENTS}
        srno={srno}
        documents={documents}
        mayRemove={({ status }) => mayEdit && status !== 'A'}
        onRemoved={onChanged}
        queue={mayEdit ? queue : null}
      />
      {queue.modal}
    </>
  );
}
