import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useRef } from 'react';
import { DOCUMENT_KINDS, usualDocuments, type DocumentKind } from '#domain/requests/document-checklist.ts';
import type { DocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
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

/** The documents that the type and the purpose usually need: those that are there, and those to choose. */
export function DocumentChecklist({ form: { draft }, srno, canChange, queue }: DocumentChecklistProps) {
  const { data: stored = [] } = useQuery({
    ...detailQuery(srno),
    enabled: srno !== 0,
    refetchOnMount: false,
    select: ({ document }) => document,
  });
  const input = useRef<HTMLInputElement>(null);
  const chosenKind = useRef('');
  const kinds = usualDocuments(draft);
  if (kinds.length === 0) return null;

  /** What is there of a kind, in words; null if nothing is. */
  function newsOf(kind: DocumentKind): string | null {
    if (stored.some(({ doc_id }) => doc_id === kind)) return words.uploaded;
    const queued = queue.files.find((file) => file.kind === String(kind));
    if (queued === undefined) return null;
    return srno === 0 ? words.onSave(queued.file.name) : words.chosen(queued.file.name);
  }
  const there = kinds.filter((kind) => newsOf(kind) !== null).length;
  return (
    <section className={styles.checklist} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {words.title} <span className={styles.quiet}>{words.count(there, kinds.length)}</span>
        </h2>
        {canChange ? (
          <span className={styles.keys} aria-hidden>
            {words.chooseFiles} <Keys keys="alt+u" />
          </span>
        ) : null}
      </div>
      <ul>
        {kinds.map((kind) => {
          const name = DOCUMENT_KINDS[kind];
          const news = newsOf(kind);
          const Icon = news === null ? IconCircleDashed : IconCircleCheck;
          return (
            <li key={kind} data-there={news !== null || undefined}>
              <Icon size={16} aria-hidden />
              <span>
                {name}
                <span className={styles.quiet}>{news ?? words.missing}</span>
              </span>
              {news !== null || !canChange ? null : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={words.chooseKind(name)}
                  disabled={queue.sending !== null}
                  onClick={() => {
                    chosenKind.current = String(kind);
                    input.current?.click();
                  }}
                >
                  {words.choose}
                </Button>
              )}
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
