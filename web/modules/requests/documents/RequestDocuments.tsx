import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, RequestDocument } from '#contract/requests/desk.ts';
import { RecordDocuments } from '#web/patterns/documents/RecordDocuments.tsx';
import type { DocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
import { ProblemNotice } from '#web/patterns/problem/QueryState.tsx';
import { detailQuery } from '../detailQuery.ts';
import { REQUEST_DOCUMENTS } from './kycDocuments.ts';

interface RequestDocumentsProps {
  /** 0 while the request is not stored. */
  srno: number;
  /** Whether documents can be added, and removed while the request is not submitted. */
  canChange: boolean;
  onChanged?: () => void;
  queue: DocumentQueue;
  /** What is said where the save of the request uploads the documents. */
  withSave?: string | null;
}

/** The documents of a request as they are shown. */
interface StoredDocuments {
  readonly isSubmitted: boolean;
  readonly documents: readonly RequestDocument[];
}

const documentsOf = ({ detail, documents }: RequestDetail): StoredDocuments => ({
  isSubmitted: detail.submitted,
  documents,
});

/** Of a request that is not stored, or whose documents are still loading while some are on their way to it. */
const NONE_YET: StoredDocuments = { isSubmitted: false, documents: [] };

/** The KYC documents of a request. */
export function RequestDocuments(props: RequestDocumentsProps) {
  const { srno, canChange, onChanged, queue, withSave = null } = props;
  const client = useQueryClient();
  const query = detailQuery(srno);
  // The screen around it has just fetched the request, which is not fetched again.
  const stored = useQuery({ ...query, enabled: srno !== 0, select: documentsOf, refetchOnMount: false });
  const isAdding = srno === 0 || queue.files.length > 0;
  const data = stored.data ?? (isAdding ? NONE_YET : undefined);
  if (data === undefined) return <ProblemNotice error={stored.error} />;

  return (
    <RecordDocuments
      of={REQUEST_DOCUMENTS}
      srno={srno}
      documents={data.documents}
      mayRemove={() => canChange && !data.isSubmitted}
      onRemoved={(removed) => {
        client.setQueryData(
          query.queryKey,
          (before) =>
            before && {
              ...before,
              documents: before.documents.filter((each) => each.srno !== removed.srno),
            },
        );
        onChanged?.();
      }}
      queue={canChange ? queue : null}
      withSave={withSave}
    />
  );
}
