import type { DocumentName } from '#contract/documents.ts';
import { DocumentsPanel } from '#web/ui/documents/DocumentsPanel.tsx';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import { DocumentQueue } from './DocumentQueue.tsx';
import type { DocumentsOf } from './documentsOf.ts';
import type { DocumentQueue as Queue } from './useDocumentQueue.ts';

interface RecordDocumentsProps<Row> {
  of: DocumentsOf<Row>;
  /** The number of the record; 0 while it is not stored. */
  srno: number;
  documents: readonly Row[];
  mayRemove: (row: Row) => boolean;
  /** Ends when the record no longer shows the document. */
  onRemoved: (row: Row) => unknown;
  /** The documents that wait to be uploaded; null where none can be added. */
  queue: Queue | null;
  /** What is said where the record's own save uploads the documents. */
  withSave?: string | null;
}

/** The documents of one record: viewed in place, downloaded, uploaded and removed. */
export function RecordDocuments<Row>(props: RecordDocumentsProps<Row>) {
  const { of, srno, documents, mayRemove, onRemoved, queue, withSave = null } = props;
  const { calls, name } = of;
  const rows = documents.map((row) => ({ ...name(row), row }));
  const named = ({ row }: { readonly row: Row }): DocumentName => name(row);
  return (
    <DocumentsPanel
      title={of.title}
      label={of.label}
      owner={of.owner}
      columns={of.columns.map(({ head, cell }) => ({
        head,
        cell: ({ row }: { readonly row: Row }) => cell(row),
      }))}
      documents={rows}
      mayRemove={({ row }) => mayRemove(row)}
      removeText={of.removeText}
      say={userMessage}
      onLoad={async (document, page, signal) =>
        (await call(calls.view, { document: { ...named(document), page } }, { signal })).reply
      }
      onDownload={(document) => download(calls.download, { document: named(document) })}
      onRemove={async (document) => {
        await call(calls.remove, { document: named(document) });
        await onRemoved(document.row);
      }}
      {...(queue !== null && {
        adding: (tell) => (
          <DocumentQueue of={of} srno={srno} queue={queue} withSave={withSave} onTold={tell} />
        ),
      })}
    />
  );
}
