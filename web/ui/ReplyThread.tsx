import {
  IconArrowBackUp,
  IconCircleCheck,
  IconEye,
  IconFlag,
  IconMessage2,
  IconPaperclip,
} from '@tabler/icons-react';
import styles from './ReplyThread.module.css';
import { momentOf } from './when.ts';

/** What an entry of a thread is: how it began, words, or a change of the status. */
export type ThreadKind = 'raised' | 'words' | 'returned' | 'review' | 'cleared';

export interface ThreadEntry {
  readonly id: string;
  readonly kind: ThreadKind;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
  /** The words of a reply, or what happened. */
  readonly words: string;
  /** `act` says what a press does with the file. */
  readonly proof?: { readonly name: string; readonly size: string; readonly act: string };
}

interface ReplyThreadProps {
  /** Names the thread for a screen reader. */
  label: string;
  entries: readonly ThreadEntry[];
  /** The entry whose proof is shown. */
  shown: string | null;
  onProof: (entry: ThreadEntry) => void;
}

const ICONS = {
  raised: IconFlag,
  words: IconMessage2,
  returned: IconArrowBackUp,
  review: IconEye,
  cleared: IconCircleCheck,
} as const satisfies Record<ThreadKind, unknown>;

/** Who said and did what about a record, the oldest first. A proof opens where the caller shows it. */
export function ReplyThread({ label, entries, shown, onProof }: ReplyThreadProps) {
  return (
    <ol className={styles.thread} aria-label={label}>
      {entries.map((entry) => {
        const Icon = ICONS[entry.kind];
        return (
          <li key={entry.id} className={styles.entry}>
            <span className={styles.icon} data-kind={entry.kind}>
              <Icon size={16} aria-hidden />
            </span>
            <div className={styles.body}>
              <p className={styles.head}>
                <span className={styles.who}>{entry.who}</span>{' '}
                <time className={styles.at} dateTime={entry.at}>
                  {momentOf(entry.at)}
                </time>
              </p>
              <p className={entry.kind === 'words' ? styles.words : styles.happened}>{entry.words}</p>
              {entry.proof === undefined ? null : (
                <button
                  type="button"
                  className={styles.proof}
                  aria-pressed={entry.id === shown}
                  onClick={() => onProof(entry)}
                >
                  <IconPaperclip size={14} aria-hidden />
                  <span className={styles.file}>
                    <span className="visually-hidden">{entry.proof.act} </span>
                    {entry.proof.name}
                  </span>
                  <span className={styles.at}>{entry.proof.size}</span>
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
