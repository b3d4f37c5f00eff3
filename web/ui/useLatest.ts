import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same, so that rows need not be drawn anew, and does what the latest one does. */
export function useLatest<Arguments extends readonly unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
