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
  /** Names the table. */
  label: string;
  /** Whose documents they are, for what is kept of them while they are shown. */
  owner: string;
  columns: readonly DocumentColumn<D>[];
  documents: readonly D[];
  mayRemove: (document: D) => boolean;
  removeText: (fileName: string) => string;
  onLoad: (document: D, page: number, signal: AbortSignal) => Promise<ShownPage>;
  onDownload: (document: D) => Promise<void>;
  /** Ends when the documents have been fetched anew. */
  onRemove: (document: D) => Promise<void>;
  /** A failure in words; null where nothing is to be said. */
  say: (error: unknown) => string | null;
  /** How documents are added; what it calls with words is told above. */
  adding?: (tell: (words: string) => void) => ReactNode;
}

/** Documents of whatever keeps them: seen in place, taken along, added and taken off. */
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
        {/* Below, so that no row moves away under a finger that is about to press it. */}
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
