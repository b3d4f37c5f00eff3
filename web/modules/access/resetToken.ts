import { useSyncExternalStore } from 'react';

const IN_HASH = /^#reset=([\w-]{1,200})$/;

const watchers = new Set<() => void>();
let token: string | null = null;

function set(next: string | null): void {
  token = next;
  for (const watcher of watchers) watcher();
}

/**
 * Removes the token of a mailed link from the address, so that it is neither in the history nor visible on the screen.
 */
function take(): void {
  const found = IN_HASH.exec(location.hash)?.[1];
  if (found === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  set(found);
}

/** Detects a reset link that is opened in this tab, at the start and later. */
export function watchForResetToken(): void {
  take();
  addEventListener('hashchange', take);
}

/** The token of the opened link; null if there is none or it has been used. */
export const useResetToken = (): string | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => token,
  );

export const forgetResetToken = (): void => set(null);
