interface Place {
  readonly pathname: string;
  readonly search: string;
}

interface Move {
  readonly currentLocation: Place;
  readonly nextLocation: Place;
  /** A page that replaces its own address, as when what it saved gets its number, stays. */
  readonly historyAction: string;
}

/** Whether a move leads away from what is being edited. */
export function isLeaving({ currentLocation, nextLocation, historyAction }: Move, namedBy?: string): boolean {
  if (currentLocation.pathname !== nextLocation.pathname) return true;
  if (namedBy === undefined || historyAction === 'REPLACE') return false;
  const nameIn = ({ search }: Place) => new URLSearchParams(search).get(namedBy);
  return nameIn(currentLocation) !== nameIn(nextLocation);
}
