import { useSyncExternalStore } from 'react';

const IN_HASH = /^#reset=([\w-]{1,200})$/;

const watchers = new Set<() => void>();
let token: string | null = null;

function set(next: string | null): void {
  token = next;
  for (const watcher of watchers) watcher();
}

/** Takes the token of a mailed link out of the address, so that neither history nor a shoulder keeps it. */
function take(): void {
  const found = IN_HASH.exec(location.hash)?.[1];
  if (found === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  set(found);
}

/** From now on a reset link that is opened in this tab is noticed, at the start and later. */
export function watchForResetToken(): void {
  take();
  addEventListener('hashchange', take);
}

/** The token of the link that was opened; null when there is none, or once it is spent. */
export const useResetToken = (): string | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => token,
  );

export const forgetResetToken = (): void => set(null);
