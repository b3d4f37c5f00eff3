import { useEffect, useState } from 'react';
import {
  pendingDocuments,
  removeDocument,
  renewalContacts,
  uploadLicence,
  type RequiredRow,
} from '#contract/licences/renewal.ts';
import type { ReplyOf } from '#contract/define.ts';
import { urgencyOf } from '#domain/licences/renewal.ts';
import { call } from '#web/wire/call.ts';
import { openUpload } from '#web/wire/openUpload.ts';
import { messageOf, RefusedError } from '#web/wire/problems.ts';
import type { UploadOptions } from '#web/wire/upload.ts';

type Page = ReplyOf<typeof pendingDocuments>;

export interface PageFailure {
  readonly text: string;
  /** Whether the link itself is refused, so that a retry cannot help. */
  readonly isFinal: boolean;
}

const failureOf = (error: unknown): PageFailure => ({
  text: messageOf(error),
  isFinal: error instanceof RefusedError,
});

/** The documents in the order of the first look, so that no card moves away while the user works with it. */
function inOrder(rows: readonly RequiredRow[], order: readonly number[]): readonly RequiredRow[] {
  const place = (kind: number) => order.indexOf(kind);
  return rows.toSorted((a, b) => place(a.kind) - place(b.kind));
}
const firstOrder = (rows: readonly RequiredRow[]): readonly number[] =>
  rows
    .map((row, at) => ({
      ...{ kind: row.kind, at },
      urgency: urgencyOf({ status: row.status, mayUpload: row.mayUpload }),
    }))
    .toSorted((a, b) => a.urgency - b.urgency || a.at - b.at)
    .map(({ kind }) => kind);

/** What the page shows and does. Each change resolves when the list is current, and throws what went wrong. */
export function useRenewal(entityKey: string) {
  const [page, setPage] = useState<Page | null>(null);
  const [order, setOrder] = useState<readonly number[]>([]);
  const [failure, setFailure] = useState<PageFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [contacts, setContacts] = useState<ReplyOf<typeof renewalContacts> | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    call(pendingDocuments, { page: { entityKey, withLogo: true } }, { signal: leaving.signal }).then(
      ({ reply }) => {
        setPage(reply);
        setOrder(firstOrder(reply.documents));
        setFailure(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => leaving.abort();
  }, [entityKey, attempt]);

  const isLinkInvalid = failure?.isFinal === true;
  useEffect(() => {
    if (!isLinkInvalid) return;
    const leaving = new AbortController();
    call(renewalContacts, {}, { signal: leaving.signal }).then(
      ({ reply }) => setContacts(reply),
      // The page says without them that the link does not work.
      () => {},
    );
    return () => leaving.abort();
  }, [isLinkInvalid]);

  async function refresh(): Promise<void> {
    try {
      const { reply } = await call(pendingDocuments, { page: { entityKey } });
      setPage((shown) => ({ ...reply, logo: shown?.logo ?? '' }));
    } catch (error) {
      setFailure(failureOf(error));
    }
  }
  /** A refusal is often about a list that has changed meanwhile, so the list is fetched in either case. */
  async function thenRefresh(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } finally {
      await refresh();
    }
  }

  return {
    page,
    failure,
    /** Whom to ask; fetched only for a link that does not work. */
    contacts,
    documents: page === null ? [] : inOrder(page.documents, order),
    retry: () => setAttempt(attempt + 1),
    upload: (kind: number, file: File, options: UploadOptions) =>
      thenRefresh(openUpload(uploadLicence, { docid: kind, entitykey: entityKey }, file, options)),
    remove: (kind: number) =>
      thenRefresh(call(removeDocument, { document: { kind, entityId: page?.entityId ?? '', entityKey } })),
  };
}
export type Renewal = ReturnType<typeof useRenewal>;
