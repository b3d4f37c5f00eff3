import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bytesOf } from '#domain/bytes.ts';
import { documentText as text } from '#web/texts/documents.ts';
import { DocumentPreview } from '../DocumentPreview.tsx';
import { Notice } from '../Notice.tsx';
import styles from './Documents.module.css';
import { IconButton, type KeptDocument } from './DocumentTable.tsx';

/** The server's view of a document: its bytes, or one page of it as a picture. */
export interface ShownPage {
  /** In base64. */
  readonly content: string;
  /** Its MIME type. */
  readonly type: string;
  readonly pages: number;
}

interface DocumentViewProps {
  document: KeptDocument;
  /** The owner of the document, for the query key. */
  owner: string;
  load: (page: number, signal: AbortSignal) => Promise<ShownPage>;
  /** Converts an error to a message; returns null if there is nothing to show. */
  say: (error: unknown) => string | null;
  /** The height of the preview, as CSS. */
  height?: string;
  onDownload: () => void;
  /** Without it there is no button to close the preview, because the place around it has one. */
  onClose?: () => void;
}

/** One document in place; the server renders a TIFF page by page. */
export function DocumentView(props: DocumentViewProps) {
  const { document, owner, load, say, height, onDownload, onClose } = props;
  const { srno, filename } = document;
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: [owner, 'document', srno, page],
    // The trail records every view of a document, so it is fetched each time and cached only while it is shown.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const { content, type, pages } = await load(page, signal);
      return { source: new Blob([bytesOf(content)], { type }), pages };
    },
  });
  const pages = data?.pages ?? 1;
  const refused = error === null ? null : say(error);
  return (
    <div>
      {onClose === undefined ? null : (
        <div className={styles.rowActions}>
          <IconButton label={text.closePreview} onPress={onClose}>
            <IconX size={16} aria-hidden />
          </IconButton>
        </div>
      )}
      {refused === null ? null : (
        <Notice meaning="refused" live>
          {refused}
        </Notice>
      )}
      {data === undefined ? null : (
        <DocumentPreview
          documents={[{ id: `${srno} ${page}`, name: filename, source: data.source }]}
          index={0}
          onIndex={() => undefined}
          onDownload={onDownload}
          {...(height === undefined ? {} : { height })}
        />
      )}
      {pages > 1 ? (
        <div className={styles.pages}>
          <IconButton label={text.previousPage} disabled={page === 1} onPress={() => setPage(page - 1)}>
            <IconChevronLeft size={16} aria-hidden />
          </IconButton>
          <span role="status">{text.page(page, pages)}</span>
          <IconButton label={text.nextPage} disabled={page === pages} onPress={() => setPage(page + 1)}>
            <IconChevronRight size={16} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
