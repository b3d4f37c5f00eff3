import { entity as calls, type EntityDocument } from '#contract/masters/entity.ts';
import { dateInIndia, formatDate } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { download } from '#web/app/download.ts';
import { sayable } from '#web/app/problems.ts';
import { entityText } from '#web/texts/entity.ts';
import { DocumentsPanel } from '#web/ui/documents/DocumentsPanel.tsx';
import { Quiet, type DocumentColumn } from '#web/ui/documents/DocumentTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { DocumentUpload } from './DocumentUpload.tsx';

const text = entityText.documents;
const MEANINGS: Readonly<Record<EntityDocument['status'], Meaning>> = {
  P: 'waiting',
  A: 'done',
  R: 'refused',
};
const dayOf = (iso: string) => formatDate(dateInIndia(Date.parse(iso)));

const COLUMNS: readonly DocumentColumn<EntityDocument>[] = [
  {
    head: text.columns.name,
    cell: ({ name, filename }) => (
      <>
        {name}
        <Quiet>{filename}</Quiet>
      </>
    ),
  },
  {
    head: text.columns.status,
    cell: ({ status, reason, approvedat }) => (
      <>
        <StatusBadge meaning={MEANINGS[status]}>{text.statuses[status]}</StatusBadge>
        {reason === '' ? null : <Quiet>{reason}</Quiet>}
        {approvedat === '' ? null : <Quiet>{text.approvedAt(dayOf(approvedat))}</Quiet>}
      </>
    ),
  },
  {
    head: text.columns.uploaded,
    cell: ({ uploadedat, uploadedby }) => (
      <>
        {dayOf(uploadedat)}
        <Quiet>{uploadedby}</Quiet>
      </>
    ),
  },
];

const named = ({ srno, filename }: EntityDocument) => ({ srno, filename });

interface EntityDocumentsProps {
  srno: number;
  documents: readonly EntityDocument[];
  mayEdit: boolean;
  /** Fetches the entity anew, after its documents have changed. */
  onChanged: () => Promise<unknown>;
}

/** The KYC and licence documents of an entity. */
export function EntityDocuments({ srno, documents, mayEdit, onChanged }: EntityDocumentsProps) {
  return (
    <DocumentsPanel
      title={entityText.sections.documents}
      label={text.table}
      owner="entity"
      columns={COLUMNS}
      documents={documents}
      mayRemove={({ status }) => mayEdit && status !== 'A'}
      removeText={text.removeText}
      say={sayable}
      onLoad={async (document, page, signal) =>
        (await call(calls.documentView, { document: { ...named(document), page } }, { signal })).reply
      }
      onDownload={(document) => download(calls.documentDownload, { document: named(document) })}
      onRemove={async (document) => {
        await call(calls.documentRemove, { document: named(document) });
        await onChanged();
      }}
      {...(mayEdit && {
        adding: (tell) => <DocumentUpload srno={srno} onTold={tell} onUploaded={onChanged} />,
      })}
    />
  );
}
