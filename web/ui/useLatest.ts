import { useCallback, useEffect, useRef } from 'react';

/** A stable function that calls the latest `act`, so that rows need not render again. */
export function useLatest<Arguments extends readonly unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
