import { useCallback, useEffect, useRef, useState } from 'react';

const DRAFT_PREFIX = 'bureau.draft.';
const SAVE_DELAY_MS = 400;

function readDraft<Value>(key: string): Value | undefined {
  const stored = sessionStorage.getItem(DRAFT_PREFIX + key);
  if (stored === null) return undefined;
  try {
    return JSON.parse(stored) as Value;
  } catch {
    // Left by an older version of the form: better none than a broken one.
    sessionStorage.removeItem(DRAFT_PREFIX + key);
    return undefined;
  }
}

export interface Draft<Value> {
  /** What was left here before a reload, if anything. */
  readonly restored: Value | undefined;
  /** Keeps the form's present content, a moment after the last change. */
  readonly keep: (value: Value) => void;
  /** Forgets it, once saved or given up. */
  readonly discard: () => void;
}

/** A form's content kept in this tab across a reload, and nowhere else: it goes when the tab is closed. */
export function useDraft<Value>(key: string): Draft<Value> {
  const [restored] = useState(() => readDraft<Value>(key));
  const pending = useRef<{ value: Value; timer: ReturnType<typeof setTimeout> } | null>(null);

  const write = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    sessionStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(pending.current.value));
    pending.current = null;
  }, [key]);

  const keep = useCallback(
    (value: Value) => {
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { value, timer: setTimeout(write, SAVE_DELAY_MS) };
    },
    [write],
  );

  const discard = useCallback(() => {
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
    sessionStorage.removeItem(DRAFT_PREFIX + key);
  }, [key]);

  useEffect(() => {
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  return { restored, keep, discard };
}

/** Forgets every draft of this tab; for signing out. */
export function discardAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  }
}
