import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { entity as calls, type EntityDocument } from '#contract/masters/entity.ts';
import { call } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { entityText } from '#web/texts/entity.ts';
import { DocumentPreview } from '#web/ui/DocumentPreview.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Entity.module.css';

const text = entityText.documents;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

interface DocumentViewProps {
  document: EntityDocument;
  onDownload: () => void;
  onClose: () => void;
}

/** One document in place; a TIFF page by page, as the server draws it. */
export function DocumentView({ document, onDownload, onClose }: DocumentViewProps) {
  const { srno, filename } = document;
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['entity', 'document', srno, page],
    // Every look at a document is in the trail, so it is asked for each time and kept no longer than it is shown.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const { reply } = await call(calls.documentView, { document: { srno, filename, page } }, { signal });
      return { source: new Blob([bytesOf(reply.bs64)], { type: reply.typ }), pages: reply.pages };
    },
  });
  const pages = data?.pages ?? 1;
  return (
    <div>
      <div className={styles.rowActions}>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={text.closePreview} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {error === null || error instanceof SessionEndedError ? null : (
        <Notice meaning="refused" live>
          {messageOf(error)}
        </Notice>
      )}
      {data === undefined ? null : (
        <DocumentPreview
          documents={[{ id: `${srno} ${page}`, name: filename, source: data.source }]}
          index={0}
          onIndex={() => undefined}
          onDownload={onDownload}
        />
      )}
      {pages > 1 ? (
        <div className={styles.pages}>
          <PageStep label={text.previousPage} isEnd={page === 1} onPress={() => setPage(page - 1)}>
            <IconChevronLeft size={16} aria-hidden />
          </PageStep>
          <span role="status">{text.page(page, pages)}</span>
          <PageStep label={text.nextPage} isEnd={page === pages} onPress={() => setPage(page + 1)}>
            <IconChevronRight size={16} aria-hidden />
          </PageStep>
        </div>
      ) : null}
    </div>
  );
}

interface PageStepProps {
  label: string;
  isEnd: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

function PageStep({ label, isEnd, onPress, children }: PageStepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} disabled={isEnd} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}
