import { createContext, use, useEffect, useRef, useState } from 'react';
import type { HeldMove, Move, Navigation } from './navigation.ts';

export const NavigationContext = createContext<Navigation | null>(null);

/** Holds back each navigation for which `holds` returns true, and returns the one that is held. */
export function useHeldNavigation(holds: (move: Move) => boolean) {
  const navigation = use(NavigationContext);
  const newest = useRef(holds);
  useEffect(() => {
    newest.current = holds;
  });
  const [held, setHeld] = useState<HeldMove | null>(null);
  useEffect(
    () => navigation?.guard({ holds: (move) => newest.current(move), onHeld: setHeld }),
    [navigation],
  );
  return {
    isHeld: held !== null,
    proceed: () => {
      setHeld(null);
      held?.proceed();
    },
    stay: () => setHeld(null),
  };
}
