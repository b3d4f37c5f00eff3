interface Place {
  readonly pathname: string;
  readonly search: string;
}

interface Move {
  readonly currentLocation: Place;
  readonly nextLocation: Place;
  readonly historyAction: string;
}

/** Whether a navigation leaves the record that is being edited. */
export function isLeaving({ currentLocation, nextLocation, historyAction }: Move, namedBy?: string): boolean {
  if (currentLocation.pathname !== nextLocation.pathname) return true;
  if (namedBy === undefined) return false;
  const nameIn = ({ search }: Place) => new URLSearchParams(search).get(namedBy);
  const current = nameIn(currentLocation);
  // A page that replaces its own address when a saved record gets its number stays. Any other replacement leaves: a
  // link to the address that is currently rendered also replaces it, and that address may lack a number assigned a
  // moment ago.
  if (historyAction === 'REPLACE' && current === null) return false;
  return current !== nameIn(nextLocation);
}
