import { useState, type ReactNode } from 'react';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { discrepancyText as text } from '#web/texts/discrepancy.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { kindOf } from '#web/ui/documentKind.ts';
import type { KeptDocument } from '#web/ui/documents/DocumentTable.tsx';
import { DocumentView, type ShownPage } from '#web/ui/documents/DocumentView.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ReplyThread, type ThreadEntry } from '#web/ui/ReplyThread.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { userMessage } from '#web/wire/problems.ts';
import styles from './Discrepancy.module.css';
import { ReplyForm, type ReplyFormProps } from './ReplyForm.tsx';

/** The id of the field with the status. */
export const STATUS = 'discrepancy-status';

export interface DiscrepancyProofs {
  /** The owner of the files, for the query key. */
  readonly owner: string;
  /** The proof of an entry of the thread. */
  readonly find: (entry: string) => KeptDocument | undefined;
  readonly load: (document: KeptDocument, page: number, signal: AbortSignal) => Promise<ShownPage>;
  readonly download: (document: KeptDocument) => void;
}

interface DiscrepancyFrameProps<Said> {
  title: string;
  badge: ReactNode;
  place: string;
  onStep: (rows: number) => void;
  onClose: () => void;
  /** The text of the discrepancy, or what takes its place. */
  about: ReactNode;
  facts: readonly (readonly [label: string, value: string])[];
  said: { readonly data: Said | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  threadOf: (said: Said) => readonly ThreadEntry[];
  /** Shown while nothing has been said. */
  emptyThread?: string;
  proofs: DiscrepancyProofs;
  /** The result of the last action. */
  news: string;
  /** The form for a reply; null if the user cannot reply now. */
  form: ReplyFormProps | null;
  /** What the user can do, or how the discrepancy stands. */
  foot: ReactNode;
  /** Messages over the page. */
  modal: ReactNode;
}

/** One discrepancy beside its list: what it is, what was said about it, its proofs, and what the user can do. */
export function DiscrepancyFrame<Said>(props: DiscrepancyFrameProps<Said>) {
  const { title, said, proofs, form } = props;
  const [shown, setShown] = useState<string | null>(null);
  const proof = shown === null ? undefined : proofs.find(shown);

  function showProof({ id }: ThreadEntry): void {
    const found = proofs.find(id);
    if (found === undefined) return;
    if (kindOf(found.filename) === 'other') proofs.download(found);
    else setShown(id === shown ? null : id);
  }

  return (
    <SidePanel
      label={text.label(title)}
      title={title}
      badge={props.badge}
      place={props.place}
      previous={{ label: text.previous, onPress: () => props.onStep(-1) }}
      next={{ label: text.next, onPress: () => props.onStep(1) }}
      close={{ label: text.close, onPress: props.onClose }}
    >
      <div className={styles.about}>
        {props.about}
        <dl className={styles.facts}>
          {props.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.cols} data-proof={proof === undefined ? undefined : true}>
        <div className={styles.talk}>
          <QueryState query={said} failed={text.threadFailed}>
            {(data) => {
              const entries = props.threadOf(data);
              if (entries.length === 0) return <p className={styles.none}>{props.emptyThread}</p>;
              return (
                <ReplyThread
                  label={text.thread}
                  entries={entries}
                  shown={proof === undefined ? null : shown}
                  onProof={showProof}
                />
              );
            }}
          </QueryState>
          <div role="status" className={styles.news}>
            {props.news === '' ? null : <Notice meaning="done">{props.news}</Notice>}
          </div>
          {form === null ? null : <ReplyForm {...form} />}
        </div>
        {proof === undefined ? null : (
          <div className={styles.proof}>
            <DocumentView
              key={proof.srno}
              document={proof}
              owner={proofs.owner}
              height="max(320px, calc(100dvh - 500px))"
              load={(page, signal) => proofs.load(proof, page, signal)}
              say={userMessage}
              onDownload={() => proofs.download(proof)}
              onClose={() => setShown(null)}
            />
          </div>
        )}
      </div>
      {props.foot}
      {props.modal}
    </SidePanel>
  );
}

/** The text of a discrepancy. */
export const DiscrepancyWords = ({ children }: { children: string }) => (
  <p className={styles.words}>{children}</p>
);

/** A short text beside the status, such as the age. */
export const DiscrepancyAside = ({ children }: { children: string }) => (
  <span className={styles.quiet}>{children}</span>
);

interface DiscrepancyFootProps {
  help: string;
  /** The field for the status. */
  status?: ReactNode;
  /** The one action of the user. */
  act?: {
    readonly label: string;
    readonly run: () => void;
    readonly isWorking: boolean;
    readonly disabledBecause?: string | undefined;
  };
}

/** The foot of a discrepancy: what happens next, and the button that makes it happen. */
export const DiscrepancyFoot = ({ help, status, act }: DiscrepancyFootProps) => (
  <div className={styles.foot}>
    <span className={styles.help}>{help}</span>
    {status}
    {act === undefined ? null : (
      <ActionButton
        onPress={act.run}
        busy={act.isWorking}
        disabledBecause={act.disabledBecause}
        rightSection={
          <span className={styles.onPrimary} aria-hidden>
            <Keys keys="ctrl+enter" />
          </span>
        }
      >
        {act.label}
      </ActionButton>
    )}
  </div>
);

/** The field is a select: a press opens its choices. */
export function openStatus(): void {
  focusOn(`#${STATUS}`);
  document.getElementById(STATUS)?.click();
}
