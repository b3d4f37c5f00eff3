import { useQuery } from '@tanstack/react-query';
import { IconCircleDashed } from '@tabler/icons-react';
import { useRef } from 'react';
import { DOCUMENT_KINDS, usualDocuments, type DocumentKind } from '#domain/requests/document-checklist.ts';
import type { DocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { requestDocumentText } from '#web/texts/documents.ts';
import { REQUEST_DOCUMENTS } from '../documents/kycDocuments.ts';
import { detailQuery } from '../detailQuery.ts';
import styles from './DocumentChecklist.module.css';
import type { RequestForm } from './form.ts';

const words = requestDocumentText.checklist;
const ACCEPTED = REQUEST_DOCUMENTS.calls.upload.accepts.map((ending) => `.${ending}`).join(',');

interface DocumentChecklistProps {
  form: RequestForm;
  /** 0 while the request is not stored. */
  srno: number;
  canChange: boolean;
  queue: DocumentQueue;
}

/** The documents that the type and the purpose usually need and that are not chosen yet. The others are in the list of documents. */
export function DocumentChecklist({ form: { draft }, srno, canChange, queue }: DocumentChecklistProps) {
  const { data: stored = [] } = useQuery({
    ...detailQuery(srno),
    enabled: srno !== 0,
    refetchOnMount: false,
    select: ({ documents }) => documents,
  });
  const input = useRef<HTMLInputElement>(null);
  const chosenKind = useRef('');
  const kinds = usualDocuments(draft);
  if (kinds.length === 0) return null;

  const isThere = (kind: DocumentKind) =>
    stored.some((document) => document.kind === kind) ||
    queue.files.some((file) => file.kind === String(kind));
  const missing = kinds.filter((kind) => !isThere(kind));
  return (
    <section className={styles.checklist} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {words.title}{' '}
          <span className={styles.quiet}>{words.count(kinds.length - missing.length, kinds.length)}</span>
        </h2>
        {canChange ? (
          <span className={styles.keys} aria-hidden>
            {words.chooseFiles} <Keys keys="alt+u" />
          </span>
        ) : null}
      </div>
      {missing.length === 0 ? <p className={styles.quiet}>{words.all}</p> : null}
      <ul>
        {missing.map((kind) => {
          const name = DOCUMENT_KINDS[kind];
          return (
            <li key={kind}>
              <IconCircleDashed size={16} aria-hidden />
              <span>{name}</span>
              {canChange ? (
                <ActionButton
                  variant="default"
                  size="compact-sm"
                  aria-label={words.chooseKind(name)}
                  disabledBecause={queue.sending === null ? undefined : words.underWay}
                  onPress={() => {
                    chosenKind.current = String(kind);
                    input.current?.click();
                  }}
                >
                  {words.choose}
                </ActionButton>
              ) : null}
            </li>
          );
        })}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.file}
        accept={ACCEPTED}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) queue.add(file, chosenKind.current);
          // The same file can be chosen again after it was put aside.
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
