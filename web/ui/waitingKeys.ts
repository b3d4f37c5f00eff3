import { focusNext, focusPrevious } from './enterGoesOn.ts';

/**
 * Keeps the keys that are pressed while an answer decides which field comes next, and types them there, in their order, when
 * the answer has come. Otherwise they would be typed into the field that the user has already left.
 */
const waiting = { works: 0, keys: [] as KeyboardEvent[], isTyping: false };

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** Whether the page acts on a key. The others, such as reloading the page, are the browser's. */
const isOfPage = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === 'Enter' ||
  altKey ||
  (!ctrlKey && !metaKey && (key.length === 1 || /^(?:Tab|Backspace|Delete|Escape|Arrow.+)$/.test(key)));

function keep(event: KeyboardEvent): void {
  // A key that is typed again is not the user's.
  if (!event.isTrusted || MODIFIERS.includes(event.key) || !isOfPage(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.keys.push(event);
}

/** Whoever points at another field has gone on from there. */
const drop = () => waiting.keys.splice(0);

function listen(on: boolean): void {
  const change = on ? addEventListener : removeEventListener;
  change('keydown', keep as EventListener, { capture: true });
  change('pointerdown', drop, { capture: true });
}

/** Types over what is selected. Without a selection an empty text deletes the letter before or, with 1, after the cursor. */
function replaceSelection(field: HTMLInputElement | HTMLTextAreaElement, text: string, after = 0): void {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const isFull = field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength;
  if (field.disabled || field.readOnly || (isFull && text !== '')) return;
  const isDeleting = text === '' && start === end;
  const from = isDeleting ? Math.max(0, start - 1 + after) : start;
  const to = isDeleting ? Math.min(field.value.length, end + after) : end;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}

/** What the browser does with a key that nothing on the page has handled. */
function actLikeBrowser(field: Element, { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): void {
  if (ctrlKey || altKey || metaKey) return;
  const isText =
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !/^(?:checkbox|radio|button)$/.test(field.type));
  if (key === 'Tab') {
    const goOn = shiftKey ? focusPrevious : focusNext;
    if (field instanceof HTMLElement) goOn(field.closest('form') ?? document.body, field);
  } else if (isText) {
    if (key.length === 1) replaceSelection(field, key);
    else if (key === 'Backspace') replaceSelection(field, '');
    else if (key === 'Delete') replaceSelection(field, '', 1);
  } else if (
    field instanceof HTMLElement &&
    (key === ' ' || (key === 'Enter' && field.matches('button, a')))
  ) {
    field.click();
  }
}

function press(event: KeyboardEvent): void {
  const field = document.activeElement ?? document.body;
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  const again = { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
  if (field.dispatchEvent(new KeyboardEvent('keydown', again))) actLikeBrowser(field, event);
}

/** Types what was kept. A key can begin another wait, for which the rest stays. */
async function typeKept(): Promise<void> {
  if (waiting.isTyping) return;
  waiting.isTyping = true;
  try {
    for (; waiting.works === 0;) {
      // What the last key did has moved the focus by then.
      await new Promise((resolve) => setTimeout(resolve));
      const event = waiting.works === 0 ? waiting.keys.shift() : undefined;
      if (event === undefined) break;
      press(event);
    }
  } finally {
    waiting.isTyping = false;
    if (waiting.works === 0) listen(false);
  }
}

/** Keeps the keys until the work has ended and its focus is set. With an event, its key is the first of them. */
export async function keysWaitFor(work: () => Promise<unknown>, first?: KeyboardEvent): Promise<void> {
  if (waiting.works === 0 && !waiting.isTyping) listen(true);
  waiting.works += 1;
  if (first !== undefined) waiting.keys.unshift(first);
  try {
    await work();
  } finally {
    // After the timers that set the focus.
    setTimeout(() => {
      waiting.works -= 1;
      if (waiting.works === 0) void typeKept();
    });
  }
}

/** Sets the focus when the page has been rendered. */
export const focusSoon = (focus: () => void): void =>
  void keysWaitFor(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          focus();
          resolve();
        });
      }),
  );
