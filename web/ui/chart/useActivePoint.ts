import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { nearest } from './scale.ts';

const KEYS: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowLeft: (here) => Math.max(0, here - 1),
  ArrowRight: (here, last) => Math.min(last, here + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The active point: the one under the pointer, or the one that the arrow keys have selected. */
export function useActivePoint(keys: readonly string[], places: readonly number[]) {
  const [active, setActive] = useState<string | null>(null);
  const last = keys.length - 1;
  const index = active === null ? -1 : keys.indexOf(active);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && active !== null) {
      event.stopPropagation();
      setActive(null);
      return;
    }
    const to = KEYS[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setActive(keys[index < 0 ? last : to(index, last)] ?? null);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const across = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setActive(keys[nearest(places, across)] ?? null);
  }

  return {
    index,
    handlers: {
      onKeyDown,
      onPointerMove,
      onFocus: () => setActive((now) => now ?? keys[last] ?? null),
      onBlur: () => setActive(null),
      onPointerLeave: () => setActive(null),
    },
  };
}
