import { useSyncExternalStore } from 'react';

/** Whether the server can be reached, as far as this page knows. */
let isReachable = 'onLine' in navigator ? navigator.onLine : true;
/** Null until something watches; a failure before that is remembered. */
let onNoReply: (() => void) | null = null;
let hasFailed = false;
const watchers = new Set<() => void>();

export const isConnected = (): boolean => isReachable;

export function setConnected(is: boolean): void {
  if (is === isReachable) return;
  isReachable = is;
  for (const watcher of watchers) watcher();
}

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useConnected = (): boolean => useSyncExternalStore(watchConnection, isConnected);

/** Called for each call without a reply. One lost reply does not mean that the connection is lost. */
export function reportNoReply(): void {
  hasFailed = true;
  onNoReply?.();
}

export function whenNoReply(listener: () => void): void {
  onNoReply = listener;
  if (hasFailed || !isReachable) listener();
}

// Until something watches, the browser's word is all that is known. Tests of units have no window.
globalThis.addEventListener?.('online', () => {
  if (onNoReply === null) setConnected(true);
});
