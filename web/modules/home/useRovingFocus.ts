import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react';

/**
 * One tab stop for a list of rows, moved by the arrow keys. If the focused row disappears, the row that takes its place
 * gets the focus, and without any row the list itself, so that the focus never falls to the body.
 */
export function useRovingFocus(ids: readonly string[]) {
  const list = useRef<HTMLDivElement>(null);
  const holdsFocus = useRef(false);
  const [active, setActive] = useState({ id: '', at: 0 });
  const found = ids.indexOf(active.id);
  const at = found >= 0 ? found : Math.min(active.at, ids.length - 1);
  const activeId = ids[at];

  const focus = (id: string | undefined) =>
    (id === undefined ? list.current : document.getElementById(id))?.focus();

  useLayoutEffect(() => {
    if (holdsFocus.current && document.activeElement === document.body) focus(activeId);
  });

  return {
    list,
    activeId,
    focus,
    setActive: (id: string) => setActive({ id, at: ids.indexOf(id) }),
    /** Moves by a number of rows; from outside the list to the active row. */
    move: (by: number): void => {
      const isInside = list.current?.contains(document.activeElement) === true;
      focus(ids[isInside ? Math.max(0, Math.min(ids.length - 1, at + by)) : at]);
    },
    handlers: {
      onFocus: () => void (holdsFocus.current = true),
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
          holdsFocus.current = false;
      },
    },
  };
}
