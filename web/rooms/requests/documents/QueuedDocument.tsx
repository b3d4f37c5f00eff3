import { IconEye, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { kindRefusal, MAX_REMARK_CHARS } from '#domain/requests/documents.ts';
import { documentText, requestDocumentText as text } from '#web/texts/documents.ts';
import { DocumentPreview } from '#web/ui/DocumentPreview.tsx';
import { IconButton, Quiet } from '#web/ui/documents/DocumentTable.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './DocumentQueue.module.css';

/** A file that waits to be sent. */
export interface Queued {
  readonly id: number;
  readonly file: File;
  readonly kind: string;
  readonly remark: string;
}

export const kindFieldOf = ({ id }: Queued) => `document-kind-${id}`;
export const asideButtonOf = ({ id }: Queued) => `document-aside-${id}`;

/** Finds the first of those that wait. */
export const WAITING_DOCUMENTS = '[data-waiting]';

interface QueuedDocumentProps {
  document: Queued;
  kinds: readonly { readonly value: string; readonly name: string }[];
  /** Whether a kind that was not chosen is marked. */
  showsMissing: boolean;
  isBusy: boolean;
  onChange: (to: Partial<Pick<Queued, 'kind' | 'remark'>>) => void;
  onAside: () => void;
  /** How far it has come, while it is on its way. */
  children: ReactNode;
}

/** One file of several with its kind and remark; it can be looked at before it is sent. */
export function QueuedDocument(props: QueuedDocumentProps) {
  const { document, kinds, showsMissing, isBusy, onChange, onAside, children } = props;
  const { id, file, kind, remark } = document;
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <li className={styles.item}>
      <span className={styles.name}>
        {file.name}
        <Quiet>{text.bytes(file.size)}</Quiet>
      </span>
      <SelectField
        id={kindFieldOf(document)}
        label={documentText.kind}
        aria-label={text.kindOf(file.name)}
        required
        choices={kinds.map(({ value, name }) => ({ value, label: name }))}
        value={kind === '' ? null : kind}
        error={showsMissing ? (kindRefusal(kind) ?? undefined) : undefined}
        disabled={isBusy}
        onChange={(value) => onChange({ kind: value ?? '' })}
      />
      <TextField
        label={text.remark}
        aria-label={text.remarkOf(file.name)}
        maxLength={MAX_REMARK_CHARS}
        value={remark}
        disabled={isBusy}
        onChange={(event) => onChange({ remark: event.currentTarget.value })}
      />
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
      <div className={styles.wide}>{children}</div>
    </li>
  );
}
