import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { checklistText as text } from '#web/texts/checklist.ts';
import { KeyBar } from '../KeyBar.tsx';
import { useKeys } from '../keys.ts';
import { topBar } from '../stickyBars.ts';
import { ChecklistBar } from './ChecklistBar.tsx';
import { ChecklistRow, HeadingRow } from './ChecklistRow.tsx';
import styles from './Checklist.module.css';
import {
  matching,
  progressOf,
  sectionsOf,
  type ChecklistAnswer,
  type ChecklistFilter,
  type ChecklistItem,
} from './rows.ts';

interface ChecklistGridProps {
  label: string;
  rows: readonly ChecklistItem[];
  /** The checklist before this one: the heading of its column, and the name of the filter of changed answers. */
  before: { readonly head: string; readonly changed: string } | null;
  isReadOnly: boolean;
  maxNoteChars: number;
  onAnswer: (id: number, answer: ChecklistAnswer) => void;
  onNote: (id: number, note: string) => void;
}

type Part = 'row' | 'note';

/** The first unanswered row, or the first row. */
const firstOf = (rows: readonly ChecklistItem[]): number | null =>
  (matching(rows, 'open')[0] ?? matching(rows, 'all')[0])?.id ?? null;

/** Whether the focus can move into the grid when it appears: not while the user types, or moves along the tabs by key. */
function mayTakeFocus(): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return activeElement.matches('[role="tab"]') && !activeElement.matches(':focus-visible');
}

/**
 * Rows that are answered with Yes or No and a note, by one key for each row. It knows nothing of what is asked. The rows
 * have one tab stop and the note of the current row another.
 */
export function ChecklistGrid(props: ChecklistGridProps) {
  const { label, rows, before, isReadOnly, maxNoteChars, onAnswer, onNote } = props;
  const [filter, setFilter] = useState<ChecklistFilter>('all');
  // The rows that passed the filter when it was chosen: a row that is answered stays where it is.
  const [kept, setKept] = useState<ReadonlySet<number> | null>(null);
  const [activeId, setActiveId] = useState(() => firstOf(rows));
  const [, setMoves] = useState(0);
  const body = useRef<HTMLTableElement>(null);
  const wanted = useRef<Part | null>(null);

  const isShown = ({ id }: ChecklistItem) => kept === null || kept.has(id);
  const shown = matching(rows, 'all').filter(isShown);
  const index = Math.max(
    0,
    shown.findIndex(({ id }) => id === activeId),
  );
  const active = shown[index];

  const focusPart = (part: Part) =>
    body.current
      ?.querySelector<HTMLElement>(part === 'row' ? 'tr[data-active]' : 'tr[data-active] [data-note]')
      ?.focus();

  function go(to: ChecklistItem | undefined, part: Part = 'row'): void {
    if (to === undefined) return;
    wanted.current = part;
    setActiveId(to.id);
    // The focus also returns to a row that is the current one already.
    setMoves((before) => before + 1);
  }

  useEffect(() => {
    if (wanted.current === null) return;
    focusPart(wanted.current);
    wanted.current = null;
  });
  useEffect(() => {
    if (!isReadOnly && mayTakeFocus()) focusPart('row');
  }, [isReadOnly]);

  function choose(next: ChecklistFilter): void {
    setFilter(next);
    const found = matching(rows, next);
    setKept(next === 'all' ? null : new Set(found.map(({ id }) => id)));
    if (next !== 'all') go(found[0]);
  }

  function answerByKey(event: Event & { readonly repeat?: boolean }, answer: ChecklistAnswer): void {
    // A key that is held must not answer rows that nobody has read.
    if (active === undefined || event.repeat === true) return;
    onAnswer(active.id, answer);
    if (answer === 'Y') go(shown[index + 1] ?? active);
    else go(active, answer === 'N' ? 'note' : 'row');
  }

  const letters = [
    { keys: 'y', does: text.keys.yes, run: (event: Event) => answerByKey(event, 'Y') },
    { keys: 'n', does: text.keys.no, run: (event: Event) => answerByKey(event, 'N') },
    { keys: 's', does: text.keys.select, run: (event: Event) => answerByKey(event, 'S') },
  ];
  const moving = [
    { keys: 'arrows', does: text.keys.move },
    { keys: 'enter', does: text.keys.next },
    {
      keys: 'u',
      does: text.keys.open,
      run: () => choose(filter === 'open' ? 'all' : 'open'),
    },
  ];
  useKeys([
    ...(isReadOnly ? [] : letters),
    ...moving,
    { keys: 'home', does: text.keys.ends },
    { keys: 'end', does: text.keys.ends },
  ]);

  /** Where a key leads from the current row; undefined if the key does not move. */
  function targetOf({ key, target }: KeyboardEvent): ChecklistItem | undefined {
    const onRow = target instanceof HTMLTableRowElement;
    const onNote = target instanceof HTMLInputElement;
    switch (key) {
      case 'ArrowDown':
        return shown[index + 1] ?? active;
      case 'ArrowUp':
        return shown[index - 1] ?? active;
      case 'Enter':
        return onRow || onNote ? (shown[index + 1] ?? active) : undefined;
      case 'Home':
        return onNote ? undefined : shown[0];
      case 'End':
        return onNote ? undefined : shown.at(-1);
      // From the note back to its row.
      case 'Escape':
        return onNote ? active : undefined;
      default:
        return undefined;
    }
  }

  function move(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const to = targetOf(event);
    if (to !== undefined) {
      event.preventDefault();
      go(to);
    } else if (event.key === 'Backspace' && event.target instanceof HTMLTableRowElement && !isReadOnly) {
      event.preventDefault();
      answerByKey(event.nativeEvent, 'S');
    }
  }

  return (
    <>
      <ChecklistBar
        rows={rows}
        filter={filter}
        changed={before?.changed ?? null}
        progress={progressOf(rows)}
        onFilter={choose}
      />
      <table
        ref={body}
        className={styles.grid}
        aria-label={label}
        onKeyDown={move}
        data-before={before !== null}
      >
        <thead>
          <tr>
            <th ref={topBar} scope="col" className="number">
              {text.no}
            </th>
            <th scope="col">{text.particulars}</th>
            <th scope="col">{text.answer}</th>
            <th scope="col">{text.note}</th>
            {before === null ? null : <th scope="col">{before.head}</th>}
          </tr>
        </thead>
        {sectionsOf(rows).map(({ heading, rows: own }) => {
          const visible = own.filter(isShown);
          return visible.length === 0 && (own.length > 0 || kept !== null) ? null : (
            <tbody key={heading?.id ?? 0}>
              {heading === null ? null : (
                <HeadingRow heading={heading} progress={progressOf(own)} columns={before === null ? 4 : 5} />
              )}
              {visible.map((row) => (
                <ChecklistRow
                  key={row.id}
                  row={row}
                  isActive={row.id === active?.id}
                  isReadOnly={isReadOnly}
                  hasBefore={before !== null}
                  maxNoteChars={maxNoteChars}
                  onAnswer={(answer) => {
                    setActiveId(row.id);
                    onAnswer(row.id, answer);
                  }}
                  onNote={(note) => onNote(row.id, note)}
                  onActive={() => setActiveId(row.id)}
                  onWrite={() => go(row, 'note')}
                />
              ))}
            </tbody>
          );
        })}
      </table>
      {shown.length > 0 || filter === 'all' ? null : <p className={styles.none}>{text.none[filter]}</p>}
      <KeyBar
        keys={[
          ...(isReadOnly ? [] : letters),
          ...moving,
          ...(isReadOnly ? [] : [{ keys: 'ctrl+enter', does: text.keys.save }]),
        ]}
      />
    </>
  );
}
