import { useQueryClient } from '@tanstack/react-query';
import type { RequestDocument } from '#contract/requests/desk.ts';
import { useDocumentQueue, type DocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
import { detailQuery } from '../detailQuery.ts';
import { REQUEST_DOCUMENTS } from './kycDocuments.ts';

/** The queue of a request; a reply holds all documents of the request, which are shown at once. */
export function useRequestDocumentQueue(onUploaded?: () => void): DocumentQueue {
  const client = useQueryClient();
  return useDocumentQueue(REQUEST_DOCUMENTS, async (srno, docdetail) => {
    const { queryKey } = detailQuery(srno);
    // A query that began before this upload does not know of it.
    await client.cancelQueries({ queryKey });
    const documents = [...(docdetail as readonly RequestDocument[])];
    if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
    else client.setQueryData(queryKey, (before) => before && { ...before, documents });
    onUploaded?.();
  });
}
