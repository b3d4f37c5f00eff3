import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useLatest } from '../useLatest.ts';

interface RowMovement {
  count: number;
  /** The number of rows that Page Up and Page Down move. */
  page: number;
  onOpen: ((index: number) => void) | undefined;
  /** Scrolls to a row, which also renders it if the rows are virtual. */
  scrollTo: (index: number) => void;
}

const STEPS: Record<string, (at: number, count: number, page: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, _count, page) => at + page,
  PageUp: (at, _count, page) => at - page,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Focuses now and in the next frame: a distant row, or a row of a table that was just mounted, exists only after
 * rendering. Whatever the user has focused until then keeps the focus.
 */
function focusRow(body: RefObject<HTMLTableSectionElement | null>, index: number): () => void {
  const focus = () =>
    body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  focus();
  const before = document.activeElement;
  const frame = requestAnimationFrame(() => {
    const { activeElement, body: nothing } = document;
    if (activeElement === before || activeElement === nothing) focus();
  });
  return () => cancelAnimationFrame(frame);
}

/** One row is the table's tab stop; arrows, Home, End and the Page keys move it, Enter opens it. */
export function useRowMovement({ count, page, onOpen, scrollTo }: RowMovement) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const moved = useRef(false);
  const current = Math.min(active, Math.max(0, count - 1));

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    return focusRow(body, current);
  }, [current]);

  function onKeyDown(event: KeyboardEvent): void {
    const row = event.target;
    if (!(row instanceof HTMLTableRowElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(current);
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    moveTo(step(current, count, page));
  }

  /** Focuses a row, or the nearest one if there is no row with that number. */
  function moveTo(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    moved.current = next !== current;
    setActive(next);
    scrollTo(next);
    if (next === current) focusRow(body, next);
  }

  const step = useLatest((event: globalThis.KeyboardEvent) => {
    const isFirst = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (!isFirst || event.target !== document.body || event.defaultPrevented || count === 0) return;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    moveTo(current);
  });
  // On a page that was just opened nothing has the focus, and the arrow keys go into the list.
  useEffect(() => {
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  }, [step]);

  function onFocus(event: FocusEvent): void {
    const row = event.target.closest('tr[data-index]');
    if (row instanceof HTMLElement) setActive(Number(row.dataset['index']));
  }

  return { active: current, body, onKeyDown, onFocus, moveTo };
}
