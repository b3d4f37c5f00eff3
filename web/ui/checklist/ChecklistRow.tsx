import {
  IconArrowDownRight,
  IconArrowUpRight,
  IconCheck,
  IconLock,
  IconPencil,
  IconX,
} from '@tabler/icons-react';
import { checklistText as text } from '#web/texts/checklist.ts';
import { uiText } from '#web/texts/ui.ts';
import { useSingleKeys } from '../keys.ts';
import styles from './Checklist.module.css';
import { hasChanged, type ChecklistAnswer, type ChecklistItem } from './rows.ts';

const { yes, no } = uiText.common;
const wordOf = (answer: string) => (answer === 'Y' ? yes : answer === 'N' ? no : '');
const CHOICES = ['Y', 'N', 'S'] as const satisfies readonly ChecklistAnswer[];

interface HeadingRowProps {
  heading: ChecklistItem;
  progress: { readonly answered: number; readonly all: number };
  columns: number;
}

/** A heading: grey, locked, with how many of its rows are answered. */
export function HeadingRow({ heading, progress, columns }: HeadingRowProps) {
  return (
    <tr className={styles.heading}>
      <td className="number">
        <IconLock size={13} aria-hidden />
      </td>
      <th scope="rowgroup">{heading.words}</th>
      <td colSpan={columns - 2}>{text.of(progress.answered, progress.all)}</td>
    </tr>
  );
}

interface ChecklistRowProps {
  row: ChecklistItem;
  isActive: boolean;
  isReadOnly: boolean;
  hasBefore: boolean;
  maxNoteChars: number;
  onAnswer: (answer: ChecklistAnswer) => void;
  onNote: (note: string) => void;
  /** The user has pressed the row or moved into it. */
  onActive: () => void;
  /** The user wants to write a note. */
  onWrite: () => void;
}

export function ChecklistRow(props: ChecklistRowProps) {
  const { row, isActive, isReadOnly, hasBefore, onActive } = props;
  return (
    <tr
      className={styles.row}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={isActive ? undefined : onActive}
    >
      <td className={`${styles.no} number`}>
        {row.isUnsaved ? (
          <span className={styles.dot} title={uiText.tabs.unsaved}>
            <span className="visually-hidden">{uiText.tabs.unsaved}</span>
          </span>
        ) : null}
        {row.no}
      </td>
      <th scope="row" className={styles.words}>
        {row.words}
        {row.more === undefined ? null : <span className={styles.more}>{row.more}</span>}
      </th>
      <td className={styles.answer}>
        {isReadOnly ? <AnswerText answer={row.answer} /> : <Answer {...props} />}
      </td>
      <td className={styles.note} data-empty={row.note === ''}>
        {isReadOnly ? row.note : <Note {...props} />}
      </td>
      {hasBefore ? (
        <td className={styles.before} data-empty={wordOf(row.before) === '' && row.beforeNote === ''}>
          <Before row={row} />
        </td>
      ) : null}
    </tr>
  );
}

function AnswerText({ answer }: { answer: ChecklistAnswer }) {
  if (answer === 'S') return <span className={styles.quiet}>{text.notAnswered}</span>;
  return (
    <span className={styles.said} data-answer={answer}>
      {answer === 'Y' ? (
        <IconCheck size={14} stroke={2.5} aria-hidden />
      ) : (
        <IconX size={14} stroke={2.5} aria-hidden />
      )}
      {wordOf(answer)}
    </span>
  );
}

/** Yes, No and Select, of which one is pressed: Select while there is no answer. Pressing an answer again takes it back. */
function Answer({ row, isActive, onAnswer }: ChecklistRowProps) {
  const [hasKeys] = useSingleKeys();
  return (
    <span className={styles.choice} data-answered={row.answer !== 'S'}>
      {CHOICES.map((answer) => {
        const isPressed = row.answer === answer;
        const word = answer === 'S' ? text.keys.select : wordOf(answer);
        return (
          <button
            key={answer}
            type="button"
            data-answer={answer}
            aria-pressed={isPressed}
            aria-label={text.answerOf(word, row.words)}
            // The letters answer a row; without them the buttons of the current row must be reachable.
            tabIndex={isActive && !hasKeys ? 0 : -1}
            onClick={() => onAnswer(isPressed ? 'S' : answer)}
          >
            {!isPressed || answer === 'S' ? null : answer === 'Y' ? (
              <IconCheck size={13} stroke={2.5} aria-hidden />
            ) : (
              <IconX size={13} stroke={2.5} aria-hidden />
            )}
            {word}
          </button>
        );
      })}
    </span>
  );
}

/** Text with a pencil; a field in the current row. */
function Note({ row, isActive, maxNoteChars, onNote, onWrite }: ChecklistRowProps) {
  const length = [...row.note].length;
  if (isActive)
    return (
      <span className={styles.field}>
        <input
          data-note
          autoComplete="off"
          aria-label={text.noteOf(row.words)}
          value={row.note}
          onChange={({ currentTarget: { value } }) => {
            // A text that is too long is refused as a whole instead of cut; a longer one can still be shortened.
            const isLonger = [...value].length > maxNoteChars && value.length > row.note.length;
            if (!isLonger) onNote(value);
          }}
        />
        <span className={styles.chars} aria-hidden>
          {text.chars(length, maxNoteChars)}
        </span>
      </span>
    );
  return (
    <button
      type="button"
      className={styles.write}
      tabIndex={-1}
      aria-label={row.note === '' ? text.writeNote(row.words) : undefined}
      title={row.note === '' ? undefined : row.note}
      // The focus would make the row the current one and replace this button before it is released.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onWrite}
    >
      {row.note === '' ? <IconPencil size={14} aria-hidden /> : row.note}
    </button>
  );
}

/** What was answered before, quietly; with an arrow and a word if the answer has changed since. */
function Before({ row }: { row: ChecklistItem }) {
  const word = wordOf(row.before);
  const note = row.beforeNote === '' ? null : <span className={styles.beforeNote}>{row.beforeNote}</span>;
  if (!hasChanged(row))
    return (
      <>
        {word}
        {note}
      </>
    );
  const isBetter = row.answer === 'Y';
  return (
    <>
      <span className={styles.changed} data-better={isBetter}>
        {isBetter ? <IconArrowUpRight size={14} aria-hidden /> : <IconArrowDownRight size={14} aria-hidden />}
        {text.was(word)}
      </span>
      {note}
    </>
  );
}
