import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as calls from '#contract/requests/documents.ts';
import { requestDetail, type RequestDocument } from '#contract/requests/desk.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { download } from '#web/app/download.ts';
import { sayable } from '#web/app/problems.ts';
import { requestDocumentText as text } from '#web/texts/documents.ts';
import { DocumentsPanel } from '#web/ui/documents/DocumentsPanel.tsx';
import { Quiet, type DocumentColumn, type KeptDocument } from '#web/ui/documents/DocumentTable.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DocumentQueue } from './DocumentQueue.tsx';

interface Shown extends KeptDocument {
  readonly row: RequestDocument;
}

const COLUMNS: readonly DocumentColumn<Shown>[] = [
  {
    head: text.columns.kind,
    cell: ({ row }) => (
      <>
        {row.docm_desc}
        {row.doc_remark === '' ? null : <Quiet>{row.doc_remark}</Quiet>}
      </>
    ),
  },
  {
    head: text.columns.file,
    cell: ({ row }) => (
      <>
        {row.doc_filename}
        <Quiet>{text.bytes(row.doc_bytes)}</Quiet>
      </>
    ),
  },
  {
    head: text.columns.uploaded,
    cell: ({ row }) => (
      <>
        {formatDateTime(Date.parse(row.doc_uploadedat))}
        <Quiet>{row.doc_uploadedby}</Quiet>
      </>
    ),
  },
];

const shownOf = (row: RequestDocument): Shown => ({ srno: row.doc_srno, filename: row.doc_filename, row });
const named = ({ srno, filename, row }: Shown) => ({ srno, filename, docid: row.doc_id });

interface RequestDocumentsProps {
  srno: number;
  /** Whether documents can be added, and taken off while the request is not submitted. */
  canChange: boolean;
  onChanged?: () => void;
  /** How many are chosen and not sent, whenever that changes; whoever leaves then loses them. */
  onWaiting?: (count: number) => void;
}

/** The KYC documents of a request. */
export function RequestDocuments({ srno, canChange, onChanged, onWaiting }: RequestDocumentsProps) {
  const client = useQueryClient();
  const queryKey = ['request', srno, 'documents'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { detail, document } = (await call(requestDetail, { srno }, { signal })).reply;
      return { isSubmitted: detail.req_submitted === 1, documents: document };
    },
  });
  if (data === undefined) {
    const words = error === null ? null : sayable(error);
    return words === null ? null : <Notice meaning="refused">{words}</Notice>;
  }

  function replace(documents: readonly RequestDocument[]): void {
    client.setQueryData(queryKey, { ...data, documents });
    onChanged?.();
  }

  return (
    <DocumentsPanel
      title={text.title}
      label={text.table}
      owner="request"
      columns={COLUMNS}
      documents={data.documents.map(shownOf)}
      mayRemove={() => canChange && !data.isSubmitted}
      removeText={text.removeText}
      say={sayable}
      onLoad={async (document, page, signal) =>
        (await call(calls.viewKyc, { document: { ...named(document), page } }, { signal })).reply
      }
      onDownload={(document) => download(calls.downloadKyc, { document: named(document) })}
      onRemove={async (document) => {
        await call(calls.removeKyc, { document: named(document) });
        replace(data.documents.filter(({ doc_srno }) => doc_srno !== document.srno));
      }}
      {...(canChange && {
        adding: (tell) => (
          <DocumentQueue srno={srno} onTold={tell} onUploaded={replace} onWaiting={onWaiting} />
        ),
      })}
    />
  );
}
