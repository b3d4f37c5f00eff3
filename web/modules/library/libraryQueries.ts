import { documentDetail, expiringDocuments } from '#contract/library/documents.ts';
import { call } from '#web/wire/call.ts';

/** Everything that a change of a document can affect. */
export const LIBRARY = ['library'] as const;
export const LIBRARY_LIST = [...LIBRARY, 'list'] as const;

export const expiryQuery = {
  queryKey: [...LIBRARY, 'expiring'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(expiringDocuments, {}, { signal })).reply,
};

export const detailQuery = (srno: number) => ({
  queryKey: [...LIBRARY, 'detail', srno],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { reply, version } = await call(documentDetail, { document: { srno } }, { signal });
    return { document: reply, version: version ?? 0 };
  },
});
