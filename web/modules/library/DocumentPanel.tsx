import { Button } from '@mantine/core';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  downloadDocument,
  viewDocument,
  type LibraryDetail,
  type LibraryFile,
} from '#contract/library/documents.ts';
import { formatDateTime } from '#domain/dates.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { libraryText } from '#web/texts/library.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { kindOf } from '#web/ui/documentKind.ts';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import { categoryWords, dateWords } from './columns.tsx';
import { ExpiryBadge } from './ExpiryBadge.tsx';
import styles from './Library.module.css';
import { detailQuery } from './libraryQueries.ts';

const text = libraryText.panel;

interface DocumentPanelProps {
  srno: number;
  /** The name from the list, until the document has arrived. */
  name: string;
  mayAdd: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** One document beside the list: its file in place, and what is known about it. Give it a key by number. */
export function DocumentPanel({ srno, name, mayAdd, onEdit, onClose }: DocumentPanelProps) {
  const query = useQuery(detailQuery(srno));
  const document = query.data?.document;
  const mayEdit = mayAdd && document?.inReach === true;
  useKeys([
    { keys: 'escape', does: libraryText.keys.back, run: onClose },
    ...(mayEdit ? [{ keys: 'e', does: libraryText.keys.edit, run: onEdit }] : []),
  ]);
  return (
    <SidePanel
      label={text.label}
      title={document?.name ?? name}
      badge={
        document === undefined ? null : (
          <>
            {document.expires === '' ? null : <ExpiryBadge expires={document.expires} />}
            {document.active ? null : <StatusBadge meaning="info">{libraryText.inactive}</StatusBadge>}
          </>
        )
      }
      close={{ label: text.close, onPress: onClose }}
    >
      <div className={styles.panelBody}>
        <QueryState query={query} failed={text.failed}>
          {({ document: shown }) => <Opened document={shown} mayEdit={mayEdit} onEdit={onEdit} />}
        </QueryState>
      </div>
    </SidePanel>
  );
}

interface OpenedProps {
  document: LibraryDetail;
  mayEdit: boolean;
  onEdit: () => void;
}

function Opened({ document, mayEdit, onEdit }: OpenedProps) {
  const [newest] = document.files;
  const [number, setNumber] = useState<number | null>(null);
  const [modal, showProblem] = useProblem();
  const file = document.files.find((each) => each.number === number) ?? newest;
  return (
    <>
      {file === undefined ? (
        <Notice meaning="waiting">{mayEdit ? text.bare : text.bareOther}</Notice>
      ) : (
        <FileView
          key={file.number}
          srno={document.srno}
          file={file}
          onFailure={(error) => void showProblem(error)}
        />
      )}
      <Facts document={document} />
      {document.files.length > 1 ? (
        <Files files={document.files} shown={file?.number ?? 0} onShow={setNumber} />
      ) : null}
      {mayEdit ? (
        <div className={styles.panelFoot}>
          <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {text.edit}
          </Button>
        </div>
      ) : null}
      {modal}
    </>
  );
}

interface FileViewProps {
  srno: number;
  file: LibraryFile;
  onFailure: (error: unknown) => void;
}

/** A file that a browser can show, in place; any other kind is offered for download. */
function FileView({ srno, file, onFailure }: FileViewProps) {
  const named = { srno, filename: file.filename, number: file.number };
  const take = () => download(downloadDocument, { document: named }).catch(onFailure);
  if (kindOf(file.filename) === 'other')
    return (
      <EmptyState
        title={file.filename}
        text={text.cannotShow}
        action={
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onPress={async () => {
              await take();
            }}
          >
            {text.download}
          </ActionButton>
        }
      />
    );
  return (
    <DocumentView
      owner={`library ${file.number}`}
      document={{ srno, filename: file.filename }}
      load={async (page, signal) =>
        (await call(viewDocument, { document: { ...named, page } }, { signal })).reply
      }
      say={userMessage}
      height="min(460px, 52dvh)"
      onDownload={() => void take()}
    />
  );
}

function Facts({ document }: { document: LibraryDetail }) {
  const isReport = document.category === 'R';
  const subs = [document.subCategory1, document.subCategory2].filter((sub) => sub !== '');
  const facts: readonly (readonly [string, string])[] = [
    [text.category, [categoryWords(document), ...subs].join(' · ')],
    [isReport ? text.submitted : text.issued, text.by(dateWords(document.dated), document.byWhom)],
    ...(document.expires === '' ? [] : [[text.expires, dateWords(document.expires)] as const]),
    [text.visible, document.visible === 'U' ? text.unified : `${document.branch} ${document.branchName}`],
    ...(document.files.length === 1 && document.files[0] !== undefined
      ? [[text.file, uploadedWords(document.files[0])] as const]
      : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

const uploadedWords = ({ at, by }: LibraryFile): string => text.fileOf(formatDateTime(Date.parse(at)), by);

interface FilesProps {
  files: readonly LibraryFile[];
  shown: number;
  onShow: (number: number) => void;
}

/** The files that the document has had. The newest counts; the others are its history. */
function Files({ files, shown, onShow }: FilesProps) {
  return (
    <section className={styles.files} aria-label={text.files}>
      <h3 className={styles.filesTitle}>{text.files}</h3>
      <ol>
        {files.map((file, index) => (
          <li key={file.number}>
            <button
              type="button"
              className={styles.file}
              aria-pressed={file.number === shown}
              onClick={() => onShow(file.number)}
            >
              <span className={styles.fileName}>{file.filename}</span>
              <span className={styles.quiet}>
                {index === 0 ? text.newest : text.older(file.number)} · {uploadedWords(file)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
