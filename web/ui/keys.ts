import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key that does something on this page. */
export interface KeyBinding {
  /** 'ctrl+enter', 'alt+c', 'escape', 'f2', '/', '?'. Ctrl also answers to the Mac's command key. */
  keys: string;
  /** What it does, for the sheet of keys. */
  does: string;
  /** Left out where a part handles the key itself and only the sheet needs to know. */
  run?: (event: KeyboardEvent) => void;
}

const SINGLE_KEYS_STORE = 'bureau.singleKeys';
const OPEN_MODAL = 'dialog[open]';
/** Escape first closes what is open under the finger; only then does it mean "back". */
const OPEN_POPUP = '[aria-expanded="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Later ones come first, so that the innermost page answers. */
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

function isSingle(keys: string): boolean {
  return keys.length === 1;
}

/** Whether an event is the stroke that a binding names. */
export function matchesKeys(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  // Alt changes the letter that arrives on some keyboards; the key's place does not change.
  const sameKey = event.key.toLowerCase() === key || event.code.toLowerCase() === `key${key}`;
  const sameCtrl = parts.includes('ctrl') === (event.ctrlKey || event.metaKey);
  const sameAlt = parts.includes('alt') === event.altKey;
  return sameKey && sameCtrl && sameAlt;
}

let popupWasOpen = false;

/** Whether a key is pressed in something that is open over the page or the dialog, such as a drop-down. */
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

/** Binds keys for as long as the calling part is on the page; the last part to come answers first. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const shape = bindings.map(({ keys, does, run }) => `${keys}\t${does}\t${run ? 1 : 0}`).join('\n');
  useEffect(() => {
    const stable = latest.current.map(({ keys, does, run }, index): KeyBinding => {
      if (!run) return { keys, does };
      return { keys, does, run: (event) => latest.current[index]?.run?.(event) };
    });
    return stable.length > 0 ? enter(stable) : undefined;
  }, [shape]);
}

/** The keys that work on this page now, each once, nearest first. */
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

/** Whether keys without Ctrl or Alt work, and the switch for it, kept on this machine. */
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
