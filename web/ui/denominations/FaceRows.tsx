import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { InputFilter } from '#domain/input.ts';
import { exact, timesExact } from '#domain/money.ts';
import { formatDecimal } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { denominationsText } from '#web/texts/denominations.ts';
import { filtered } from '../filtered.ts';
import { notesOf, sumOf, type FaceCounts } from './counts.ts';
import styles from './FaceRows.module.css';

const text = denominationsText.rows;

interface FaceRowsProps {
  id: string;
  isd: string;
  /** The face values in the order of the rows. */
  faces: readonly string[];
  value: FaceCounts;
  /** The digits of the largest number of notes. */
  maxDigits: number;
  /** Absent if the count can only be looked at. */
  onChange?: ((value: FaceCounts) => void) | undefined;
  /** Called when Enter leaves the last face. */
  onEnd?: (() => void) | undefined;
}

/** Notes counted by face value, one row for each: only the quantities are typed. Enter goes to the next face. */
export function FaceRows({ id, isd, faces, value, maxDigits, onChange, onEnd }: FaceRowsProps) {
  const filter: InputFilter = { kind: 'numeric', maxChars: maxDigits };
  const most = 10 ** maxDigits - 1;
  const set = (face: string, count: string) => onChange?.({ ...value, [face]: count });
  const step = (face: string, by: number) => {
    const next = Math.min(most, Math.max(0, Number(value[face] ?? '') + by));
    set(face, next === 0 ? '' : String(next));
  };

  return (
    <table
      id={id}
      className={styles.faces}
      aria-label={denominationsText.table(isd)}
      onKeyDown={(event) => moveBetween(event, onEnd)}
    >
      <thead>
        <tr>
          <th scope="col" className="number">
            {text.denomination}
          </th>
          <th scope="col" className={`number ${styles.quantity ?? ''}`}>
            {text.quantity}
          </th>
          <th scope="col" className="number">
            {text.total}
          </th>
          {onChange === undefined ? null : (
            <th scope="col" className={styles.clear}>
              <span className="visually-hidden">{text.action}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {faces.map((face) => (
          <tr key={face}>
            <th scope="row" className={`number ${styles.face ?? ''}`}>
              {formatQuantity(face)}
            </th>
            <td className={`number ${styles.quantity ?? ''}`}>
              {onChange === undefined ? (
                formatDecimal(value[face] ?? '0', 0)
              ) : (
                <span className={styles.field}>
                  <Step label={text.less(isd, face)} onPress={() => step(face, -1)}>
                    <IconMinus size={18} aria-hidden />
                  </Step>
                  <TextInput
                    classNames={{ root: styles.box ?? '', input: styles.input ?? '' }}
                    aria-label={denominationsText.face(isd, face)}
                    data-face={face}
                    inputMode="numeric"
                    autoComplete="off"
                    enterKeyHint="next"
                    placeholder="0"
                    value={value[face] ?? ''}
                    onFocus={(event) => event.currentTarget.select()}
                    onChange={filtered(filter, value[face] ?? '', (event) =>
                      set(face, event.currentTarget.value),
                    )}
                  />
                  <Step label={text.more(isd, face)} onPress={() => step(face, 1)}>
                    <IconPlus size={18} aria-hidden />
                  </Step>
                </span>
              )}
            </td>
            <td className="number" data-none={totalOf(face, value) === '0' || undefined}>
              {formatDecimal(totalOf(face, value), 2)}
            </td>
            {onChange === undefined ? null : (
              <td className={styles.clear}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  // Cleared by keyboard in the field itself, so that Tab goes from face to face.
                  tabIndex={-1}
                  aria-label={text.clear(isd, face)}
                  disabled={(value[face] ?? '') === ''}
                  onClick={() => set(face, '')}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td className="number">{text.notes(formatDecimal(String(notesOf(value)), 0))}</td>
          <td className="number">{formatDecimal(sumOf(value), 2)}</td>
          {onChange === undefined ? null : <td className={styles.clear} />}
        </tr>
      </tfoot>
    </table>
  );
}

const totalOf = (face: string, value: FaceCounts): string =>
  timesExact(exact(face), Number(value[face] ?? ''));

/** A large target for a thumb; hidden where there is a keyboard. */
function Step({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.step} tabIndex={-1} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}

const MOVES: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function moveBetween(event: KeyboardEvent<HTMLTableElement>, onEnd: (() => void) | undefined): void {
  const by = MOVES[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-face]')];
  const next = fields[fields.indexOf(event.target) + by];
  if (next !== undefined) next.focus();
  else if (event.key === 'Enter') onEnd?.();
}
