import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconClock } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import type { RequiredRow } from '#contract/licences/renewal.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { fileRefusal } from '#domain/files.ts';
import { renewalText as text } from '#web/texts/renewal.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { messageOf } from '#web/wire/problems.ts';
import { ChosenFile } from './ChosenFile.tsx';
import { PickFile } from './PickFile.tsx';
import styles from './Renewal.module.css';
import type { Renewal } from './useRenewal.ts';

const LOOKS = {
  '': { meaning: 'none', icon: IconCircleDashed },
  R: { meaning: 'refused', icon: IconAlertCircle },
  P: { meaning: 'waiting', icon: IconClock },
  A: { meaning: 'done', icon: IconCircleCheck },
} as const;

function wordsOf({ status, expires, mayUpload }: RequiredRow): string {
  if (status === '') return text.states.missing;
  if (status === 'R') return text.states.rejected;
  if (status === 'P') return text.states.checked;
  const day = readIsoDate(expires);
  return [
    day === null ? text.states.uploaded : `${text.states.uploaded}.`,
    day === null ? '' : text.validUntil(formatDate(day)),
    mayUpload ? text.sendNew : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

interface RequiredDocumentProps {
  row: RequiredRow;
  acts: Pick<Renewal, 'upload' | 'remove'>;
  /** Says what has happened, also to a screen reader. */
  tell: (words: string) => void;
}

/** One required document: how it stands, and what can be done about it. */
export function RequiredDocument({ row, acts, tell }: RequiredDocumentProps) {
  const { kind, kindName } = row;
  const card = useRef<HTMLLIElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const [modal, showMessage] = useMessage();
  const [isAsking, setAsking] = useState(false);
  const [part, setPart] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const { meaning, icon: Icon } = LOOKS[row.status];

  /** The pressed button is gone afterwards, so the focus goes to the card. */
  const focusCard = () => setTimeout(() => card.current?.focus());

  /** Says it in the window of messages, and leaves the mark on the card. */
  function tellProblem(words: string): void {
    setProblem(words);
    showMessage(words, card);
  }

  function choose(chosen: File): void {
    const refused = fileRefusal(chosen);
    setFile(refused === null ? chosen : null);
    if (refused !== null) return tellProblem(refused);
    setProblem('');
    setTimeout(() => card.current?.querySelector<HTMLButtonElement>('[data-upload]')?.focus());
  }

  async function send(): Promise<void> {
    if (file === null || sending.current !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setProblem('');
    setPart(0);
    try {
      await acts.upload(kind, file, { signal: controller.signal, onProgress: setPart });
      setFile(null);
      tell(text.done(kindName));
    } catch (error) {
      if (!controller.signal.aborted) tellProblem(messageOf(error));
    } finally {
      sending.current = null;
      setPart(null);
      focusCard();
    }
  }

  async function remove(): Promise<void> {
    setAsking(false);
    setProblem('');
    try {
      await acts.remove(kind);
      tell(text.removed(kindName));
    } catch (error) {
      tellProblem(messageOf(error));
    } finally {
      focusCard();
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (row.mayUpload && part === null && dropped) choose(dropped);
  }

  return (
    <li
      ref={card}
      className={styles.card}
      data-meaning={meaning}
      tabIndex={-1}
      aria-label={kindName}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Icon className={styles.state} size={20} aria-hidden />
      <div className={styles.name}>
        <b>{kindName}</b>
        <span className={styles.words}>{wordsOf(row)}</span>
      </div>
      {row.status === 'A' ? <span className={styles.approved}>{text.approvedMark}</span> : null}
      {row.mayRemove && !isAsking ? (
        <button
          type="button"
          className={styles.remove}
          aria-label={text.removeOf(kindName)}
          onClick={() => setAsking(true)}
        >
          {text.remove}
        </button>
      ) : null}
      <div className={styles.below}>
        {row.reason === '' ? null : <p className={styles.reason}>{row.reason}</p>}
        {isAsking ? (
          <div className={styles.ask} role="group" aria-label={text.removeAsk}>
            <span>{text.removeAsk}</span>
            <button
              type="button"
              className={styles.button}
              // The question takes the place of the pressed button.
              autoFocus
              onClick={() => {
                setAsking(false);
                focusCard();
              }}
            >
              {text.no}
            </button>
            <button type="button" className={styles.danger} onClick={() => void remove()}>
              {text.yes}
            </button>
          </div>
        ) : null}
        {!row.mayUpload ? null : file === null ? (
          <PickFile document={kindName} onFile={choose} />
        ) : (
          <ChosenFile
            document={kindName}
            file={file}
            part={part}
            onUpload={() => void send()}
            onCancel={() => sending.current?.abort()}
            onAnother={() => {
              setFile(null);
              focusCard();
            }}
          />
        )}
        <p role="alert" className={problem === '' ? undefined : styles.problem}>
          {problem}
        </p>
      </div>
      {modal}
    </li>
  );
}
