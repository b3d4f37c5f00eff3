import { useState, type ReactNode } from 'react';
import { documentText as text } from '#web/texts/documents.ts';
import { ConfirmModal } from '../ConfirmModal.tsx';
import { useMessage } from '../MessageModal.tsx';
import { Notice } from '../Notice.tsx';
import { Panel, PanelTitle } from '../Panel.tsx';
import styles from './Documents.module.css';
import { DocumentTable, type DocumentColumn, type KeptDocument } from './DocumentTable.tsx';
import { DocumentView, type ShownPage } from './DocumentView.tsx';

interface DocumentsPanelProps<D> {
  title: string;
  /** The name of the table. */
  label: string;
  /** The owner of the documents, for the query key. */
  owner: string;
  columns: readonly DocumentColumn<D>[];
  documents: readonly D[];
  mayRemove: (document: D) => boolean;
  removeText: (fileName: string) => string;
  onLoad: (document: D, page: number, signal: AbortSignal) => Promise<ShownPage>;
  onDownload: (document: D) => Promise<void>;
  /** Resolves when the documents have been fetched again. */
  onRemove: (document: D) => Promise<void>;
  /** Converts an error to a message; returns null if there is nothing to show. */
  say: (error: unknown) => string | null;
  /** Renders the controls that add documents; they call `tell` to show a message. */
  adding?: (tell: (words: string) => void) => ReactNode;
}

/** The documents of any record: viewed in place, downloaded, added and removed. */
export function DocumentsPanel<D extends KeptDocument>(props: DocumentsPanelProps<D>) {
  const { title, label, owner, columns, documents, mayRemove, removeText, say } = props;
  const [shown, setShown] = useState<D | null>(null);
  const [removing, setRemoving] = useState<D | null>(null);
  const [done, setDone] = useState('');
  const [modal, showMessage] = useMessage();

  async function guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const words = say(error);
      if (words !== null) showMessage(words);
    }
  }

  const take = (document: D) => void guarded(() => props.onDownload(document));
  const remove = (document: D) =>
    guarded(async () => {
      await props.onRemove(document);
      if (shown?.srno === document.srno) setShown(null);
      setDone(text.removed(document.filename));
    });

  return (
    <Panel label={title}>
      <PanelTitle>{title}</PanelTitle>
      <div>
        {documents.length === 0 ? (
          <p className={styles.none}>{text.none}</p>
        ) : (
          <DocumentTable
            label={label}
            columns={columns}
            documents={documents}
            shown={shown?.srno ?? null}
            mayRemove={mayRemove}
            onView={setShown}
            onDownload={take}
            onRemove={setRemoving}
          />
        )}
        {/* Below the table, so that no row moves away while the user is about to press it. */}
        <div role="status" className={styles.told}>
          {done === '' ? null : <Notice meaning="done">{done}</Notice>}
        </div>
      </div>
      {shown === null ? null : (
        <DocumentView
          key={shown.srno}
          document={shown}
          owner={owner}
          load={(page, signal) => props.onLoad(shown, page, signal)}
          say={say}
          onDownload={() => take(shown)}
          onClose={() => setShown(null)}
        />
      )}
      {props.adding?.(setDone)}
      <ConfirmModal
        opened={removing !== null}
        title={text.removeTitle}
        confirm={text.removeAction}
        danger
        onConfirm={async () => {
          if (removing !== null) await remove(removing);
        }}
        onClose={() => setRemoving(null)}
      >
        {removing === null ? '' : removeText(removing.filename)}
      </ConfirmModal>
      {modal}
    </Panel>
  );
}
