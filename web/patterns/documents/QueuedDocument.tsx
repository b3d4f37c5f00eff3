import { Button } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { documentText as text } from '#web/texts/documents.ts';
import { uiText } from '#web/texts/ui.ts';
import { DocumentPreview } from '#web/ui/DocumentPreview.tsx';
import { IconButton, Quiet } from '#web/ui/documents/DocumentTable.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './DocumentQueue.module.css';
import type { DocumentsOf } from './documentsOf.ts';

/** A file that waits to be sent. */
export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly kind: string;
  readonly remark: string;
  /** Why it did not arrive; empty where it was not sent yet. */
  readonly failure: string;
}

export const kindFieldOf = ({ id }: QueuedFile) => `document-kind-${id}`;
export const retryButtonOf = ({ id }: QueuedFile) => `document-retry-${id}`;
export const asideButtonOf = ({ id }: QueuedFile) => `document-aside-${id}`;

interface QueuedDocumentProps {
  document: QueuedFile;
  kinds: readonly { readonly value: string; readonly name: string }[];
  of: Pick<DocumentsOf<never>, 'kindRefusal' | 'maxRemarkChars'>;
  /** Whether a kind that was not chosen is marked. */
  showsMissing: boolean;
  isBusy: boolean;
  onChange: (to: Partial<Pick<QueuedFile, 'kind' | 'remark'>>) => void;
  onAside: () => void;
  /** Null while there is no record to send it to. */
  onRetry: (() => void) | null;
  /** How far it has come, while it is on its way. */
  children: ReactNode;
}

/** One file of several with its kind and remark; it can be previewed before it is sent. */
export function QueuedDocument(props: QueuedDocumentProps) {
  const { document, kinds, of, showsMissing, isBusy, onChange, onAside, onRetry, children } = props;
  const { id, file, kind, remark, failure } = document;
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <li className={styles.item}>
      <span className={styles.name}>
        {file.name}
        <Quiet>{text.bytes(file.size)}</Quiet>
      </span>
      <SelectField
        id={kindFieldOf(document)}
        label={text.kind}
        aria-label={text.kindOf(file.name)}
        required
        choices={kinds.map(({ value, name }) => ({ value, label: name }))}
        value={kind === '' ? null : kind}
        error={showsMissing ? (of.kindRefusal(kind) ?? undefined) : undefined}
        disabled={isBusy}
        onChange={(value) => onChange({ kind: value ?? '' })}
      />
      {of.maxRemarkChars === undefined ? null : (
        <TextField
          label={text.remark}
          aria-label={text.remarkOf(file.name)}
          maxLength={of.maxRemarkChars}
          value={remark}
          disabled={isBusy}
          onChange={(event) => onChange({ remark: event.currentTarget.value })}
        />
      )}
      <span className={styles.acts}>
        <IconButton label={text.preview(file.name)} onPress={() => setPreviewed(!isPreviewed)}>
          <IconEye size={16} aria-hidden />
        </IconButton>
        <IconButton
          id={asideButtonOf(document)}
          label={text.putAside(file.name)}
          disabled={isBusy}
          onPress={onAside}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      </span>
      {isPreviewed ? (
        <div className={styles.wide}>
          <DocumentPreview
            documents={[{ id: String(id), name: file.name, source: file }]}
            index={0}
            onIndex={() => undefined}
            height="280px"
          />
        </div>
      ) : null}
      {failure === '' ? null : (
        <div className={styles.failure}>
          <Notice meaning="refused">{failure}</Notice>
          {onRetry === null || isBusy ? null : (
            <Button
              id={retryButtonOf(document)}
              variant="default"
              aria-label={text.retryOf(file.name)}
              onClick={onRetry}
            >
              {uiText.common.retry}
            </Button>
          )}
        </div>
      )}
      <div className={styles.wide}>{children}</div>
    </li>
  );
}
