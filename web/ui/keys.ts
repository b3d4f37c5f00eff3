import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A key that does something on this page. */
export interface KeyBinding {
  /**
   * 'ctrl+enter', 'ctrl+shift+enter', 'alt+c', 'shift+a', 'escape', 'f2', '/', '?'. Ctrl also matches the Mac's command
   * key. A letter also matches with Shift, so 'shift+a' comes before 'a'.
   */
  keys: string;
  /** The description of the action, for the list of keys. */
  does: string;
  /** Omitted if a component handles the key itself and only the list of keys shows it. */
  run?: (event: KeyboardEvent) => void;
}

const SINGLE_KEYS_STORE = 'bureau.singleKeys';
const OPEN_MODAL = 'dialog[open]';
/** Escape first closes an open popup; only without one does it mean "back". */
const OPEN_POPUP = '[aria-expanded="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Later bindings come first, so that the innermost page handles a key. */
let registered: readonly { readonly bindings: readonly KeyBinding[] }[] = [];
const watchers = new Set<() => void>();

function changed(): void {
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const tickable = target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type);
  return !tickable && target.matches('input, textarea, select, [contenteditable="true"]');
}

/** Whether the keys type a sign, so that they must not act while the user types. */
function isSingle(keys: string): boolean {
  return keys.replace('shift+', '').length === 1;
}

/** Whether an event matches the keys of a binding. */
export function matchesKeys(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  // On some keyboards Alt changes the letter in `key`; `code`, the position of the key, stays the same.
  const code = event.code.toLowerCase();
  const sameKey = event.key.toLowerCase() === key || code === `key${key}` || code === `digit${key}`;
  const sameCtrl = parts.includes('ctrl') === (event.ctrlKey || event.metaKey);
  const sameAlt = parts.includes('alt') === event.altKey;
  // Without Ctrl, Shift may be needed to type the sign itself, such as a question mark.
  const sameShift = parts.includes('shift') ? event.shiftKey : !parts.includes('ctrl') || !event.shiftKey;
  return sameKey && sameCtrl && sameAlt && sameShift;
}

let popupWasOpen = false;

/** Whether a key is pressed in a popup that is open over the page or the dialog, such as a drop-down. */
export const isInPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(OPEN_POPUP) !== null;

function notePopup(event: KeyboardEvent): void {
  popupWasOpen = isInPopup(event.target);
}

function answer(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector(OPEN_MODAL)) return;
  if (event.key === 'Escape' && popupWasOpen) return;
  for (const { bindings } of registered) {
    const binding = bindings.find((each) => each.run && matchesKeys(each.keys, event));
    if (!binding) continue;
    if (isSingle(binding.keys) && (isTyping(event.target) || !singleKeysOn())) return;
    event.preventDefault();
    // Enter proceeds, saves or sends: held down, it would also confirm the next step unseen.
    if (event.repeat && binding.keys.endsWith('enter')) return;
    binding.run?.(event);
    return;
  }
}

function enter(bindings: readonly KeyBinding[]): () => void {
  const entry = { bindings };
  if (registered.length === 0) {
    addEventListener('keydown', notePopup, { capture: true });
    addEventListener('keydown', answer);
  }
  registered = [entry, ...registered];
  changed();
  return () => {
    registered = registered.filter((each) => each !== entry);
    if (registered.length === 0) {
      removeEventListener('keydown', notePopup, { capture: true });
      removeEventListener('keydown', answer);
    }
    changed();
  };
}

/**
 * Binds keys while the calling component is mounted; the component mounted last handles a key first. They are
 * bound before the browser paints, so that whoever sees a page can use its keys.
 */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  const shape = bindings.map(({ keys, does, run }) => `${keys}\t${does}\t${run ? 1 : 0}`).join('\n');
  useLayoutEffect(() => {
    const stable = latest.current.map(({ keys, does, run }, index): KeyBinding => {
      if (!run) return { keys, does };
      return { keys, does, run: (event) => latest.current[index]?.run?.(event) };
    });
    return stable.length > 0 ? enter(stable) : undefined;
  }, [shape]);
}

/** The keys that work on this page now, each once, innermost first. */
export function useActiveKeys(): readonly KeyBinding[] {
  const entries = useSyncExternalStore(watch, () => registered);
  const byKeys = new Map<string, KeyBinding>();
  for (const { bindings } of entries) {
    for (const binding of bindings) if (!byKeys.has(binding.keys)) byKeys.set(binding.keys, binding);
  }
  return [...byKeys.values()];
}

function singleKeysOn(): boolean {
  return localStorage.getItem(SINGLE_KEYS_STORE) !== 'off';
}

/** Whether keys without Ctrl or Alt work, and the setter, stored on this machine. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(watch, singleKeysOn);
  return [
    on,
    (next) => {
      localStorage.setItem(SINGLE_KEYS_STORE, next ? 'on' : 'off');
      changed();
    },
  ];
}
