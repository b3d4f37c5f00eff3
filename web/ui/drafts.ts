import { useCallback, useEffect, useRef, useState } from 'react';

const DRAFT_PREFIX = 'bureau.draft.';
const SAVE_DELAY_MS = 400;

function readDraft<Value>(key: string): Value | undefined {
  const stored = sessionStorage.getItem(DRAFT_PREFIX + key);
  if (stored === null) return undefined;
  try {
    return JSON.parse(stored) as Value;
  } catch {
    // An older version of the form stored this draft in another format, so it is dropped.
    sessionStorage.removeItem(DRAFT_PREFIX + key);
    return undefined;
  }
}

export interface Draft<Value> {
  /** The content stored before a reload, if any. */
  readonly restored: Value | undefined;
  /** Stores the form's content, a moment after the last change. */
  readonly keep: (value: Value) => void;
  /** Removes the stored content, after the form is saved or discarded. */
  readonly discard: () => void;
}

/** Stores a form's content in this tab across a reload. The browser drops it when the tab closes. */
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

/** Stores content for a form that is opened next. Returns false if the form has unsaved content already. */
export function placeDraft(key: string, value: unknown): boolean {
  if (sessionStorage.getItem(DRAFT_PREFIX + key) !== null) return false;
  sessionStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(value));
  return true;
}

/** Removes what a form stored, once its content is saved in another way. */
export const removeDraft = (key: string): void => sessionStorage.removeItem(DRAFT_PREFIX + key);

const OWNER = 'bureau.draftsof';

/** Removes the drafts of a user whose session ended in this tab, when another user signs in. */
export function claimDrafts(user: number): void {
  const owner = sessionStorage.getItem(OWNER);
  if (owner !== null && owner !== String(user)) discardAllDrafts();
  sessionStorage.setItem(OWNER, String(user));
}

/** Removes every draft of this tab; for sign-out. */
export function discardAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  }
}
