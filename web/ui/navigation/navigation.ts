import {
  createPath,
  parsePath,
  type Location,
  type NavigationType,
  type Navigator,
  type To,
} from 'react-router';

/**
 * The address of the window as the screens see it. It replaces the data router of the library, of which the product used
 * only three things: a screen is loaded before the address changes, unsaved work can hold a navigation back, and a
 * screen that cannot be loaded is told apart.
 */

export type NavigationAction = `${NavigationType}`;

export interface Move {
  readonly currentLocation: Location;
  readonly nextLocation: Location;
  readonly historyAction: NavigationAction;
}

export interface Place {
  readonly location: Location;
  readonly action: NavigationAction;
  /** The screen of this address could not be loaded. */
  readonly isBroken: boolean;
}

/** A navigation that was held back. */
export interface HeldMove {
  readonly proceed: () => void;
}

interface Guard {
  readonly holds: (move: Move) => boolean;
  readonly onHeld: (held: HeldMove) => void;
}

export interface Navigation {
  readonly navigator: Navigator;
  /** Where the window is; null until the first screen is loaded. */
  readonly place: () => Place | null;
  readonly subscribe: (listener: (place: Place) => void) => () => void;
  readonly navigate: (to: To) => void;
  /** Asks a guard before each navigation until the returned function is called. */
  readonly guard: (guard: Guard) => () => void;
  /** Starts to follow the window, and loads the screen of its address. */
  readonly start: () => () => void;
}

/** What an entry of the window's history keeps: the state of its page, its key, and its position among the entries. */
interface Entry {
  readonly usr: unknown;
  readonly key: string;
  readonly idx: number;
}

const entryNow = () => window.history.state as Partial<Entry> | null;

function locationNow(): Location {
  const { pathname, search, hash } = window.location;
  const entry = entryNow();
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
}

function locationOf(to: To, state: unknown): Location {
  const { pathname = '/', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  const key = Math.random().toString(36).slice(2, 10);
  return { pathname, search, hash, state: state ?? null, key };
}

/** `load` returns undefined if everything that an address needs is there, so that the address changes at once. */
export function createNavigation(load: (pathname: string) => Promise<unknown> | undefined): Navigation {
  const listeners = new Set<(place: Place) => void>();
  const guards = new Set<Guard>();
  let place: Place | null = null;
  /** The position of the current entry in the history. */
  let position = 0;
  /** Counts the navigations: one that loads too slowly gives way to a later one. */
  let latest = 0;
  /** Set while the window goes back to the entry that it was held at. */
  let onReturned: (() => void) | null = null;
  let isAllowed = false;

  function arrive(location: Location, action: NavigationAction, write: () => void): void {
    latest += 1;
    const turn = latest;
    const finish = (isBroken: boolean) => {
      if (turn !== latest) return;
      write();
      place = { location, action, isBroken };
      for (const listener of listeners) listener(place);
    };
    const loading = load(location.pathname);
    if (loading === undefined) finish(false);
    else
      loading.then(
        () => finish(false),
        () => finish(true),
      );
  }

  /** Whether a guard holds the navigation back. `proceed` repeats it without asking again. */
  function isHeld(nextLocation: Location, historyAction: NavigationAction, proceed: () => void): boolean {
    if (place === null) return false;
    const move = { currentLocation: place.location, nextLocation, historyAction };
    const guard = [...guards].find(({ holds }) => holds(move));
    guard?.onHeld({ proceed });
    return guard !== undefined;
  }

  function go(action: 'PUSH' | 'REPLACE', to: To, state: unknown): void {
    const location = locationOf(to, state);
    const move = () =>
      arrive(location, action, () => {
        if (action === 'PUSH') position += 1;
        const entry: Entry = { usr: location.state, key: location.key, idx: position };
        if (action === 'PUSH') window.history.pushState(entry, '', createPath(location));
        else window.history.replaceState(entry, '', createPath(location));
      });
    if (!isHeld(location, action, move)) move();
  }

  function onPop(): void {
    if (onReturned !== null) {
      onReturned();
      onReturned = null;
      return;
    }
    const location = locationNow();
    const next = entryNow()?.idx;
    const steps = next === undefined ? 0 : next - position;
    const wasAllowed = isAllowed;
    isAllowed = false;
    if (!wasAllowed && steps !== 0) {
      const returned = new Promise<void>((resolve) => {
        onReturned = resolve;
      });
      const repeat = () => {
        isAllowed = true;
        window.history.go(steps);
      };
      if (isHeld(location, 'POP', () => void returned.then(repeat))) {
        window.history.go(-steps);
        return;
      }
      onReturned = null;
    }
    position = next ?? position + 1;
    if (next === undefined) number(location);
    arrive(location, 'POP', () => undefined);
  }

  /** Gives a position to an entry that the window made by itself. */
  function number({ state, key }: Location): void {
    window.history.replaceState({ usr: state, key, idx: position } satisfies Entry, '');
  }

  return {
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (steps) => window.history.go(steps),
      push: (to, state) => go('PUSH', to, state),
      replace: (to, state) => go('REPLACE', to, state),
    },
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate: (to) => go('PUSH', to, null),
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    start() {
      const location = locationNow();
      position = entryNow()?.idx ?? 0;
      number(location);
      addEventListener('popstate', onPop);
      arrive(location, 'POP', () => undefined);
      return () => removeEventListener('popstate', onPop);
    },
  };
}
