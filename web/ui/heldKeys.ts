/**
 * Holds the keys that are pressed after something was asked for by key and before it has come with its field. Otherwise they
 * would act on the page behind, where a letter can approve a request.
 */
let held: { text: string; readonly release: () => void } | undefined;

/** What does not come in this time, because its file cannot be loaded, does not keep the keyboard. */
const LONGEST_HOLD_MS = 5_000;

function hold(event: KeyboardEvent): void {
  if (held === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === 'Backspace') held.text = held.text.slice(0, -1);
  else if (event.key.length === 1) held.text += event.key;
}

/** Holds the keys from now on until they are taken. */
export function holdKeys(): void {
  takeKeys();
  addEventListener('keydown', hold, { capture: true });
  const timer = setTimeout(takeKeys, LONGEST_HOLD_MS);
  const release = () => {
    removeEventListener('keydown', hold, { capture: true });
    clearTimeout(timer);
  };
  held = { text: '', release };
}

/** Lets the keys go, and returns the text that was typed with them. */
export function takeKeys(): string {
  const text = held?.text ?? '';
  held?.release();
  held = undefined;
  return text;
}
